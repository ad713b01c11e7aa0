import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { FREE_BUDGET_WINDOW_MS } from '@quarry/contracts';
import { Redis } from 'ioredis';
import { MAX_SUMMED_ACCOUNTS } from './bounds.js';
import type { QueueLog } from './connection/connections.js';
import { outcomesKey } from './names.js';
import { openOutcomeCounts, OUTCOME_SPAN_MS } from './outcome-counts.js';
import type { OutcomeCounts } from './port.js';
import { eventually } from '../test/queue-fixture.js';
import { sharedRedis, type SharedRedis } from '../test/shared-redis.js';

const START_MS = 5_000 * OUTCOME_SPAN_MS;

describe('counts of outcomes', () => {
  const prefix = 'test';
  let redis: SharedRedis;
  let nowMs = START_MS;
  let counts: OutcomeCounts;
  const warnings: string[] = [];
  const log: QueueLog = {
    warn: (message, fields) => void warnings.push(`${message}: ${String(fields?.failedCount)} accounts`),
    error: () => undefined,
  };
  beforeAll(async () => {
    redis = await sharedRedis();
    counts = openOutcomeCounts({ redis: redis.client, prefix, now: () => nowMs, log });
  });
  beforeEach(() => {
    nowMs = START_MS;
  });

  it('add up, by account', async () => {
    const [one, other] = [randomUUID(), randomUUID()];
    await Promise.all(Array.from({ length: 50 }, () => counts.note(one, { freeCredits: 5, chargedCredits: 0 })));
    await counts.note(one, { freeCredits: 0, chargedCredits: 15 });
    await counts.note(other, { freeCredits: 1, chargedCredits: 0 });
    const leavesAtMs = START_MS + FREE_BUDGET_WINDOW_MS;
    expect(await counts.lastHour(one)).toEqual([{ leavesAtMs, freeCredits: 250, chargedCredits: 15 }]);
    expect(await counts.lastHour(other)).toEqual([{ leavesAtMs, freeCredits: 1, chargedCredits: 0 }]);
    expect(await counts.lastHour(randomUUID())).toEqual([]);
  });

  it('leave the window when they said they would', async () => {
    const account = randomUUID();
    await counts.note(account, { freeCredits: 7, chargedCredits: 0 });
    nowMs += OUTCOME_SPAN_MS;
    await counts.note(account, { freeCredits: 2, chargedCredits: 3 });
    const leaving = await counts.lastHour(account);
    expect(leaving.map(({ freeCredits }) => freeCredits).sort()).toEqual([2, 7]);
    nowMs = Math.min(...leaving.map(({ leavesAtMs }) => leavesAtMs)) - 1;
    expect(await counts.lastHour(account)).toHaveLength(2);
    nowMs += 1;
    expect(await counts.lastHour(account)).toMatchObject([{ freeCredits: 2, chargedCredits: 3 }]);
  });

  it('stay few, however long an account goes on, and go with the hour', async () => {
    const account = randomUUID();
    for (let span = 0; span < 100; span += 1) {
      await counts.note(account, { freeCredits: 1, chargedCredits: 1 });
      nowMs += OUTCOME_SPAN_MS;
    }
    expect(await redis.client.hlen(outcomesKey(prefix, account))).toBeLessThanOrEqual(48);
    expect(await counts.lastHour(account)).toHaveLength(11);
    const leftMs = await redis.client.pttl(outcomesKey(prefix, account));
    // Without an expiry it would be -1.
    expect(leftMs).toBeGreaterThan(FREE_BUDGET_WINDOW_MS);
    expect(leftMs).toBeLessThanOrEqual(FREE_BUDGET_WINDOW_MS + OUTCOME_SPAN_MS);
  });

  it('write nothing for what is neither', async () => {
    const account = randomUUID();
    await counts.note(account, { freeCredits: 0, chargedCredits: 0 });
    expect(await redis.client.exists(outcomesKey(prefix, account))).toBe(0);
  });

  it('of items are summed up and counted together, soon and before the close', async () => {
    const [one, other] = [randomUUID(), randomUUID()];
    const commands = async () => Number(/total_commands_processed:(\d+)/.exec(await redis.client.info('stats'))?.[1]);
    const before = await commands();
    for (let item = 0; item < 500; item += 1) counts.noteSoon(one, { freeCredits: 1, chargedCredits: 2 });
    await eventually(async () => (await counts.lastHour(one)).length > 0);
    expect(await counts.lastHour(one)).toMatchObject([{ freeCredits: 500, chargedCredits: 1_000 }]);
    // Other tests share this Redis; one command for each item would be many more.
    expect((await commands()) - before).toBeLessThan(250);
    counts.noteSoon(other, { freeCredits: 3, chargedCredits: 0 });
    await counts.close();
    expect(await counts.lastHour(other)).toMatchObject([{ freeCredits: 3 }]);
  });

  it('of items are counted at once when very many accounts have some', async () => {
    const accounts = Array.from({ length: MAX_SUMMED_ACCOUNTS }, () => randomUUID());
    for (const account of accounts) counts.noteSoon(account, { freeCredits: 1, chargedCredits: 0 });
    // Sent already: this one is read after them.
    expect(await counts.lastHour(accounts.at(-1) ?? '')).toHaveLength(1);
  });

  it('of items are told of when they cannot be counted', async () => {
    const away = new Redis({ lazyConnect: true, port: 1, maxRetriesPerRequest: 0, retryStrategy: () => null });
    away.on('error', () => undefined);
    const lost = openOutcomeCounts({ redis: away, prefix, now: () => nowMs, log });
    for (let account = 0; account < 20; account += 1) {
      lost.noteSoon(randomUUID(), { freeCredits: 1, chargedCredits: 0 });
    }
    await lost.close();
    expect(warnings).toEqual(['outcomes of items were not counted: 20 accounts']);
  });
});
