import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  ApiClient,
  fleetParts,
  inParallel,
  proofSize,
  recordProof,
  spawnService,
  type Answer,
  type Replica,
} from '@quarry/testkit';
import { startChaosScene, type ChaosScene } from './chaos-scene.js';

/** Longer than the lock of a job lasts: another worker takes the job up while the first still has it. */
const FROZEN_MS = 10_000;
const CALLERS = 8;
const ROUNDS = proofSize(1, 3);

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Sends each request to the next gateway that says it is ready, as the load balancer before a fleet does. */
class Balancer {
  #next = 0;
  #ready: readonly Replica[] = [];
  #replicas: readonly Replica[] = [];
  readonly #timer = setInterval(() => void this.#look(), 200);

  constructor(private readonly apiKey: string) {}

  async use(replicas: readonly Replica[]): Promise<void> {
    this.#replicas = replicas;
    await this.#look();
  }

  async #look(): Promise<void> {
    const asked = this.#replicas;
    const answers = await Promise.all(asked.map((replica) => replica.isReady()));
    this.#ready = asked.filter((_, index) => answers[index]);
  }

  send(body: Record<string, unknown>): Promise<Answer> {
    const replica = this.#ready[this.#next++ % this.#ready.length];
    if (replica === undefined) return Promise.reject(new Error('no gateway is ready'));
    return new ApiClient({ baseUrl: replica.baseUrl, filesUrl: '', apiKey: this.apiKey }).scrape(body);
  }

  close(): void {
    clearInterval(this.#timer);
  }
}

describe.each(fleetParts())('several replicas, on $name', (parts) => {
  let scene: ChaosScene;

  beforeAll(async () => {
    scene = await startChaosScene(parts);
  }, 180_000);

  afterAll(() => scene.close(), 60_000);

  it(
    'a worker that is frozen and wakes up: its jobs are delivered twice, answered and charged once',
    async () => {
      const startedAt = Date.now();
      const second = await spawnService(scene.fleet, 'browser-scrape');
      let failures = ROUNDS;
      try {
        for (let round = 0; round < ROUNDS; round += 1) {
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
          failures -= 1;
        }
      } finally {
        await second.stop();
        const seconds = (Date.now() - startedAt) / 1_000;
        recordProof({ name: `delivered twice, ${parts.name}`, cases: ROUNDS, failures, seconds });
      }
    },
    ROUNDS * 60_000,
  );

  it(
    'a rolling restart of gateways and workers under load: no call fails',
    async () => {
      const startedAt = Date.now();
      const before = await scene.books();
      const notice = { SHUTDOWN_NOTICE_MS: '1500' };
      let gateways = [
        await spawnService(scene.fleet, 'gateway', notice),
        await spawnService(scene.fleet, 'gateway', notice),
      ];
      let workers = [await spawnService(scene.fleet, 'browser-scrape')];
      const balancer = new Balancer(scene.fleet.apiKey);
      await balancer.use(gateways);
      let isRolling = true;
      const statuses: (number | string)[] = [];
      const caller = async (lane: number): Promise<void> => {
        while (isRolling) {
          const url = `${scene.site.url}/slow/${50 + lane * 10}`;
          const answer = await balancer.send({ url, jsRendering: false }).catch((error: Error) => error);
          statuses.push(answer instanceof Error ? inspect(answer.cause ?? answer) : answer.status);
        }
      };
      const callers = Promise.all(Array.from({ length: CALLERS }, (_, lane) => caller(lane)));
      try {
        for (let round = 0; round < ROUNDS; round += 1) {
          for (const old of gateways) {
            gateways = [...gateways.filter((one) => one !== old), await spawnService(scene.fleet, 'gateway', notice)];
            await balancer.use([...gateways, old]);
            expect(await old.stop()).toBe(0);
          }
          for (const old of workers) {
            workers = [...workers.filter((one) => one !== old), await spawnService(scene.fleet, 'browser-scrape')];
            expect(await old.stop()).toBe(0);
          }
        }
      } finally {
        isRolling = false;
        await callers;
        balancer.close();
        await Promise.all([...gateways, ...workers].map((replica) => replica.stop()));
      }
      const failures = statuses.filter((status) => status !== 200);
      const seconds = (Date.now() - startedAt) / 1_000;
      recordProof({
        name: `rolling restart, ${parts.name}`,
        cases: statuses.length,
        failures: failures.length,
        seconds,
      });
      expect(failures).toEqual([]);
      expect(statuses.length).toBeGreaterThan(20);
      const after = await scene.books();
      expect(after.period.charged - before.period.charged).toBe(statuses.length);
    },
    ROUNDS * 120_000,
  );
});
