import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  ApiClient,
  fleetParts,
  openAccount,
  recordProof,
  startFleet,
  startTargetSite,
  type Fleet,
  type TargetSite,
} from '@quarry/testkit';

/** Concurrent calls of one account, each with a wait in the browser: many more than there are places. */
const LONG_CALLS = 64;
const WAIT_MS = 25_000;
const ROUNDS = 40;
/** Longest time of another account's call beside them, as a multiple of its time alone. */
const MAX_SLOWDOWN = 1.5;
const TEST_MS = 600_000;

const p95 = (values: readonly number[]): number =>
  [...values].sort((left, right) => left - right)[Math.ceil(values.length * 0.95) - 1] ?? 0;

describe('one account with long calls in every place it may have', () => {
  let site: TargetSite;
  let fleet: Fleet;
  beforeAll(async () => {
    const [parts] = fleetParts();
    site = await startTargetSite();
    fleet = await startFleet({ env: { ...(await parts?.prepare()), EGRESS_ALLOW: site.host } });
  }, 240_000);
  afterAll(async () => {
    await fleet.stop();
    await site.close();
  }, 120_000);

  const timesOf = async (client: ApiClient, body: object): Promise<number[]> => {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const startedAt = performance.now();
      const answer = await client.scrape({ url: `${site.url}/page/own-${round}`, ...body });
      times.push(performance.now() - startedAt);
      expect(answer.status).toBe(200);
    }
    return times;
  };

  it(
    `does not hold up another one's: p95 within ${MAX_SLOWDOWN} times that alone`,
    async () => {
      const startedAt = Date.now();
      const [hog, other] = await Promise.all([
        openAccount(fleet, { concurrency: LONG_CALLS }),
        openAccount(fleet, { concurrency: 4 }),
      ]);
      const [hogClient, client] = [new ApiClient(hog), new ApiClient(other)];
      const ways = { rendered: { jsRendering: true }, plain: { jsRendering: false } } as const;
      await timesOf(client, ways.rendered);
      const alone = { rendered: await timesOf(client, ways.rendered), plain: await timesOf(client, ways.plain) };
      const callOn = async (call: number): Promise<void> => {
        // Until the fleet ends.
        for (;;) await hogClient.scrape({ url: `${site.url}/page/long-${call}`, jsRendering: true, wait: WAIT_MS });
      };
      for (let call = 0; call < LONG_CALLS; call += 1) void callOn(call).catch(() => undefined);
      while ((await hogClient.usage()).availableConcurrency > 0) {
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      const beside = { rendered: await timesOf(client, ways.rendered), plain: await timesOf(client, ways.plain) };
      const slowdown = {
        rendered: p95(beside.rendered) / p95(alone.rendered),
        plain: p95(beside.plain) / p95(alone.plain),
      };
      const seconds = (Date.now() - startedAt) / 1_000;
      const isFair = Math.max(slowdown.rendered, slowdown.plain) <= MAX_SLOWDOWN;
      const note = Object.entries(slowdown)
        .map(([way, times]) => `${way} ${times.toFixed(2)} times`)
        .join(', ');
      recordProof({
        name: `p95 of an account beside ${LONG_CALLS} long calls of another`,
        ...{ cases: 4 * ROUNDS, failures: isFair ? 0 : 1, seconds, note },
      });
      expect(Math.max(slowdown.rendered, slowdown.plain)).toBeLessThanOrEqual(MAX_SLOWDOWN);
    },
    TEST_MS,
  );
});
