import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { inParallel, proofSize, recordProof, spawnService, type Replica } from '@quarry/testkit';
import { Balancer } from './balancer.js';
import { startChaosScenes, type ChaosScene, type ChaosScenes } from './chaos-scene.js';

/** Longer than the lock of a job lasts: another worker takes the job up while the first still has it. */
const FROZEN_MS = 10_000;
const CALLERS = 8;
const ROUNDS = proofSize(1, 3);
/** Longer than the balancer takes to look. */
const NOTICE = { SHUTDOWN_NOTICE_MS: '1500' };

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

let scenes: ChaosScenes;

beforeAll(async () => {
  scenes = await startChaosScenes();
}, 240_000);

afterAll(() => scenes.close(), 90_000);

const freeze = async (scene: ChaosScene, second: Replica, round: number): Promise<void> => {
  const before = await scene.books();
  const path = `/slow/${1_200 + round}`;
  const answers = inParallel(CALLERS, CALLERS, () => scene.scrape(path));
  await scene.site.reached(path, CALLERS);
  second.kill('SIGSTOP');
  await pause(FROZEN_MS);
  second.kill('SIGCONT');
  expect((await answers).map(({ status }) => status)).toEqual(Array.from({ length: CALLERS }, () => 200));
  // The thawed worker ends its own runs of the same jobs meanwhile.
  await pause(1_500);
  const after = await scene.books();
  expect(after.period.charged - before.period.charged).toBe(CALLERS);
  expect(after.rows.length - before.rows.length).toBe(CALLERS);
};

/** Replaces every gateway and worker by a new one, one after the other, a new one first. */
const roll = async (scene: ChaosScene, balancer: Balancer): Promise<Replica[]> => {
  const start = (): Promise<Replica> => spawnService(scene.fleet, 'gateway', NOTICE);
  let gateways = [await start(), await start()];
  let worker = await spawnService(scene.fleet, 'browser-scrape');
  await balancer.use(gateways);
  for (let round = 0; round < ROUNDS; round += 1) {
    await pause(500);
    for (const old of gateways) {
      gateways = [...gateways.filter((one) => one !== old), await start()];
      await balancer.use([...gateways, old]);
      expect(await old.stop()).toBe(0);
    }
    const old = worker;
    worker = await spawnService(scene.fleet, 'browser-scrape');
    expect(await old.stop()).toBe(0);
  }
  return [...gateways, worker];
};

/** Calls through the balancer until `work` has ended; answers what each call came to. */
const callDuring = async (
  scene: ChaosScene,
  balancer: Balancer,
  work: Promise<Replica[]>,
): Promise<(number | string)[]> => {
  let isRolling = true;
  const statuses: (number | string)[] = [];
  const caller = async (lane: number): Promise<void> => {
    while (isRolling) {
      const url = `${scene.site.url}/slow/${50 + lane * 10}`;
      const answer = await balancer.send({ url, jsRendering: false }).catch((error: Error) => error);
      // Not a call yet: no gateway has got ready so far.
      if (answer instanceof Error && answer.message === 'no gateway is ready') await pause(50);
      else statuses.push(answer instanceof Error ? inspect(answer.cause ?? answer) : answer.status);
    }
  };
  const callers = inParallel(CALLERS, CALLERS, caller);
  try {
    const replicas = await work;
    isRolling = false;
    await callers;
    await Promise.all(replicas.map((replica) => replica.stop()));
    return statuses;
  } finally {
    isRolling = false;
  }
};

describe('several replicas', () => {
  it(
    'a worker that is frozen and wakes up: its jobs are delivered twice, answered and charged once',
    () =>
      scenes.onEach(async (scene) => {
        const startedAt = Date.now();
        const second = await spawnService(scene.fleet, 'browser-scrape');
        let failures = ROUNDS;
        try {
          for (let round = 0; round < ROUNDS; round += 1) {
            await freeze(scene, second, round);
            failures -= 1;
          }
        } finally {
          await second.stop();
          const seconds = (Date.now() - startedAt) / 1_000;
          recordProof({ name: `delivered twice, ${scene.name}`, cases: ROUNDS * CALLERS, failures, seconds });
        }
      }),
    ROUNDS * 100_000,
  );

  it(
    'a rolling restart of gateways and workers under load: no call fails',
    () =>
      scenes.onEach(async (scene) => {
        const startedAt = Date.now();
        const before = await scene.books();
        const balancer = new Balancer(scene.fleet.apiKey);
        const statuses = await callDuring(scene, balancer, roll(scene, balancer)).finally(() => balancer.close());
        const failed = statuses.filter((status) => status !== 200);
        const seconds = (Date.now() - startedAt) / 1_000;
        recordProof({
          name: `rolling restart, ${scene.name}`,
          cases: statuses.length,
          failures: failed.length,
          seconds,
        });
        expect(failed).toEqual([]);
        expect(statuses.length).toBeGreaterThan(20);
        const after = await scene.books();
        expect(after.period.charged - before.period.charged).toBe(statuses.length);
      }),
    ROUNDS * 200_000,
  );
});
