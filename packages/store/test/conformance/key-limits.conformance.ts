import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { MAX_KEY_CONCURRENCY, MAX_KEY_OPERATIONS } from '../../src/keys/key-rules.js';
import type { AdmitResult, KeyUse } from '../../src/port.js';
import { handOver, lead, newItem, OWNER, submit } from './batches/batch-scene.js';
import { admitInput, DAY_MS, expectBalanced, FAILED, OK, openScene, START_MS, useScene } from './store-scene.js';
import type { OpenStore, StoreScene } from './store-scene.js';

const MIDNIGHT_MS = Date.UTC(2026, 0, 16);

/** Admits with a key; returns the request's id with the result. */
const admitBy = async ({ store, nowMs }: StoreScene, accountId: string, key: KeyUse, holdCredits: number) => {
  const input = { ...admitInput(accountId, holdCredits, nowMs), key };
  return { id: input.id, result: await store.requests.admit(input) };
};

const outcomes = (results: readonly AdmitResult[], outcome: AdmitResult['outcome']): number =>
  results.filter((result) => result.outcome === outcome).length;

const describeStored = (openStore: OpenStore): void =>
  describe('limits of keys', () => {
    const scene = useScene(openStore);

    it('are kept, changed as a whole, and told whenever the key authenticates', async () => {
      const { newAccount, store } = scene();
      const { id: accountId } = await newAccount(10);
      const limits = { creditsPerDay: 5, operations: ['scrape', 'enginea/serp'], concurrency: 2 };
      const made = await store.keys.create({ accountId, name: 'limited', limits });
      const [keyId, plainKey] = [made?.key.id ?? '', made?.plainKey ?? ''];
      expect(made?.key.limits).toEqual(limits);
      expect(await store.keys.authenticate(plainKey)).toMatchObject({ keyId, limits });
      const changed = await store.keys.change(keyId, { name: 'other', limits: { concurrency: 1 } });
      expect(changed).toEqual({ ...made?.key, name: 'other', limits: { concurrency: 1 } });
      expect(await store.keys.list(accountId)).toEqual([changed]);
      expect(await store.keys.change(keyId, {})).toEqual(changed);
      const free = await store.keys.change(keyId, { limits: {} });
      expect(free).not.toHaveProperty('limits');
      expect(await store.keys.authenticate(plainKey)).not.toHaveProperty('limits');
      expect(free?.name).toBe('other');
    });

    it('are not changed of a key that is revoked or unknown', async () => {
      const { newAccount, store } = scene();
      const made = await store.keys.create({ accountId: (await newAccount(10)).id, name: 'old' });
      await store.keys.revoke(made?.key.id ?? '');
      expect(await store.keys.change(made?.key.id ?? '', { name: 'new' })).toBeNull();
      expect(await store.keys.change('nobody', { limits: { concurrency: 1 } })).toBeNull();
    });

    it.each([
      { creditsPerDay: -1 },
      { creditsPerDay: 0.5 },
      { concurrency: 0 },
      { concurrency: MAX_KEY_CONCURRENCY + 1 },
      { operations: [] },
      { operations: [''] },
      { operations: Array.from({ length: MAX_KEY_OPERATIONS + 1 }, () => 'scrape') },
    ])('are not %j', async (limits) => {
      const { newAccount, store } = scene();
      const { id: accountId } = await newAccount(10);
      await expect(store.keys.create({ accountId, name: 'bad', limits })).rejects.toMatchObject({
        code: 'invalid_input',
      });
      expect(await store.keys.list(accountId)).toEqual([]);
    });
  });

