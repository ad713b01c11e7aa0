import path from 'node:path';
import { removeStaleDemoFile } from './data-folder.mjs';
import { startFleet } from './fleet.mjs';
import { onInterrupt } from '../host/interrupt.mjs';
import { checkMemory, shareMemory } from './memory-share.mjs';
import { watchScriptRunner } from '../host/process-identity.mjs';
import { createProgress } from '../host/progress.mjs';
import { endRunningCommands, Failure } from '../host/run-command.mjs';
import { ROOT, setUp } from '../setup/setup.mjs';
import { consolesOf, gatewaysOf, runnerProblems } from './runner-settings.mjs';

/** One Ctrl-C may arrive twice: from the terminal and through npm. */
const SAME_PRESS_MS = 1_000;
const PARENT_CHECK_MS = 1_000;

const EXAMPLE_REQUEST = JSON.stringify({ url: 'https://example.com', outputFormat: ['markdown'], extractLinks: true });

const curlLine = ({ baseUrl, apiKey }) =>
  `curl -sS ${baseUrl}/scrape/web -H 'x-api-key: ${apiKey}' -H 'content-type: application/json' -d '${EXAMPLE_REQUEST}'`;

const healthLines = (health) => {
  const width = Math.max(...health.map(({ name }) => name.length));
  return health.map(({ name, url }) => `    ${name.padEnd(width)}  ${url}`).join('\n');
};

/** How a person gets in: the last lines, so that they are seen. */
const consoleText = ({ consoleUrl, signInUrl }) =>
  consoleUrl === undefined
    ? ''
    : `
The console is at ${consoleUrl}
Sign in as the demo user, once: ${signInUrl}
`;

const readyText = ({ baseUrl, gateways, apiKey, consoleUrl, signInUrl, dataDir, health }) => `
Ready at ${baseUrl}${gateways.length > 1 ? `\n  gateways  ${gateways.join(', ')}` : ''}
  API key   ${apiKey}
  logs      ${path.join(dataDir, 'logs')}
  docs      ${baseUrl}/docs
  stop      Ctrl-C, or: npm run -s quarry -- stop
  each process answers /healthz, /readyz and /metrics at
${healthLines(health)}

Try it:
${curlLine({ baseUrl, apiKey })}
${consoleText({ consoleUrl, signInUrl })}`;

/** Resolves when the fleet is asked to stop; a second request calls `onForce`. */
const waitForStop = ({ env, onForce }) =>
  new Promise((resolve) => {
    let askedAt;
    const stop = (reason) => {
      const now = performance.now();
      if (askedAt === undefined) {
        askedAt = now;
        resolve(reason);
      } else if (now - askedAt > SAME_PRESS_MS) onForce();
    };
    onInterrupt(stop);
    if (env.npm_lifecycle_event === undefined) return;
    // npm passes signals to its shell, which does not pass them on; and nothing is passed on when npm is killed.
    const isRunnerThere = watchScriptRunner();
    setInterval(() => isRunnerThere() || stop('npm is gone'), PARENT_CHECK_MS).unref();
  });

/** Throws a `Failure` with every wrong setting, before anything is started. */
const refuseWrongSettings = async (env, replicas) => {
  // The setup has built it.
  const { startProblems } = await import('../../../dist/start-problems.js');
  const own = runnerProblems(env, gatewaysOf(replicas), consolesOf(replicas));
  const named = own.map((line) => line.split(' ', 1)[0]);
  const problems = [...own, ...startProblems(env).filter((line) => !named.includes(line.split(' ', 1)[0]))];
  if (problems.length === 0) return;
  const count = problems.length === 1 ? 'A setting is' : `${problems.length} settings are`;
  throw new Failure(`${count} not valid, and nothing was started:${problems.map((line) => `\n  ${line}`).join('')}`);
};

/** Memory of each worker when a service has more than one; undefined means what it finds. */
const memoryShare = async (replicas, { env, workerBytesOf }) => {
  if (!workerBytesOf && env.WORKER_MEMORY_BYTES) return undefined;
  // The setup has built it.
  const { readMemoryLimit } = await import('../../../packages/observability/dist/memory-limit.js');
  if (!workerBytesOf) return shareMemory({ ...readMemoryLimit(), replicas });
  checkMemory({ ...readMemoryLimit(), replicas, bytesOf: workerBytesOf });
  return undefined;
};

/**
 * Starts the fleet, serves until it is asked to stop, and stops it. `replicas` are as `readReplicas` returns them.
 * `openEnvironments({ dataDir, env, node, tools })`, where it is given, returns `environmentOf` and `startParts` of
 * `startFleet`, the runner's `env`, the `replicas`, and `workerBytesOf(service)`, the memory of each worker that reads pages.
 */
export const runFleet = async ({ replicas: wanted = {}, openEnvironments } = {}) => {
  const { env } = process;
  const progress = createProgress(process.stdout);
  const dataDir = path.resolve(ROOT, env.QUARRY_DATA || '.quarry');
  progress.line('Quarry');
  // A setup takes a while, and the file would point to a fleet that is gone.
  removeStaleDemoFile(dataDir);
  const { node, tools, missing, fontsLine } = await setUp({ root: ROOT, env });
  const given = (await openEnvironments?.({ dataDir, env, node, tools })) ?? { env };
  const replicas = given.replicas ?? wanted;
  const redis = missing.find(({ setting }) => setting === 'REDIS_SERVER');
  if (redis && !given.env.REDIS_URL) throw new Failure(redis.line);
  for (const { line, setting } of missing) if (setting !== 'REDIS_SERVER') progress.line(`  ! ${line}`);
  if (fontsLine) progress.line(`  ! ${fontsLine}`);
  // A caller that writes the environments has judged its own variables.
  if (!given.environmentOf) await refuseWrongSettings(given.env, replicas);
  const { startWarnings } = await import('../../../dist/start-warnings.js');
  for (const warning of await startWarnings(given.env, dataDir)) progress.line(`  ! ${warning}`);
  const workerMemoryBytes = await memoryShare(replicas, given);

  let kill = () => {};
  const force = () => {
    endRunningCommands();
    kill();
    process.exit(130);
  };
  const stopAsked = waitForStop({ env, onForce: force });
  const onKillable = (fromFleet) => {
    kill = fromFleet;
  };
  const onReady = (demo) => progress.line(readyText({ ...demo, dataDir }));
  const told = { onKillable, onReady, progress };
  const starting = startFleet({ root: ROOT, dataDir, node, tools, workerMemoryBytes, ...given, replicas, ...told });
  const fleet = await Promise.race([starting, stopAsked.then(() => undefined)]);
  if (!fleet) force();
  await stopAsked;
  progress.line('Stopping');
  await fleet.stop();
  progress.line('Stopped');
  process.exit(0);
};
