import { Agent, request, type ClientRequest } from 'node:http';
import type { IdleFigures, WaitingFigures } from './figures.js';
import { partsBetween } from './bench-parts.js';
import type { BenchScene } from './bench-scene.js';
import { sampleCpu, sampleMegabytes, usedBetween } from './process-figures.js';
import { redisUseBetween } from './redis-figures.js';
import type { RunOptions } from './run-options.js';

const KB_PER_MB = 1_024;
/** Time until all calls are in the queue. */
const SETTLE_MS = 1_500;
/** The running calls are idle while measured, and end soon after. */
const END_MS = 500;
/** Time until the aborted calls are cleaned up. */
const CLEAR_MS = 2_000;

const pause = (durationMs: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, durationMs));

/** Load of the fleet over `durationMs`, divided by `count`. */
const watchFor = async (scene: BenchScene, durationMs: number, count: number) => {
  const [cpu, redis, parts] = [sampleCpu(scene.groups()), await scene.redis.sample(), await scene.parts.sample()];
  await pause(durationMs);
  const after = {
    cpu: sampleCpu(scene.groups()),
    redis: await scene.redis.sample(),
    parts: await scene.parts.sample(),
  };
  const per = (count * durationMs) / 1_000;
  return {
    cpuMs: usedBetween(cpu.cpuMs, after.cpu.cpuMs, per),
    redis: redisUseBetween(redis, after.redis, per),
    store: partsBetween(parts, after.parts, per).store,
  };
};

/** Load of an idle fleet with one replica of each service. */
export const measureIdle = async (scene: BenchScene, { idleMs }: RunOptions): Promise<IdleFigures> => {
  const { cpuMs, redis, store } = await watchFor(scene, idleMs, 1);
  return {
    cpuMsPerSecond: cpuMs,
    mb: Object.fromEntries(sampleMegabytes(scene.groups())),
    redisCommandsPerSecond: redis.commands,
    storeCommandsPerSecond: store.commands,
    ...{ redis, store },
  };
};

interface Sent {
  readonly agent: Agent;
  readonly calls: readonly ClientRequest[];
}

const sendWaiting = (scene: BenchScene, apiKey: string, { count, slowMs }: { count: number; slowMs: number }): Sent => {
  const agent = new Agent({ keepAlive: true, maxSockets: count });
  const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' };
  const calls = Array.from({ length: count }, () => {
    const call = request(`${scene.fleet.baseUrl}/scrape/web`, { method: 'POST', headers, agent });
    // They are aborted at the end.
    call.on('error', () => undefined);
    call.on('response', (response) => response.resume());
    call.end(JSON.stringify({ url: `${scene.pages}/slow/${slowMs}`, outputFormat: ['markdown'], jsRendering: false }));
    return call;
  });
  return { agent, calls };
};

/** Load of calls that wait in the queue while the worker is busy with slow pages. */
export const measureWaiting = async (scene: BenchScene, options: RunOptions): Promise<WaitingFigures> => {
  const { waitingCalls: count, waitingMs } = options;
  const { apiKey } = await scene.account();
  const idle = await watchFor(scene, waitingMs, count);
  const gatewayMb = (): number => sampleMegabytes(scene.groups()).get('gateway') ?? 0;
  const before = gatewayMb();
  const { agent, calls } = sendWaiting(scene, apiKey, { count, slowMs: SETTLE_MS + waitingMs + END_MS });
  await pause(SETTLE_MS);
  const held = await watchFor(scene, waitingMs, count);
  const after = gatewayMb();
  for (const call of calls) call.destroy();
  agent.destroy();
  await pause(CLEAR_MS);
  return {
    calls: count,
    gatewayCpuMsPerCallSecond: Math.max(0, (held.cpuMs.gateway ?? 0) - (idle.cpuMs.gateway ?? 0)),
    gatewayKbPerCall: Math.max(0, ((after - before) * KB_PER_MB) / count),
    redisCommandsPerCallSecond: Math.max(0, held.redis.commands - idle.redis.commands),
    storeCommandsPerCallSecond: Math.max(0, held.store.commands - idle.store.commands),
  };
};
