import { describe, expect, it } from '@jest/globals';
import type { BatchEvent } from '@quarry/contracts';
import { CLAIM_SCAN_ROWS } from '../../src/batches/batch-events.js';
import type { BatchWebhook, NewBatch, WebhookDelivery } from '../../src/port.js';
import {
  endInTurn,
  FAILED_END,
  handOver,
  lead,
  newItems,
  OK_END,
  OWNER,
  running,
  submit,
  WEBHOOK,
} from './batches/batch-scene.js';
import { START_MS, useScene } from './store-scene.js';
import type { OpenStore, StoreScene } from './store-scene.js';

const only = (...events: BatchEvent[]): Partial<NewBatch> => ({ webhook: { ...WEBHOOK, events } });

const readEvents = async ({ store }: StoreScene, accountId: string, jobId: string): Promise<Map<string, unknown>> => {
  const deliveries = await store.webhooks.list(accountId, { limit: 1000, jobId });
  expect(new Set(deliveries.map(({ id }) => id)).size).toBe(deliveries.length);
  return new Map(deliveries.map(({ id, data }) => [id.slice(jobId.length + 1), data]));
};

/** A finished job whose only event is on its way. */
const finishOne = async (scene: StoreScene, accountId: string, url = WEBHOOK.url): Promise<string> => {
  const { jobId, ids } = await running(scene, accountId, 1, { webhook: { url, events: ['batch.completed'] } });
  await endInTurn(scene, ids, OK_END);
  await scene.store.batches.publish(jobId, OWNER, 10);
  return `${jobId}.completed`;
};

const idsOf = (deliveries: readonly WebhookDelivery[]): string[] => deliveries.map(({ id }) => id);

const describeEvents = (openStore: OpenStore): void =>
  describe('events of a job', () => {
    const scene = useScene(openStore);

    it('are written once each, with the step they tell of', async () => {
      const { newAccount, store } = scene();
      const { id: accountId } = await newAccount(10_000);
      const { jobId, ids } = await submit(scene(), accountId, newItems(20), { webhook: WEBHOOK });
      const events = () => readEvents(scene(), accountId, jobId);
      await lead(scene(), jobId);
      expect(await events()).toEqual(new Map());
      await handOver(scene(), jobId, ids.slice(0, 10));
      await handOver(scene(), jobId, ids.slice(10));
      await endInTurn(scene(), ids.slice(0, 1), FAILED_END);
      await store.batches.publish(jobId, OWNER, 100);
      await store.batches.publish(jobId, OWNER, 100);
      expect([...(await events()).keys()]).toEqual(['started']);
      await endInTurn(scene(), ids.slice(1, 5), OK_END);
      await endInTurn(scene(), ids.slice(5, 7), FAILED_END);
      await store.batches.publish(jobId, OWNER, 2);
      expect([...(await events()).keys()].sort()).toEqual(['failed.10', 'progress.10', 'started']);
      await store.batches.publish(jobId, OWNER, 100);
      const now = await events();
      expect([...now.keys()].sort()).toEqual(['failed.10', 'failed.30', 'progress.10', 'progress.30', 'started']);
      expect(now.get('failed.10')).toMatchObject({ jobId, percent: 10, failedCount: 1, items: [{ id: ids[0] }] });
      expect(now.get('progress.30')).toMatchObject({ jobId, percent: 30, responsesCount: 7, succeededCount: 4 });
      await endInTurn(scene(), ids.slice(7), OK_END);
      while ((await store.batches.publish(jobId, OWNER, 9))?.hasMore);
      const all = await events();
      expect(all.get('failed.30')).toMatchObject({ failedCount: 1, items: [{ id: ids[5], index: 5 }] });
      expect(all.get('failed.80')).toMatchObject({ failedCount: 1, items: [{ id: ids[6], index: 6 }] });
      expect(all.has('failed.100')).toBe(false);
      expect(all.get('completed')).toMatchObject({ jobId, status: 'done', responsesCount: 20, failedCount: 3 });
      const sent = await store.webhooks.list(accountId, { limit: 100 });
      for (const { url, state, attempts } of sent) {
        expect({ url, state, attempts }).toEqual({ url: WEBHOOK.url, state: 'pending', attempts: 0 });
      }
    });

    it('list at most so many failed items, and count them all', async () => {
      const { newAccount, store } = scene();
      const { id: accountId } = await newAccount(10_000);
      const { jobId, ids } = await running(scene(), accountId, 110, only('batch.item.failed'));
      await Promise.all(ids.map((id) => store.items.finish(id, FAILED_END)));
      await store.batches.publish(jobId, OWNER, 1000);
      const events = await readEvents(scene(), accountId, jobId);
      expect([...events.keys()]).toEqual(['failed.100']);
      // safe because the event says so
      const { items } = events.get('failed.100') as { items: unknown[] };
      expect(items).toHaveLength(100);
      expect(items[0]).toEqual({
        id: expect.any(String),
        index: expect.any(Number),
        error: 'target_blocked',
        message: expect.any(String),
        retryable: true,
      });
      expect(events.get('failed.100')).toMatchObject({ failedCount: 110, percent: 100 });
    });

    it('are those asked for, and none where no webhook is', async () => {
      const { newAccount, store } = scene();
      const { id: accountId } = await newAccount(10_000);
      await finishOne(scene(), accountId);
      const { jobId, ids } = await running(scene(), accountId, 1);
      await endInTurn(scene(), ids, FAILED_END);
      await store.batches.publish(jobId, OWNER, 10);
      const sent = await store.webhooks.list(accountId, { limit: 100 });
      expect(sent.map(({ event }) => event)).toEqual(['batch.completed']);
    });
  });

