import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { RequestEnd, Spending, SpendingRange, SpendingRow } from '../../src/port.js';
import { MAX_SPENDING_DAYS, MAX_SPENDING_HOSTS } from '../../src/spending/spending.js';
import { handOver, lead, newItem, OWNER, submit } from './batches/batch-scene.js';
import { admitInput, DAY_MS, DEADLINE_MS, FAILED, OK, readWholeJournal, START_MS, useScene } from './store-scene.js';
import type { OpenStore, StoreScene } from './store-scene.js';

const ALL: SpendingRange = { sinceMs: START_MS - DAY_MS, untilMs: START_MS + 80 * DAY_MS };

/** One request or item, as the suite has made it. */
interface Made extends Pick<SpendingRow, 'operation' | 'host'> {
  readonly atMs: number;
  readonly credits: number;
  readonly isFailure: boolean;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const dayOf = (atMs: number): number => Date.UTC(...utcDate(new Date(atMs)));
const utcDate = (date: Date): [number, number, number] => [
  date.getUTCFullYear(),
  date.getUTCMonth(),
  date.getUTCDate(),
];

/** What a range must say of them when no host has to be left out. */
const expectedRows = (made: readonly Made[], { sinceMs, untilMs }: SpendingRange): SpendingRow[] => {
  const within = made.filter(({ atMs }) => atMs >= sinceMs && atMs < untilMs);
  const keys = new Set(within.map(({ atMs, operation, host }) => JSON.stringify([dayOf(atMs), operation, host])));
  const rows = [...keys].map((key): SpendingRow => {
    const [dayMs, operation, host] = JSON.parse(key) as [number, string, string | null];
    const those = within.filter((one) => dayOf(one.atMs) === dayMs && one.operation === operation && one.host === host);
    const failures = those.filter(({ isFailure }) => isFailure).length;
    const credits = sum(those.map((one) => one.credits));
    return { dayMs, operation, host, credits, requests: those.length, failures };
  });
  const order = ({ dayMs, operation, host }: SpendingRow): string => `${dayMs} ${operation} ${host ?? '~'}`;
  return rows.sort((left, right) => (order(left) < order(right) ? -1 : 1));
};

/** What the journal has charged for what was held within a range. */
const journalCharges = async ({ store }: StoreScene, accountId: string, { sinceMs, untilMs }: SpendingRange) => {
  const journal = await readWholeJournal(store, accountId);
  const held = new Set(
    journal.flatMap(({ kind, requestId, atMs }) =>
      kind === 'hold' && atMs >= sinceMs && atMs < untilMs ? [requestId] : [],
    ),
  );
  return sum(
    journal.flatMap(({ kind, requestId, credits }) => (kind === 'settle' && held.has(requestId) ? [credits] : [])),
  );
};

const totalOf = ({ rows }: Spending): number => sum(rows.map(({ credits }) => credits));

/** A request that ends at once, or after a time. */
const request = async (
  scene: StoreScene,
  accountId: string,
  given: { operation?: string; host?: string; end?: RequestEnd; hold?: number; takesMs?: number } = {},
): Promise<Made> => {
  const { operation = 'scrape/web', host, end = { ...OK, chargedCredits: 3 }, hold = 10, takesMs = 0 } = given;
  const atMs = scene.nowMs;
  const input = { ...admitInput(accountId, hold, atMs), operation, host };
  expect(await scene.store.requests.admit(input)).toMatchObject({ outcome: 'admitted' });
  scene.nowMs += takesMs;
  await scene.store.requests.finish(input.id, end);
  const endHost = end.host ?? host ?? null;
  return { operation, host: endHost, atMs, credits: end.chargedCredits, isFailure: end.state !== 'ok' };
};

/** A job whose items end in turn as given; the last `hidden` ones are not published. */
const batch = async (
  scene: StoreScene,
  accountId: string,
  ends: readonly RequestEnd[],
  { hidden = 0, takesMs = 0 }: { hidden?: number; takesMs?: number } = {},
): Promise<Made[]> => {
  const { store, nowMs: atMs } = scene;
  const items = ends.map((_, index) => newItem(index));
  const { jobId, ids } = await submit(scene, accountId, items, { operation: 'scrape/shop' });
  scene.nowMs += takesMs;
  await lead(scene, jobId);
  await handOver(scene, jobId, ids);
  const visible = ends.length - hidden;
  for (const [index, id] of ids.entries()) {
    if (index === visible) await store.batches.publish(jobId, OWNER, 1_000);
    await store.items.finish(id, ends[index] ?? OK);
  }
  if (hidden === 0) await store.batches.publish(jobId, OWNER, 1_000);
  return ends.slice(0, visible).map((end, index) => ({
    operation: 'scrape/shop',
    host: end.host ?? items[index]?.site ?? null,
    atMs,
    credits: end.chargedCredits,
    isFailure: end.state !== 'ok',
  }));
};

const describeSums = (openStore: OpenStore): void =>
  describe('spending', () => {
    const scene = useScene(openStore);
    const read = (accountId: string, range = ALL) => scene().store.accounts.spending(accountId, range);

    /** Six days of calls of one account, beside another one's. */
    const addDays = async (): Promise<{ accountId: string; made: Made[] }> => {
      const { newAccount } = scene();
      const [{ id: accountId }, { id: otherId }] = [await newAccount(100_000), await newAccount(100_000)];
      const made: Made[] = [];
      for (let day = 0; day < 6; day += 1) {
        scene().nowMs = START_MS + day * DAY_MS;
        const charged = { ...OK, chargedCredits: day + 1 };
        made.push(await request(scene(), accountId, { host: 'a.example', end: charged }));
        made.push(await request(scene(), accountId, { host: 'a.example', end: { ...charged, host: 'www.a.example' } }));
        made.push(await request(scene(), accountId, { operation: 'enginea/serp', end: charged }));
        made.push(await request(scene(), accountId, { host: `day-${day}.example`, end: FAILED, takesMs: 7_000 }));
        made.push(await request(scene(), accountId, { host: 'a.example', end: { ...OK, host: 'a.example:8080' } }));
        await request(scene(), otherId, { host: 'a.example' });
        await scene().hold(accountId, 5);
        if (day % 2 === 0) {
          made.push(...(await batch(scene(), accountId, [charged, FAILED, { ...charged, host: 'a.example' }, OK])));
        }
      }
      return { accountId, made };
    };

    it.each<[string, SpendingRange]>([
      ['of all days', ALL],
      ['of one day', { sinceMs: Date.UTC(2026, 0, 17), untilMs: Date.UTC(2026, 0, 18) }],
      ['that begins and ends within a day', { sinceMs: START_MS + 1, untilMs: START_MS + 4 * DAY_MS + 1 }],
      ['of one millisecond', { sinceMs: START_MS, untilMs: START_MS + 1 }],
      ['without calls', { sinceMs: START_MS + 10 * DAY_MS, untilMs: START_MS + 11 * DAY_MS }],
    ])('is summed by day, operation and host in a range %s, as the journal has it', async (_, range) => {
      const { accountId, made } = await addDays();
      const spending = await read(accountId, range);
      expect(spending).toMatchObject({ rows: expectedRows(made, range), countedSinceMs: range.sinceMs });
      expect(sum(spending.byKey.map(({ credits }) => credits))).toBe(totalOf(spending));
      expect(totalOf(spending)).toBe(await journalCharges(scene(), accountId, range));
    });

    it.each(['request', 'batch'])('of a period is what it was charged, though a %s ends after it', async (kind) => {
      const { newAccount, store } = scene();
      const { id: accountId } = await newAccount(100_000);
      const endMs = (await store.accounts.period(accountId))?.endMs ?? 0;
      await request(scene(), accountId);
      scene().nowMs = endMs - 1_000;
      const end = { ...OK, chargedCredits: 4 };
      if (kind === 'request') await request(scene(), accountId, { end, takesMs: 60_000 });
      else await batch(scene(), accountId, [end], { takesMs: 60_000 });
      await request(scene(), accountId, { end: { ...OK, chargedCredits: 9 } });
      const periods = await store.accounts.periods(accountId);
      expect(periods.map(({ charged }) => charged)).toEqual([3 + 4, 9]);
      for (const period of periods) {
        const spending = await read(accountId, { sinceMs: period.startMs, untilMs: period.endMs });
        expect(totalOf(spending)).toBe(period.charged);
      }
    });

    it('is empty for an account that nobody knows', async () => {
      expect(await read('nobody')).toEqual({ rows: [], byKey: [], countedSinceMs: ALL.sinceMs });
    });

    it.each([
      ['that ends where it begins', { sinceMs: 5, untilMs: 5 }],
      ['that ends before it begins', { sinceMs: 6, untilMs: 5 }],
      ['that is too long', { sinceMs: 0, untilMs: MAX_SPENDING_DAYS * DAY_MS + 1 }],
      ['of a broken millisecond', { sinceMs: 0.5, untilMs: 5 }],
      ['without an end', { sinceMs: 0, untilMs: Number.NaN }],
    ])('refuses a range %s', async (_, range) => {
      await expect(read('acme', range)).rejects.toMatchObject({ code: 'invalid_input' });
      const longest = { sinceMs: 0, untilMs: MAX_SPENDING_DAYS * DAY_MS };
      expect(await read('acme', longest)).toMatchObject({ rows: [] });
    });
  });

const describeTime = (openStore: OpenStore): void =>
  describe('spending', () => {
    const scene = useScene(openStore);
    const read = (accountId: string) => scene().store.accounts.spending(accountId, ALL);

    it('has items once they are visible, which is when they are charged', async () => {
      const { newAccount } = scene();
      const { id: accountId } = await newAccount(1_000);
      const charged = { ...OK, chargedCredits: 4 };
      const made = await batch(scene(), accountId, [charged, FAILED, charged, charged], { hidden: 2 });
      expect(made).toHaveLength(2);
      expect((await read(accountId)).rows).toEqual(expectedRows(made, ALL));
      expect(totalOf(await read(accountId))).toBe(await journalCharges(scene(), accountId, ALL));
    });

    it('has nothing of calls that run, and counts those that expire as failures', async () => {
      const { newAccount, store } = scene();
      const { id: accountId } = await newAccount(1_000);
      await store.requests.admit({ ...admitInput(accountId, 5, START_MS, randomUUID()), host: 'a.example' });
      expect((await read(accountId)).rows).toEqual([]);
      scene().nowMs += DEADLINE_MS + 1;
      await store.requests.sweepExpired({ graceMs: 0, limit: 10 });
      expect((await read(accountId)).rows).toMatchObject([
        { host: 'a.example', credits: 0, requests: 1, failures: 1, dayMs: Date.UTC(2026, 0, 15) },
      ]);
    });
  });

const describeHosts = (openStore: OpenStore): void =>
  describe('spending by host', () => {
    const scene = useScene(openStore);

    it('names the hosts with the most credits over the whole range, and sums the others up', async () => {
      const { newAccount, store } = scene();
      const { id: accountId } = await newAccount(100_000);
      const hosts = Array.from({ length: MAX_SPENDING_HOSTS }, (_, index) => `big-${index}.example`);
      const end = { ...OK, chargedCredits: 2 };
      for (const host of hosts.slice(0, -2)) await request(scene(), accountId, { host, end });
      // Of the two places that are left, one goes to the host with the most requests, one by name.
      for (let times = 0; times < 2; times += 1) {
        await request(scene(), accountId, { host: 'z-twice.example', end: { ...OK, chargedCredits: 1 } });
        scene().nowMs += DAY_MS;
      }
      for (const host of ['tie-b.example', 'tie-c.example', 'tie-a.example'])
        await request(scene(), accountId, { host, end });
      await request(scene(), accountId, { host: 'small.example', end: { ...OK, chargedCredits: 1 } });
      await request(scene(), accountId, { end: FAILED });
      const spending = await store.accounts.spending(accountId, ALL);
      const named = new Set(spending.rows.flatMap(({ host }) => (host === null ? [] : [host])));
      expect([...named].sort()).toEqual([...hosts.slice(0, -2), 'tie-a.example', 'z-twice.example'].sort());
      expect(spending.rows.filter(({ host }) => host === null)).toEqual([
        {
          dayMs: dayOf(scene().nowMs),
          operation: 'scrape/web',
          host: null,
          ...{ credits: 2 + 2 + 1, requests: 4, failures: 1 },
        },
      ]);
      expect(totalOf(spending)).toBe(await journalCharges(scene(), accountId, ALL));
    });
  });

const describeKeys = (openStore: OpenStore): void =>
  describe('spending by key', () => {
    const scene = useScene(openStore);

    it('is summed by day, of requests and of items by their job', async () => {
      const { newAccount, store } = scene();
      const { id: accountId } = await newAccount(100_000);
      const spend = async (keyId: string | undefined, end: RequestEnd): Promise<void> => {
        const key = keyId === undefined ? undefined : { id: keyId };
        const input = { ...admitInput(accountId, 10, scene().nowMs), key };
        await store.requests.admit(input);
        await store.requests.finish(input.id, end);
      };
      const charged = { ...OK, chargedCredits: 3 };
      const [first, second] = [dayOf(START_MS), dayOf(START_MS + DAY_MS)];
      await spend('key-a', charged);
      await spend('key-a', FAILED);
      await spend('key-b', charged);
      await spend(undefined, charged);
      scene().nowMs += DAY_MS;
      await spend('key-a', charged);
      const items = [newItem(0), newItem(1)];
      const { jobId, ids } = await submit(scene(), accountId, items, { key: { id: 'key-b' } });
      await lead(scene(), jobId);
      await handOver(scene(), jobId, ids);
      for (const id of ids) await store.items.finish(id, { ...OK, chargedCredits: 4 });
      await store.batches.publish(jobId, OWNER, 10);
      expect((await store.accounts.spending(accountId, ALL)).byKey).toEqual([
        { dayMs: first, keyId: null, credits: 3, requests: 1, failures: 0 },
        { dayMs: first, keyId: 'key-a', credits: 3, requests: 2, failures: 1 },
        { dayMs: first, keyId: 'key-b', credits: 3, requests: 1, failures: 0 },
        { dayMs: second, keyId: 'key-a', credits: 3, requests: 1, failures: 0 },
        { dayMs: second, keyId: 'key-b', credits: 8, requests: 2, failures: 0 },
      ]);
    });
  });

export const describeSpending = (openStore: OpenStore): void => {
  describeSums(openStore);
  describeTime(openStore);
  describeHosts(openStore);
  describeKeys(openStore);
};
