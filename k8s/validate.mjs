/**
 * `npm run proof:manifests`: validates the rendered overlays with the oldest and the newest schemas of Kubernetes and KEDA, and
 * checks that wrong manifests are refused.
 */
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { cleanEnvironment } from '../infra/local/host/environment.mjs';
import { createProgress, runMain } from '../infra/local/host/progress.mjs';
import { findProgram } from '../infra/local/host/programs.mjs';
import { Failure, runCommand, runOrFail } from '../infra/local/host/run-command.mjs';
import { ROOT } from '../infra/local/setup/setup.mjs';
import { cachedFolder } from '../infra/test-servers/cached-folder.mjs';
import { neededPrograms } from '../infra/test-servers/needed-programs.mjs';

const VALIDATOR_VERSION = '0.0.4';
/** The oldest that README.md promises, and the newest. kubectl-validate has some versions of Kubernetes built in. */
const KUBERNETES = [{ version: '1.29' }, { version: '1.36', patch: '1.36.3' }];
const KEDA = ['2.17.0', '2.21.0'];
const OVERLAYS = ['local', 'production'];

/** Manifests that must be refused, made from accepted ones. */
const WRONG = [
  { name: 'replicas in words', overlay: 'local', from: /replicas: 1$/m, to: 'replicas: "two"' },
  { name: 'a misspelt field of a pod', overlay: 'production', from: 'runAsNonRoot:', to: 'runAsNonroot:' },
  { name: 'a port whose protocol is a list', overlay: 'production', from: 'protocol: UDP', to: 'protocol: []' },
  {
    name: 'a misspelt field of a ScaledObject',
    overlay: 'production',
    from: 'maxReplicaCount:',
    to: 'maxReplicasCount:',
  },
  { name: 'a fallback that KEDA does not know', overlay: 'production', from: 'currentReplicasIfHigher', to: 'stay' },
];

/** A module of Go's proxy, from which `take(from, to)` copies files. */
const moduleFolder = ({ name, spec, go, env, take }) =>
  cachedFolder(ROOT, name, async (partial) => {
    const cache = mkdtempSync(path.join(tmpdir(), 'quarry-go-'));
    try {
      const goEnv = { ...env, GOMODCACHE: cache, GOFLAGS: '-modcacherw' };
      const args = ['mod', 'download', '-json', spec];
      const answer = await runOrFail(`Could not fetch ${spec} with go`, go, args, { cwd: cache, env: goEnv });
      take(JSON.parse(answer).Dir, partial);
    } finally {
      rmSync(cache, { recursive: true, force: true });
    }
  });

const takeDefinitions = (from, to) => {
  const folder = path.join(from, 'config', 'crd', 'bases');
  for (const file of readdirSync(folder).filter((name) => /^keda\.sh_.*\.yaml$/.test(name))) {
    copyFileSync(path.join(folder, file), path.join(to, file));
  }
};

/** `apis__apps__v1_openapi.json` becomes `apis/apps/v1.json`, as kubectl-validate reads it. */
const takeSchemas = (from, to) => {
  const folder = path.join(from, 'api', 'openapi-spec', 'v3');
  for (const file of readdirSync(folder)) {
    const [, group, version] = /^(api|apis__[^_]+)__(v[^_]+)_openapi\.json$/.exec(file) ?? [];
    if (!group) continue;
    const target = path.join(to, group.replace('__', '/'), `${version}.json`);
    mkdirSync(path.dirname(target), { recursive: true });
    copyFileSync(path.join(folder, file), target);
  }
};

