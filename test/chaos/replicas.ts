import { setTimeout as pause } from 'node:timers/promises';
import { inspect } from 'node:util';
import { expect } from '@jest/globals';
import { inParallel, proofSize, spawnService, type Answer, type Replica } from '@quarry/testkit';
import { Balancer } from './balancer.js';
import type { ChaosCase } from './chaos-cases.js';
import { SLOTS, type ChaosScene } from './chaos-scene.js';

/** More than one worker runs at once: the other has the rest. */
const FROZEN_CALLERS = SLOTS + SLOTS / 2;
const CALLERS = proofSize(3, 8);
const ROUNDS = proofSize(1, 2);
const GATEWAYS = proofSize(1, 2);
/** Least number of calls during a rolling restart. */
const MIN_CALLS = 20;
/** Much longer than the balancer's check, on a busy machine too. */
const NOTICE = { SHUTDOWN_NOTICE_MS: '8000' };

let rounds = 0;

/** A worker that is frozen and wakes up: another one takes its jobs in the meantime. */
export const FROZEN_WORKER: ChaosCase = {
  name: 'a worker that is frozen and wakes up',
  cases: FROZEN_CALLERS,
  run: async (scene) => {
    rounds += 1;
    const before = await scene.books();
    const second = await spawnService(scene.fleet, 'browser-scrape');
    // Held back by the site, so that no job ends before the worker is frozen.
    const group = `frozen-${rounds}`;
    const path = `/held/${group}/page`;
    try {
      const answers = inParallel(FROZEN_CALLERS, FROZEN_CALLERS, () => scene.scrape(path));
      await scene.site.reached(path, FROZEN_CALLERS);
      second.kill('SIGSTOP');
      scene.site.release(group);
      // The other worker fetches all pages of its jobs.
      await scene.site.reached(path, FROZEN_CALLERS + SLOTS / 2);
      second.kill('SIGCONT');
      expect((await answers).map(({ status }) => status)).toEqual(Array.from({ length: FROZEN_CALLERS }, () => 200));
    } finally {
      second.kill('SIGCONT');
      // It first ends its own runs of the same jobs.
      await second.stop();
    }
    const after = await scene.books();
    expect(after.period.charged - before.period.charged).toBe(FROZEN_CALLERS);
    expect(after.rows.length - before.rows.length).toBe(FROZEN_CALLERS);
    return undefined;
  },
};

/** Replaces every gateway and worker, one after the other; each new one starts before the old one ends. */
const roll = async (scene: ChaosScene, balancer: Balancer, leaving: Set<Replica>): Promise<Replica[]> => {
  const start = (): Promise<Replica> => spawnService(scene.fleet, 'gateway', NOTICE);
  let gateways = await Promise.all(Array.from({ length: GATEWAYS }, start));
  let worker = await spawnService(scene.fleet, 'browser-scrape');
  await balancer.use(gateways);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const old of gateways) {
      gateways = [...gateways.filter((one) => one !== old), await start()];
      await balancer.use([...gateways, old]);
      leaving.add(old);
      expect(await old.stop()).toBe(0);
    }
    const old = worker;
    worker = await spawnService(scene.fleet, 'browser-scrape');
    expect(await old.stop()).toBe(0);
  }
  return [...gateways, worker];
};

/** 200, or what went wrong in words. */
const outcomeOf = (answer: Answer | Error): number | string => {
  if (answer instanceof Error) return inspect(answer.cause ?? answer);
  return answer.status === 200 ? 200 : `${answer.status} ${JSON.stringify(answer.body)}`;
};

/**
 * Calls through the balancer while processes are replaced; returns the result of each call. A gateway may refuse a call when the
 * machine is so busy that its store does not respond in time: that call is retried, as its response says.
 */
const callDuring = async (
  scene: ChaosScene,
  balancer: Balancer,
  leaving: Set<Replica>,
): Promise<(number | string)[]> => {
  let isRolling = true;
  const statuses: (number | string)[] = [];
  const caller = async (lane: number): Promise<void> => {
    while (isRolling || statuses.length < MIN_CALLS) {
      const url = `${scene.site.url}/slow/${50 + lane * 10}`;
      const answer = await balancer.send({ url, jsRendering: false }).catch((error: Error) => error);
      const isNoCall = answer instanceof Error && answer.message === 'no gateway is ready';
      const isTurnedAway = !(answer instanceof Error) && answer.status === 503 && !leaving.has(answer.from);
      if (isNoCall || isTurnedAway) await pause(100);
      else statuses.push(outcomeOf(answer));
    }
  };
  const callers = inParallel(CALLERS, CALLERS, caller);
  try {
    const replicas = await roll(scene, balancer, leaving);
    isRolling = false;
    await callers;
    // There are no more calls, and the others have ended cleanly.
    for (const replica of replicas) replica.kill('SIGKILL');
    await Promise.all(replicas.map((replica) => replica.exited));
    return statuses;
  } finally {
    isRolling = false;
  }
};

/** A rolling restart of gateways and workers under load: no call fails. */
export const ROLLING_RESTART: ChaosCase = {
  name: 'a rolling restart under load',
  cases: MIN_CALLS,
  run: async (scene) => {
    const before = await scene.books();
    const balancer = new Balancer(scene.fleet.apiKey);
    const statuses = await callDuring(scene, balancer, new Set()).finally(() => balancer.close());
    expect(statuses.filter((status) => status !== 200)).toEqual([]);
    const after = await scene.books();
    expect(after.period.charged - before.period.charged).toBe(statuses.length);
    return statuses.length;
  },
};