const describeCompatEvents = (openStore: OpenStore): void =>
  describe('events of a job in the words of another API', () => {
    const scene = useScene(openStore);

    it('are one for each page, once, where another API has them, and each knows its format', async () => {
      const { newAccount, store } = scene();
      const { id: accountId } = await newAccount(10_000);
      const told = { format: 'firecrawl', metadata: '{"a.b":{"$c":1}}', sealedHeaders: 'sealed' } as const;
      const webhook: BatchWebhook = { url: WEBHOOK.url, events: ['batch.page', 'batch.stopped'], ...told };
      const { jobId, ids } = await running(scene(), accountId, 7, { webhook });
      expect((await store.batches.get(jobId))?.webhook).toEqual(webhook);
      await endInTurn(scene(), ids.slice(0, 5), OK_END);
      await store.batches.publish(jobId, OWNER, 2);
      await store.batches.publish(jobId, OWNER, 3);
      await endInTurn(scene(), ids.slice(5), FAILED_END);
      await store.batches.publish(jobId, OWNER, 10);
      const sent = await store.webhooks.list(accountId, { limit: 100, jobId });
      expect(sent.every(({ event, format }) => event === 'batch.page' && format === 'firecrawl')).toBe(true);
      expect(sent.map(({ data }) => data['seq']).toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7]);
    });
  });

