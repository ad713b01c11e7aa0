import path from 'node:path';
import { removeStaleDemoFile } from './data-folder.mjs';
import { startFleet } from './fleet.mjs';
import { onInterrupt } from './interrupt.mjs';
import { checkMemory, shareMemory } from './memory-share.mjs';
import { watchScriptRunner } from './process-identity.mjs';
import { createProgress } from './progress.mjs';
import { endRunningCommands, Failure } from './run-command.mjs';
import { ROOT, setUp } from './setup.mjs';

/** One Ctrl-C may arrive twice: from the terminal and through npm. */
const SAME_PRESS_MS = 1_000;
const PARENT_CHECK_MS = 1_000;

const EXAMPLE_REQUEST = JSON.stringify({ url: 'https://example.com', outputFormat: ['markdown'], extractLinks: true });

const curlLine = ({ baseUrl, apiKey }) =>
  `curl -sS ${baseUrl}/scrape/web -H 'x-api-key: ${apiKey}' -H 'content-type: application/json' -d '${EXAMPLE_REQUEST}'`;

const readyText = ({ baseUrl, gateways, apiKey, dataDir }) => `
Ready at ${baseUrl}${gateways.length > 1 ? `\n  gateways  ${gateways.join(', ')}` : ''}
  API key   ${apiKey}
  logs      ${path.join(dataDir, 'logs')}
  stop      Ctrl-C

Try it:
${curlLine({ baseUrl, apiKey })}
`;

/** Resolves when somebody wants the fleet to stop; after that, `onForce` is called when they insist. */
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
    // npm passes signals on to its shell, which keeps them for itself; and nothing is passed on when npm is killed.
    const isRunnerThere = watchScriptRunner();
    setInterval(() => isRunnerThere() || stop('npm is gone'), PARENT_CHECK_MS).unref();
  });

/** What each worker may use when there are more of them than one of a kind; undefined for as much as it finds. */
const memoryShare = async (replicas, { env, workerBytesOf }) => {
  if (!workerBytesOf && env.WORKER_MEMORY_BYTES) return undefined;
  // Built by the setup that went before.
  const { readMemoryLimit } = await import('../../packages/observability/dist/memory-limit.js');
  if (!workerBytesOf) return shareMemory({ ...readMemoryLimit(), replicas });
  checkMemory({ ...readMemoryLimit(), replicas, bytesOf: workerBytesOf });
  return undefined;
};

/**
 * Brings the fleet up, serves until somebody wants it to stop, and stops it. `replicas` as `readReplicas` answers them.
 * `openEnvironments({ dataDir, env, node, tools })`, where it is given, answers `environmentOf` and `startParts` of
 * `startFleet`, the runner's `env`, and with `workerBytesOf(service)` what each worker that reads pages is given.
 */
export const runFleet = async (replicas = {}, openEnvironments = undefined) => {
  const { env } = process;
  const progress = createProgress(process.stdout);
  const dataDir = path.resolve(ROOT, env.QUARRY_DATA || '.quarry');
  progress.line('Quarry');
  // A setup takes a while, and nobody is to be sent to a fleet that is gone.
  removeStaleDemoFile(dataDir);
  const { node, tools, missing, fontsLine } = await setUp({ root: ROOT, env });
  const given = (await openEnvironments?.({ dataDir, env, node, tools })) ?? { env };
  const redis = missing.find(({ setting }) => setting === 'REDIS_SERVER');
  if (redis && !given.env.REDIS_URL) throw new Failure(redis.line);
  for (const { line, setting } of missing) if (setting !== 'REDIS_SERVER') progress.line(`  ! ${line}`);
  if (fontsLine) progress.line(`  ! ${fontsLine}`);
  const { startWarnings } = await import('../../packages/cli/dist/doctor/start-warnings.js');
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
  const starting = startFleet({ root: ROOT, dataDir, node, tools, replicas, workerMemoryBytes, ...given, ...told });
  const fleet = await Promise.race([starting, stopAsked.then(() => undefined)]);
  if (!fleet) force();
  await stopAsked;
  progress.line('Stopping');
  await fleet.stop();
  progress.line('Stopped');
  process.exit(0);
};
