import { readdirSync } from 'node:fs';
import path from 'node:path';
import { findProgram } from '../host/programs.mjs';
import { ROOT } from '../setup/setup.mjs';

/** Names of suites that measure, which `npm test` does not run. */
export const PROOF_SUITE = /\.proof\.test\.(ts|mjs)$/;

/**
 * What `npm run proof` runs: first those that measure (`isMeasured`), one after the other, then the others two at a time. `paths`
 * are folders with suites, or suites: the long forms of what `npm test` runs in short, and suites that only proofs run; `except`
 * are suites of another proof. `script` is a program instead. `env` is passed to the tests. After `minutes`, about twice the time
 * on two idle cores, a proof is ended and counts as broken. `programs` (on the PATH) and `isForRoot` are needs that not every
 * machine meets: the proof is left out there. `isAlone` means that only its own command runs it, because it is part of another
 * or takes as long as everything that it runs.
 */
export const PROOFS = {
  money: {
    paths: [
      'packages/store/test/money',
      'services/gateway/src/settlement',
      'services/gateway/src/idempotency',
      'services/gateway/src/faults.int.test.ts',
    ],
    minutes: 20,
  },
  store: { paths: ['packages/store/src/sqlite', 'packages/store/src/mongo', 'packages/files/src/s3'], minutes: 15 },
  chaos: { paths: ['test/chaos'], minutes: 20 },
  batch: { paths: ['test/batch'], minutes: 30, isMeasured: true },
  crawl: { paths: ['test/crawl'], minutes: 40 },
  ssrf: { paths: ['packages/egress/test/ssrf', 'test/ssrf'], minutes: 12, isAlone: true },
  security: {
    paths: [
      'packages/egress/test/ssrf',
      'test/ssrf',
      'packages/egress/src/browser/process/chromium-flags.int.test.ts',
      'packages/egress/src/browser/hostile-pages.int.test.ts',
      'packages/egress/src/browser/process/known-flags.test.ts',
      'packages/egress/src/browser/process/sandbox.int.test.ts',
      'packages/egress/src/browser/steps',
      'packages/queue/src/slots/slot-shares.int.test.ts',
      'packages/queue/src/slots/slot-shares.test.ts',
      'packages/worker-runtime/src',
      'services/gateway/src/admission',
    ],
    minutes: 25,
  },
  pages: { paths: ['packages/egress/src/browser', 'packages/page/src', 'test/quality'], minutes: 20 },
  console: { paths: ['test/console'], minutes: 30 },
  fuzz: { paths: ['test/fuzz'], minutes: 35 },
  leak: { paths: ['test/leak', 'test/fleet/soak.test.ts'], minutes: 25, isMeasured: true },
  compose: {
    paths: ['test/fleet'],
    // What they measure needs a machine of their own.
    except: ['test/fleet/soak.test.ts', 'test/fleet/replicas.test.ts'],
    env: { TEST_PARTS: 'compose' },
    minutes: 15,
  },
  clients: { paths: ['test/clients'], minutes: 60 },
  replicas: { paths: ['test/fleet/replicas.test.ts'], minutes: 10, isMeasured: true },
  ops: { paths: ['test/ops'], programs: ['kubectl'], minutes: 25 },
  manifests: { script: 'k8s/validate.mjs', programs: ['go'], minutes: 15 },
  docs: { script: 'infra/docs/prove-docs.mjs', minutes: 15 },
  images: { script: 'infra/docker/prove-images.mjs', isForRoot: true, minutes: 30 },
  newcomer: { script: 'infra/newcomer/prove-newcomer.mjs', isForRoot: true, isAlone: true, minutes: 90 },
};

const SUITE = /\.test\.(ts|mjs)$/;

const suitesIn = (folder) =>
  readdirSync(path.join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return suitesIn(name);
    return SUITE.test(name) ? [name] : [];
  });

/** The suites of a proof. */
export const suitesOf = ({ paths, except = [] }) =>
  paths.flatMap((name) => (SUITE.test(name) ? [name] : suitesIn(name))).filter((name) => !except.includes(name));

/** The proofs of a whole run, in order. */
export const WHOLE_RUN = Object.keys(PROOFS).filter((name) => !PROOFS[name].isAlone);

/** Needs of a proof that this machine does not meet, in words. */
export const absentNeeds = ({ programs = [], isForRoot }, { env, uid }) => [
  ...programs
    .filter((program) => !findProgram({ names: [program], files: [`/usr/local/${program}/bin/${program}`], env }))
    .map((program) => `${program} on the PATH`),
  ...(isForRoot && uid !== 0 ? ['the rights of root'] : []),
];