const describeClaims = (openStore: OpenStore): void =>
  describe('deliveries', () => {
    const scene = useScene(openStore);
    const claim = (limit = 10) => scene().store.webhooks.claim({ leaseMs: 1000, limit });

    it('are given to one caller each, oldest due first, and again when its time has passed', async () => {
      const { newAccount, store, fixture } = scene();
      const { id: accountId } = await newAccount(10_000);
      const made: string[] = [];
      for (let count = 0; count < 5; count += 1) made.push(await finishOne(scene(), accountId));
      const first = await claim(2);
      expect(idsOf(first)).toEqual(made.slice(0, 2));
      const { nowMs } = scene();
      expect(first[0]).toMatchObject({ accountId, attempts: 1, lastAttemptAtMs: nowMs, nextAttemptAtMs: nowMs + 1000 });
      expect(await store.webhooks.get(made[0] ?? '')).toEqual(first[0]);
      const another = await fixture.openAnother();
      const rest = await Promise.all(
        [store, another, store].map(({ webhooks }) => webhooks.claim({ leaseMs: 1000, limit: 10 })),
      );
      expect(idsOf(rest.flat()).sort()).toEqual(made.slice(2).sort());
      scene().nowMs += 999;
      expect(await claim()).toEqual([]);
      scene().nowMs += 1;
      expect((await claim()).map(({ attempts }) => attempts)).toEqual([2, 2, 2, 2, 2]);
    });

    it('to hosts that are left out wait, and hold up no others', async () => {
      const { newAccount, store } = scene();
      const { id: accountId } = await newAccount(10_000);
      const urls = [
        'http://a.example/1',
        'http://a.example/2',
        'http://a.example:81/',
        'https://b.example/?x=a.example',
      ];
      const made: string[] = [];
      for (const url of urls) made.push(await finishOne(scene(), accountId, url));
      const claimWithout = (...exceptHosts: string[]) => store.webhooks.claim({ leaseMs: 1000, limit: 1, exceptHosts });
      expect(idsOf(await claimWithout('a.example', 'other.example'))).toEqual([made[2]]);
      expect(idsOf(await claimWithout('a.example'))).toEqual([made[3]]);
      expect(idsOf(await claimWithout('a.example'))).toEqual([]);
      expect(idsOf(await claim())).toEqual(made.slice(0, 2));
    });

    it('end as their outcome says, told by the try that is the current one', async () => {
      const { newAccount, store } = scene();
      const { id: accountId } = await newAccount(10_000);
      const id = await finishOne(scene(), accountId);
      const retry = { state: 'pending', nextAttemptAtMs: scene().nowMs + 5000, error: 'Answered 500.' } as const;
      expect(await store.webhooks.finish(id, 0, retry)).toBe(false);
      await claim();
      expect(await store.webhooks.finish(id, 1, { ...retry, statusCode: 500 })).toBe(true);
      const waiting = { state: 'pending', lastStatusCode: 500, lastError: 'Answered 500.' };
      expect(await store.webhooks.get(id)).toMatchObject({ ...waiting, nextAttemptAtMs: retry.nextAttemptAtMs });
      scene().nowMs += 4999;
      expect(await claim()).toEqual([]);
      scene().nowMs += 1;
      expect(idsOf(await claim())).toEqual([id]);
      expect(await store.webhooks.finish(id, 1, { state: 'delivered', statusCode: 200 })).toBe(false);
      expect(await store.webhooks.finish(id, 2, { state: 'delivered', statusCode: 204 })).toBe(true);
      const delivered = await store.webhooks.get(id);
      expect(delivered).toMatchObject({ state: 'delivered', attempts: 2, lastStatusCode: 204 });
      expect(delivered).not.toHaveProperty('lastError');
      expect(await store.webhooks.finish(id, 2, { state: 'dead', error: 'No.' })).toBe(false);
      scene().nowMs += 100_000;
      expect(await claim()).toEqual([]);
    });
  });

const describeBusyReceivers = (openStore: OpenStore): void =>
  describe('deliveries to receivers that are left out', () => {
    const scene = useScene(openStore);

    it('hold up no others, however many there are', async () => {
      const { newAccount, store } = scene();
      const { id: accountId } = await newAccount(1);
      const send = (id: string, url: string) =>
        store.webhooks.enqueue({ id, accountId, url, event: 'account.alert', data: {} });
      const many = Array.from({ length: CLAIM_SCAN_ROWS + 10 }, (_, index) => `a.${index}`);
      await Promise.all(many.map((id) => send(id, 'http://b.example/')));
      scene().nowMs += 1;
      for (const host of ['c', 'a', 'b', 'd']) await send(`${host}.last`, `http://${host}.example/`);
      const claimWithout = async (limit: number, ...exceptHosts: string[]) =>
        idsOf(await store.webhooks.claim({ leaseMs: 1000, limit, exceptHosts })).toSorted();
      expect(await claimWithout(1, 'b.example', 'd.example')).toHaveLength(1);
      expect(await claimWithout(9, 'b.example', 'd.example')).toHaveLength(1);
      expect(await claimWithout(9, 'b.example', 'd.example')).toEqual([]);
      expect(await claimWithout(9, 'b.example')).toEqual(['d.last']);
      expect(await claimWithout(1000)).toHaveLength(many.length + 1);
    });
  });

