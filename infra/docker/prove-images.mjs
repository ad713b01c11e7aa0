/**
 * `npm run proof:images`: builds the images, looks through them, and starts them as docker-compose.yml says. Needs root and
 * Linux, no engine; README.md says how. `--keep <folder>` keeps the store of images there for the next run.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { onInterrupt } from '../local/host/interrupt.mjs';
import { createProgress, runMain } from '../local/host/progress.mjs';
import { ROOT } from '../local/setup/setup.mjs';
import { endRunningCommands } from '../local/host/run-command.mjs';
import { makeBaseImages } from './proof/base-images.mjs';
import { openBuilder } from './proof/builder.mjs';
import { proveFleet } from './proof/fleet-proof.mjs';
import { imageProblems, layerSizes } from './proof/image-contents.mjs';
import { startImageFleet } from './proof/image-fleet.mjs';
import { findBuilders, readComposeProject } from './proof/image-tools.mjs';

const CORE_FILE = 'infra/docker/Dockerfile';
const IMAGES = [
  {
    name: 'quarry-files:local',
    file: 'infra/docker/files.Dockerfile',
    context: path.join(ROOT, 'infra', 'docker'),
    expected: { entrypoint: '/bin/sh', ports: '7070/tcp', hasChromium: false },
  },
  {
    name: 'quarry-core:local',
    file: CORE_FILE,
    target: 'core',
    expected: { entrypoint: 'node', ports: '3000/tcp,3001/tcp,9464/tcp', hasChromium: false },
  },
  {
    name: 'quarry-browser:local',
    file: CORE_FILE,
    target: 'browser',
    expected: { entrypoint: 'node', ports: '9464/tcp', hasChromium: true },
  },
];
const REDIS = 'docker.io/library/redis:7.2-bookworm';

/** Prints a line for each check and counts failures. */
const createReport = () => {
  let failures = 0;
  return {
    say(problems, line) {
      if (problems.length > 0) failures += 1;
      console.log([`  ${problems.length === 0 ? '✓' : '✗'} ${line}`, ...problems].join('\n      '));
    },
    failures: () => failures,
  };
};

/** Compose refuses to start without secrets, and says which one is missing. */
const proveSecretsAreNeeded = async ({ env, report }) => {
  const refused = await readComposeProject({ env, variables: {} }).then(
    () => 'it is read without any secret',
    (error) => error.log,
  );
  report.say(
    refused.includes('QUARRY_SECRET is missing a value') ? [] : [refused],
    'compose-go refuses docker-compose.yml without secrets',
  );
};

const build = async ({ builder, report, progress }) => {
  const images = {};
  for (const { name, file, target, context = ROOT, expected } of IMAGES) {
    await progress.step(`build ${name}`, () => builder.build({ image: name, file, target, context }));
    const [image, rootfs] = [await builder.inspect(name), await builder.mount(name)];
    const size = await builder.sizeOf(name);
    report.say(imageProblems({ image, rootfs, expected }), `${name}: ${size}; layers ${layerSizes(image).join(', ')}`);
    images[name] = { image, rootfs };
  }
  images[REDIS] = { image: await builder.inspect(REDIS), rootfs: await builder.mount(REDIS) };
  return images;
};

const main = async () => {
  const { values } = parseArgs({ options: { keep: { type: 'string' } } });
  const { env } = process;
  const progress = createProgress(process.stdout);
  const report = createReport();
  const programs = await findBuilders(env);
  await proveSecretsAreNeeded({ env, report });
  const folder = values.keep ?? mkdtempSync('/var/tmp/quarry-images-');
  mkdirSync(folder, { recursive: true });
  const startedAt = performance.now();
  let builder;
  let fleet;
  const clean = () => {
    builder?.closeNow();
    if (!values.keep) rmSync(folder, { recursive: true, force: true });
  };
  onInterrupt(async () => {
    endRunningCommands();
    await fleet?.close();
    clean();
    process.exit(130);
  });
  try {
    builder = await openBuilder({ ...programs, folder, env });
    console.log(`  buildah keeps layers by ${builder.driver}`);
    await progress.step('base images', () => makeBaseImages({ builder, programs, env }));
    const images = await build({ builder, report, progress });
    const runFolder = mkdtempSync(path.join(folder, 'fleet-'));
    fleet = await startImageFleet({
      env,
      programs,
      folder: runFolder,
      images,
      progress,
      mark: String(process.pid % 1_000),
    });
    await proveFleet({ fleet, report });
    await fleet.close();
    rmSync(runFolder, { recursive: true, force: true });
  } finally {
    await fleet?.close();
    clean();
  }
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0);
  console.log(`proof:images: ${report.failures()} failed, ${seconds} s`);
  return report.failures() > 0 ? 1 : 0;
};

await runMain(main);
