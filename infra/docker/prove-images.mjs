/**
 * `npm run proof:images`: the Dockerfiles and docker-compose.yml are linted, the images built, looked through, and started as the
 * compose file says. Needs root and Linux, no engine; README.md says how. `--keep <folder>` keeps the store of images there for the
 * next run, `--picture <file>` the screenshot of the page of signs.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { onInterrupt } from '../local/interrupt.mjs';
import { createProgress, runMain } from '../local/progress.mjs';
import { ROOT } from '../local/setup.mjs';
import { Failure, endRunningCommands } from '../local/run-command.mjs';
import { makeBaseImages } from './proof/base-images.mjs';
import { openBuilder } from './proof/builder.mjs';
import { proveFleet } from './proof/fleet-proof.mjs';
import { imageProblems, layerSizes } from './proof/image-contents.mjs';
import { startImageFleet } from './proof/image-fleet.mjs';
import { checkComposeSchema, findBuilders, lintDockerfiles, readComposeProject } from './proof/image-tools.mjs';

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
    expected: { entrypoint: 'node', ports: '3000/tcp,9464/tcp', hasChromium: false },
  },
  {
    name: 'quarry-browser:local',
    file: CORE_FILE,
    target: 'browser',
    expected: { entrypoint: 'node', ports: '9464/tcp', hasChromium: true },
  },
];
const REDIS = 'docker.io/library/redis:7.2-bookworm';

/** Counts what fails and prints a line for each thing that was looked at. */
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

/** A tool that cannot be had is named in one line, and what it would have said is left out. */
const ifItCanBeHad = async (work) => {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Failure) || !/^Could not|missing|needed/.test(error.message)) throw error;
    console.log(`  ! ${error.message}; left out`);
  }
};

const lint = async ({ env, report }) => {
  await ifItCanBeHad(async () =>
    report.say(await lintDockerfiles(env), 'hadolint has nothing to say about the Dockerfiles'),
  );
  await ifItCanBeHad(async () => {
    await checkComposeSchema(env);
    report.say([], 'docker-compose.yml is of the Compose Specification (check-jsonschema)');
  });
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
  const { values } = parseArgs({ options: { keep: { type: 'string' }, picture: { type: 'string' } } });
  const { env } = process;
  const progress = createProgress(process.stdout);
  const report = createReport();
  const programs = await findBuilders(env);
  await lint({ env, report });
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
    const picture = await proveFleet({ fleet, report });
    if (values.picture) writeFileSync(values.picture, picture);
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