const describeDay = (openStore: OpenStore): void =>
  describe('the credits of a key in a day', () => {
    const scene = useScene(openStore);
    const key: KeyUse = { id: 'key-1', creditsPerDay: 10 };

    it('are those held and charged, until midnight in UTC', async () => {
      const { newAccount, store } = scene();
      const { id: accountId } = await newAccount(1_000);
      const first = await admitBy(scene(), accountId, key, 6);
      expect(first.result).toMatchObject({ outcome: 'admitted', availableCredits: 994 });
      const spent = { outcome: 'key_day_spent', neededCredits: 5, availableCredits: 4, freesAtMs: MIDNIGHT_MS };
      expect((await admitBy(scene(), accountId, key, 5)).result).toEqual(spent);
      // What it does not use is free again.
      await store.requests.finish(first.id, { ...OK, chargedCredits: 1 });
      const second = await admitBy(scene(), accountId, key, 9);
      expect(second.result.outcome).toBe('admitted');
      await store.requests.finish(second.id, { ...OK, chargedCredits: 9 });
      expect((await admitBy(scene(), accountId, key, 1)).result).toMatchObject({ availableCredits: 0 });
      // Neither what is free, nor another key, nor a call without one.
      expect((await admitBy(scene(), accountId, key, 0)).result.outcome).toBe('admitted');
      expect((await admitBy(scene(), accountId, { ...key, id: 'key-2' }, 10)).result.outcome).toBe('admitted');
      await scene().hold(accountId, 100);
      scene().nowMs = MIDNIGHT_MS;
      expect((await admitBy(scene(), accountId, key, 10)).result.outcome).toBe('admitted');
      expect((await admitBy(scene(), accountId, key, 1)).result).toMatchObject({ freesAtMs: MIDNIGHT_MS + DAY_MS });
      await expectBalanced(store, accountId);
    });

    it('give back to the day of the admission', async () => {
      const { newAccount, store } = scene();
      const { id: accountId } = await newAccount(1_000);
      const late = await admitBy(scene(), accountId, key, 10);
      scene().nowMs = MIDNIGHT_MS;
      await admitBy(scene(), accountId, key, 4);
      await store.requests.finish(late.id, FAILED);
      expect((await admitBy(scene(), accountId, key, 7)).result).toMatchObject({ availableCredits: 6 });
    });

    it('go with the day into the next period', async () => {
      const { newAccount, store } = scene();
      const { id: accountId, createdAtMs } = await newAccount(1_000, { periodDays: 1 });
      // The period ends at 13:30, within a day.
      scene().nowMs = createdAtMs + DAY_MS - 1;
      const [open] = [await admitBy(scene(), accountId, key, 6), await admitBy(scene(), accountId, key, 3)];
      scene().nowMs += 1;
      expect((await admitBy(scene(), accountId, key, 2)).result).toMatchObject({ availableCredits: 1 });
      await store.requests.finish(open.id, { ...OK, chargedCredits: 2 });
      expect((await admitBy(scene(), accountId, key, 5)).result.outcome).toBe('admitted');
      expect((await admitBy(scene(), accountId, key, 1)).result.outcome).toBe('key_day_spent');
      await expectBalanced(store, accountId);
    });

    it('say first that the account has too few', async () => {
      const { id: accountId } = await scene().newAccount(5);
      expect((await admitBy(scene(), accountId, key, 11)).result).toMatchObject({ outcome: 'credits_exhausted' });
    });

    it('are held once for a batch, and given back by its items', async () => {
      const { newAccount, store } = scene();
      const { id: accountId } = await newAccount(1_000);
      const items = [newItem(0, 5), newItem(1, 5)];
      const { jobId, ids } = await submit(scene(), accountId, items, { key });
      expect((await admitBy(scene(), accountId, key, 1)).result).toMatchObject({ availableCredits: 0 });
      await lead(scene(), jobId);
      await handOver(scene(), jobId, ids);
      await store.items.finish(ids[0] ?? '', { ...OK, chargedCredits: 2 });
      await store.batches.publish(jobId, OWNER, 10);
      expect((await admitBy(scene(), accountId, key, 4)).result).toMatchObject({ availableCredits: 3 });
      await store.items.finish(ids[1] ?? '', FAILED);
      await store.batches.publish(jobId, OWNER, 10);
      expect((await admitBy(scene(), accountId, key, 8)).result.outcome).toBe('admitted');
      expect((await admitBy(scene(), accountId, key, 1)).result).toMatchObject({ availableCredits: 0 });
      expect(await store.batches.get(jobId)).toMatchObject({ keyId: key.id });
      expect(await store.items.get(ids[0] ?? '')).toMatchObject({ keyId: key.id });
      await expectBalanced(store, accountId);
    });
  });

const describeDayAtOnce = (openStore: OpenStore): void =>
  describe('the credits of a key in a day', () => {
    const scene = useScene(openStore);
    const key: KeyUse = { id: 'key-1', creditsPerDay: 10 };

    it('are never exceeded by calls side by side', async () => {
      const { fixture, newAccount, store } = scene();
      const { id: accountId } = await newAccount(1_000);
      const stores = [store, await fixture.openAnother()];
      const results = await Promise.all(
        Array.from({ length: 40 }, (_, index) =>
          (stores[index % 2] ?? store).requests.admit({ ...admitInput(accountId, 3, START_MS), key }),
        ),
      );
      expect([outcomes(results, 'admitted'), outcomes(results, 'key_day_spent')]).toEqual([3, 37]);
      expect(await store.accounts.period(accountId)).toMatchObject({ held: 9 });
    });
  });