const fetchTools = async ({ env, progress }) => {
  const [kubectl] = await neededPrograms({ names: ['kubectl'], aptPackages: ['kubernetes-client'], env });
  const go = findProgram({ names: ['go'], files: ['/usr/local/go/bin/go'], env });
  if (!go) throw new Failure('Go is needed to build kubectl-validate with: apt install golang-go, or see go.dev');
  const spec = `sigs.k8s.io/kubectl-validate@v${VALIDATOR_VERSION}`;
  const validator = await progress.step(`kubectl-validate ${VALIDATOR_VERSION}`, () =>
    cachedFolder(ROOT, `kubectl-validate-${VALIDATOR_VERSION}`, (partial) =>
      runOrFail('Could not build kubectl-validate', go, ['install', spec], { env: { ...env, GOBIN: partial } }),
    ),
  );
  const definitions = await progress.step(`definitions of KEDA ${KEDA.join(' and ')}`, () =>
    Promise.all(
      KEDA.map(async (version) => {
        const module = `github.com/kedacore/keda/v2@v${version}`;
        return {
          version,
          folder: await moduleFolder({ name: `keda-${version}`, spec: module, go, env, take: takeDefinitions }),
        };
      }),
    ),
  );
  const schemas = await progress.step(
    `schemas of Kubernetes ${KUBERNETES.map(({ version }) => version).join(' and ')}`,
    () =>
      Promise.all(
        KUBERNETES.map(async ({ version, patch }) => {
          if (!patch) return { version, args: ['--version', version] };
          const module = `k8s.io/kubernetes@v${patch}`;
          const folder = await moduleFolder({ name: `kubernetes-${patch}`, spec: module, go, env, take: takeSchemas });
          return { version: patch, args: ['--local-schemas', folder] };
        }),
      ),
  );
  return { kubectl, validator: path.join(validator, 'kubectl-validate'), definitions, schemas };
};

/** The number of accepted objects of a file, and why others were refused. */
const validate = async ({ validator, schema, definition, file, env }) => {
  const args = [...schema.args, '--local-crds', definition.folder, '--output', 'json', file];
  const { output, stdout } = await runCommand(validator, args, { env });
  const start = stdout.indexOf('{');
  if (start < 0) throw new Failure('kubectl-validate printed no result', output);
  const answers = Object.values(JSON.parse(stdout.slice(start)))[0];
  const refused = answers.filter(({ status }) => status !== 'Success').map(({ message }) => message);
  return { accepted: answers.length - refused.length, refused };
};

const renderAll = async ({ kubectl, env }) =>
  Object.fromEntries(
    await Promise.all(
      OVERLAYS.map(async (overlay) => {
        const source = path.join(ROOT, 'k8s', 'overlays', overlay);
        return [
          overlay,
          await runOrFail(`kubectl could not render ${overlay}`, kubectl, ['kustomize', source], { env }),
        ];
      }),
    ),
  );

/** Checks every overlay with every pair of versions, then the manifests that must be refused; one line each. */
const judge = async ({ rendered, schemas, definitions, check, say }) => {
  const versions = schemas.flatMap((schema) => definitions.map((definition) => ({ schema, definition })));
  for (const { schema, definition } of versions) {
    for (const overlay of OVERLAYS) {
      const { accepted, refused } = await check(rendered[overlay], schema, definition);
      const names = `Kubernetes ${schema.version}, KEDA ${definition.version}`;
      say(accepted > 0 && refused.length === 0, [`${overlay}: ${accepted} objects valid for ${names}`, ...refused]);
    }
  }
  for (const { name, overlay, from, to } of WRONG) {
    const text = rendered[overlay].replace(from, to);
    const { refused } = await check(text, schemas.at(-1), definitions.at(-1));
    say(text !== rendered[overlay] && refused.length > 0, [`refused: ${name} (${refused[0] ?? 'it was accepted'})`]);
  }
};

const main = async () => {
  const progress = createProgress(process.stdout);
  // The user's clusters are not contacted.
  const env = { ...cleanEnvironment(process.env), KUBECONFIG: '/dev/null' };
  const { kubectl, validator, definitions, schemas } = await fetchTools({ env, progress });
  const folder = mkdtempSync(path.join(tmpdir(), 'quarry-manifests-'));
  const file = path.join(folder, 'rendered.yaml');
  let failures = 0;
  try {
    await judge({
      rendered: await renderAll({ kubectl, env }),
      schemas,
      definitions,
      check(text, schema, definition) {
        writeFileSync(file, text);
        return validate({ validator, schema, definition, file, env });
      },
      say(isGood, [line, ...more]) {
        if (!isGood) failures += 1;
        console.log([`  ${isGood ? '✓' : '✗'} ${line}`, ...more].join('\n      '));
      },
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  console.log(`proof:manifests: ${failures} failed`);
  return failures > 0 ? 1 : 0;
};

await runMain(main);
