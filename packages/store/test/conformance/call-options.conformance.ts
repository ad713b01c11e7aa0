import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { admitInput, DEADLINE_MS, FAILED, OK, START_MS, useScene } from './store-scene.js';
import type { OpenStore, StoreScene } from './store-scene.js';

type Options = Partial<Parameters<StoreScene['store']['requests']['admit']>[0]>;

/** Admits a request with options; returns its id. */
const admit = async ({ store, nowMs }: StoreScene, accountId: string, options: Options): Promise<string> => {
  const input = { ...admitInput(accountId, 10, nowMs), ...options };
  expect(await store.requests.admit(input)).toMatchObject({ outcome: 'admitted' });
  return input.id;
};

const describeAnswers = (openStore: OpenStore): void =>
  describe('findAnswer', () => {
    const scene = useScene(openStore);
    const end = { ...OK, chargedCredits: 5, answerName: 'result.json' };

    it('finds the newest charged success of the account under the key, if it is young enough', async () => {
      const { newAccount, store } = scene();
      const { id: accountId } = await newAccount(1_000);
      const find = (sinceMs = START_MS) => store.requests.findAnswer(accountId, 'k', sinceMs);
      const first = await admit(scene(), accountId, { answerKey: 'k' });
      expect(await find()).toBeNull();
      await store.requests.finish(first, end);
      scene().nowMs += 1_000;
      const second = await admit(scene(), accountId, { answerKey: 'k' });
      expect((await find())?.id).toBe(first);
      await store.requests.finish(second, end);
      expect(await find()).toMatchObject({ id: second, answerName: 'result.json', state: 'ok', chargedCredits: 5 });
      expect((await find(START_MS + 1_000))?.id).toBe(second);
      expect(await find(START_MS + 1_001)).toBeNull();
    });

    it('finds nothing of failures, of free successes, of other keys and of other accounts', async () => {
      const { newAccount, store } = scene();
      const [{ id: accountId }, { id: other }] = [await newAccount(1_000), await newAccount(1_000)];
      const answerKey = 'k';
      await store.requests.finish(await admit(scene(), accountId, { answerKey }), FAILED);
      await store.requests.finish(await admit(scene(), accountId, { answerKey }), { ...end, chargedCredits: 0 });
      await store.requests.finish(await admit(scene(), accountId, { answerKey: 'another' }), end);
      await store.requests.finish(await admit(scene(), accountId, {}), end);
      await store.requests.finish(await admit(scene(), other, { answerKey }), end);
      expect(await store.requests.findAnswer(accountId, answerKey, 0)).toBeNull();
    });
  });

const describeAsync = (openStore: OpenStore): void =>
  describe('listAsync', () => {
    const scene = useScene(openStore);

    it('lists open requests that nobody waits for, oldest first, in pages', async () => {
      const { newAccount, store } = scene();
      const { id: accountId } = await newAccount(1_000);
      const ids: string[] = [];
      for (let count = 0; count < 3; count += 1) {
        ids.push(await admit(scene(), accountId, { isAsync: true }));
        scene().nowMs += 10;
      }
      await admit(scene(), accountId, {});
      await store.requests.finish(await admit(scene(), accountId, { isAsync: true }), OK);
      const list = async (page: Partial<Parameters<typeof store.requests.listAsync>[0]>) =>
        store.requests.listAsync({ minAgeMs: 0, limit: 10, ...page });
      const all = await list({});
      expect(all.map(({ id }) => id)).toEqual(ids);
      expect(all[0]).toMatchObject({ isAsync: true, attempt: 1, operation: 'scrape/web' });
      expect((await list({ minAgeMs: 15 })).map(({ id }) => id)).toEqual(ids.slice(0, 2));
      expect((await list({ limit: 2 })).map(({ id }) => id)).toEqual(ids.slice(0, 2));
      expect((await list({ after: all[1] })).map(({ id }) => id)).toEqual(ids.slice(2));
      scene().nowMs = START_MS + DEADLINE_MS;
      expect((await list({})).map(({ id }) => id)).toEqual(ids.slice(1));
    });

    it('tells requests apart that were created in the same millisecond', async () => {
      const { newAccount, store } = scene();
      const { id: accountId } = await newAccount(1_000);
      const ids = [randomUUID(), randomUUID(), randomUUID()];
      for (const id of ids) await admit(scene(), accountId, { id, isAsync: true });
      const seen: string[] = [];
      for (let after = undefined as { createdAtMs: number; id: string } | undefined; ;) {
        const [row] = await store.requests.listAsync({ minAgeMs: 0, limit: 1, after });
        if (row === undefined) break;
        seen.push(row.id);
        after = row;
      }
      expect(seen).toEqual(ids.sort());
    });
  });

const describeEvents = (openStore: OpenStore): void =>
  describe('the event of a request', () => {
    const scene = useScene(openStore);
    const webhookUrl = 'https://hooks.example/in';
    const deliveries = (accountId: string) => scene().store.webhooks.list(accountId, { limit: 100 });

    it('is written with its end, once', async () => {
      const { newAccount, store } = scene();
      const { id: accountId } = await newAccount(1_000);
      const id = await admit(scene(), accountId, { webhookUrl });
      await admit(scene(), accountId, {});
      expect(await deliveries(accountId)).toEqual([]);
      expect(await store.requests.get(id)).toMatchObject({ webhookUrl });
      scene().nowMs += 1_000;
      await store.requests.finish(id, { ...OK, chargedCredits: 5 });
      await store.requests.finish(id, FAILED);
      expect(await deliveries(accountId)).toMatchObject([
        {
          id: `${id}.completed`,
          jobId: id,
          event: 'request.completed',
          url: webhookUrl,
          state: 'pending',
          data: { requestId: id, operation: 'scrape/web', status: 'ok', creditsCharged: 5 },
        },
      ]);
      expect(await store.webhooks.claim({ leaseMs: 1_000, limit: 10 })).toMatchObject([{ id: `${id}.completed` }]);
    });

    it('says why a request failed, also one that a sweep has ended', async () => {
      const { newAccount, store } = scene();
      const { id: accountId } = await newAccount(1_000);
      await admit(scene(), accountId, { webhookUrl });
      scene().nowMs += DEADLINE_MS + 10_000;
      await store.requests.sweepExpired({ graceMs: 0, limit: 10 });
      expect(await deliveries(accountId)).toMatchObject([
        { data: { status: 'error', error: 'deadline_exceeded', retryable: true, creditsCharged: 0 } },
      ]);
    });
  });

/** Calls with options: shared answers, calls that nobody waits for, and events. */
export const describeCallOptions = (openStore: OpenStore): void =>
  describe('call options', () => {
    describeAnswers(openStore);
    describeAsync(openStore);
    describeEvents(openStore);
  });