const describePlaces = (openStore: OpenStore): void =>
  describe('the concurrency of a key', () => {
    const scene = useScene(openStore);
    const key: KeyUse = { id: 'key-1', concurrency: 2 };

    it('counts its open requests', async () => {
      const { newAccount, store } = scene();
      const { id: accountId } = await newAccount(1_000);
      const first = await admitBy(scene(), accountId, key, 1);
      expect((await admitBy(scene(), accountId, key, 0)).result.outcome).toBe('admitted');
      expect((await admitBy(scene(), accountId, key, 1)).result).toEqual({ outcome: 'key_busy' });
      expect((await admitBy(scene(), accountId, { ...key, id: 'key-2' }, 1)).result.outcome).toBe('admitted');
      await store.requests.finish(first.id, FAILED);
      expect((await admitBy(scene(), accountId, key, 1)).result.outcome).toBe('admitted');
      expect(await store.requests.get(first.id)).toMatchObject({ keyId: key.id });
      await submit(scene(), accountId, [newItem(0)], { key });
      await expectBalanced(store, accountId);
    });

    it('is never exceeded by calls side by side', async () => {
      const { fixture, newAccount, store } = scene();
      const { id: accountId } = await newAccount(1_000);
      const stores = [store, await fixture.openAnother()];
      const results = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          (stores[index % 2] ?? store).requests.admit({ ...admitInput(accountId, 1, START_MS), key }),
        ),
      );
      expect([outcomes(results, 'admitted'), outcomes(results, 'key_busy')]).toEqual([2, 18]);
    });
  });

const LIMIT = 12;

interface Step {
  readonly kind: 'admit' | 'finish' | 'wait';
  readonly credits: number;
  readonly pick: number;
}

/** Against sums in memory: what each day may still admit. */
const playSteps = async (scene: StoreScene, accountId: string, steps: readonly Step[]): Promise<void> => {
  const key: KeyUse = { id: accountId, creditsPerDay: LIMIT };
  const used = new Map<number, number>();
  const open: { id: string; held: number; day: number }[] = [];
  const today = (): number => Math.floor(scene.nowMs / DAY_MS);
  for (const { kind, credits, pick } of steps) {
    if (kind === 'wait') scene.nowMs += 5 * 3_600_000;
    else if (kind === 'admit') {
      const left = LIMIT - (used.get(today()) ?? 0);
      const { id, result } = await admitBy(scene, accountId, key, credits);
      expect(result.outcome).toBe(credits <= left ? 'admitted' : 'key_day_spent');
      if (result.outcome !== 'admitted') continue;
      used.set(today(), (used.get(today()) ?? 0) + credits);
      open.push({ id, held: credits, day: today() });
    } else {
      const [row] = open.splice(pick % Math.max(1, open.length), 1);
      if (row === undefined) continue;
      const charged = Math.min(credits, row.held);
      await scene.store.requests.finish(row.id, { ...OK, chargedCredits: charged });
      used.set(row.day, (used.get(row.day) ?? 0) - row.held + charged);
    }
  }
};

const describeModel = (openStore: OpenStore, runs: number): void =>
  describe('the credits of a key in a day', () => {
    it('are those of a model, in any order of calls, over days and periods', async () => {
      const step = fc.record({
        kind: fc.constantFrom('admit' as const, 'admit' as const, 'finish' as const, 'wait' as const),
        credits: fc.integer({ min: 0, max: 8 }),
        pick: fc.nat(20),
      });
      const scene = await openScene(openStore);
      try {
        await fc.assert(
          fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
            scene.nowMs = START_MS;
            const { id } = await scene.newAccount(1_000, { periodDays: 1 });
            await playSteps(scene, id, steps);
            await expectBalanced(scene.store, id);
          }),
          { numRuns: runs },
        );
      } finally {
        await scene.fixture.dispose();
      }
    });
  });

export const describeKeyLimits = (openStore: OpenStore, modelRuns: number): void => {
  describeStored(openStore);
  describeDay(openStore);
  describeDayAtOnce(openStore);
  describePlaces(openStore);
  describeModel(openStore, modelRuns);
};