const describeSettled = (openStore: OpenStore): void =>
  describe('deliveries that were tried', () => {
    const scene = useScene(openStore);
    const claim = () => scene().store.webhooks.claim({ leaseMs: 1000, limit: 10 });

    it('that are dead or delivered go out again where that is asked for, with all tries before them', async () => {
      const { newAccount, store } = scene();
      const { id: accountId } = await newAccount(10_000);
      const id = await finishOne(scene(), accountId);
      await claim();
      expect(await store.webhooks.finish(id, 1, { state: 'dead', error: 'Refused.' })).toBe(true);
      scene().nowMs += 50_000;
      expect(await claim()).toEqual([]);
      expect(await store.webhooks.redeliver('nobody', id)).toBeNull();
      expect(await store.webhooks.redeliver(accountId, `${id}x`)).toBeNull();
      const due = { state: 'pending', attempts: 0, nextAttemptAtMs: scene().nowMs };
      expect(await store.webhooks.redeliver(accountId, id)).toMatchObject(due);
      expect((await claim()).map((delivery) => [delivery.id, delivery.attempts])).toEqual([[id, 1]]);
    });

    it('are listed newest first, by job and by state, and purged once they are settled and old', async () => {
      const { newAccount, store } = scene();
      const [{ id: accountId }, other] = [await newAccount(10_000), await newAccount(10_000)];
      const foreign = await finishOne(scene(), other.id);
      const made: string[] = [];
      for (let count = 0; count < 4; count += 1) made.push(await finishOne(scene(), accountId));
      const newest = made.toReversed();
      expect(idsOf(await store.webhooks.list(accountId, { limit: 10 }))).toEqual(newest);
      const [last] = await store.webhooks.list(accountId, { limit: 1 });
      const from = { beforeMs: last?.createdAtMs ?? 0, beforeId: last?.id ?? '' };
      expect(idsOf(await store.webhooks.list(accountId, { limit: 2, ...from }))).toEqual(newest.slice(1, 3));
      const jobId = made[1]?.slice(0, 36) ?? '';
      expect(idsOf(await store.webhooks.list(accountId, { limit: 9, jobId }))).toEqual([made[1]]);
      expect(await store.webhooks.list(other.id, { limit: 9, jobId })).toEqual([]);
      await claim();
      for (const id of made.slice(0, 2)) await store.webhooks.finish(id, 1, { state: 'dead', error: 'No.' });
      await store.webhooks.finish(made[2] ?? '', 1, { state: 'delivered', statusCode: 200 });
      const dead = await store.webhooks.list(accountId, { limit: 9, state: 'dead' });
      expect(idsOf(dead)).toEqual([made[1], made[0]]);
      const createdAtMs = dead[0]?.createdAtMs ?? START_MS;
      scene().nowMs = createdAtMs + 1000;
      expect(await store.webhooks.purge({ retentionMs: 1000, limit: 10 })).toEqual({ removed: 1, hasMore: false });
      expect(await store.webhooks.get(made[0] ?? '')).toBeNull();
      scene().nowMs += 100_000;
      expect(await store.webhooks.purge({ retentionMs: 1000, limit: 1 })).toEqual({ removed: 1, hasMore: true });
      expect(await store.webhooks.purge({ retentionMs: 1000, limit: 10 })).toEqual({ removed: 1, hasMore: false });
      expect(await store.webhooks.purge({ retentionMs: 1000, limit: 10 })).toEqual({ removed: 0, hasMore: false });
      expect(idsOf(await store.webhooks.list(accountId, { limit: 10 }))).toEqual([made[3]]);
      expect(await store.webhooks.get(foreign)).not.toBeNull();
    });
  });

const describeAccountEvents = (openStore: OpenStore): void =>
  describe('events of an account', () => {
    const scene = useScene(openStore);
    const event = (accountId: string, id: string, url = WEBHOOK.url) => ({
      ...{ id, accountId, url, event: 'account.alert' as const, data: { title: 'So much is used.' } },
    });

    it('are written once by their id, whoever writes them, and are due at once', async () => {
      const { newAccount, store, fixture } = scene();
      const { id: accountId } = await newAccount(1);
      const another = await fixture.openAnother();
      const written = await Promise.all(
        [store, another, store].map(({ webhooks }) => webhooks.enqueue(event(accountId, 'alert.1'))),
      );
      expect(written.toSorted()).toEqual([false, false, true]);
      expect(await store.webhooks.enqueue({ ...event(accountId, 'alert.1'), data: {} })).toBe(false);
      const [claimed] = await store.webhooks.claim({ leaseMs: 1000, limit: 10 });
      expect(claimed).toMatchObject({ ...event(accountId, 'alert.1'), state: 'pending', attempts: 1 });
      expect(claimed?.jobId).toMatch(/^[\da-f-]{36}$/);
      expect(idsOf(await store.webhooks.list(accountId, { limit: 10 }))).toEqual(['alert.1']);
    });

    it('are refused when they are none', async () => {
      const { newAccount, store } = scene();
      const { id: accountId } = await newAccount(1);
      for (const wrong of [
        event(accountId, 'with space'),
        event(accountId, 'x'.repeat(129)),
        event('not/an account', 'id'),
        event(accountId, 'id', 'receiver.example'),
        event(accountId, 'id', `https://receiver.example/${'x'.repeat(8192)}`),
        { ...event(accountId, 'id'), data: { text: 'x'.repeat(65_536) } },
      ]) {
        await expect(store.webhooks.enqueue(wrong)).rejects.toMatchObject({ code: 'invalid_input' });
      }
      expect(await store.webhooks.list(accountId, { limit: 10 })).toEqual([]);
    });

    it('and all others count for their receivers, the one used last first', async () => {
      const { newAccount, store } = scene();
      const [{ id: accountId }, other] = [await newAccount(1), await newAccount(1)];
      expect(await store.webhooks.receivers(accountId, 10)).toEqual([]);
      const urls = ['https://a.example/1', 'https://b.example/', 'https://a.example/1', 'https://a.example/2'];
      for (const [index, url] of urls.entries()) {
        scene().nowMs += 1;
        await store.webhooks.enqueue(event(accountId, `event.${index}`, url));
      }
      await store.webhooks.enqueue(event(other.id, 'foreign', urls[0]));
      await store.webhooks.claim({ leaseMs: 1000, limit: 10 });
      await store.webhooks.finish('event.0', 1, { state: 'delivered', statusCode: 200 });
      await store.webhooks.finish('event.1', 1, { state: 'dead', error: 'status', statusCode: 410 });
      const { nowMs } = scene();
      const of = (url: string | undefined, deliveries: number, newestAtMs: number, delivered = 0, dead = 0) => ({
        ...{ url, deliveries, delivered, dead, newestAtMs },
      });
      expect(await store.webhooks.receivers(accountId, 10)).toEqual([
        of(urls[3], 1, nowMs),
        of(urls[0], 2, nowMs - 1, 1),
        of(urls[1], 1, nowMs - 2, 0, 1),
      ]);
      expect(await store.webhooks.receivers(accountId, 2)).toEqual([of(urls[3], 1, nowMs), of(urls[0], 1, nowMs - 1)]);
    });
  });

export const describeWebhooks = (openStore: OpenStore): void => {
  describeEvents(openStore);
  describeCompatEvents(openStore);
  describeClaims(openStore);
  describeBusyReceivers(openStore);
  describeSettled(openStore);
  describeAccountEvents(openStore);
};
