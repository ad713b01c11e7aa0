import { createHmac, randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { BatchWebhook, RequestEnd } from '@quarry/store';
import { createReceiverSeals } from '@quarry/tokens';
import { RETRY_DELAYS_MS } from '@quarry/webhooks';
import { MAX_PAGE_EVENT_BYTES } from './bounds.js';
import type { Received } from '../../test/webhooks/create-receivers.js';
import { createDeliveryScene, FILES_URL, SECRET, type DeliveryScene } from '../../test/webhooks/delivery-scene.js';

const HOUR_MS = 3_600_000;
const ANSWER = 'result-1.json';
const OK = { state: 'ok', verdict: 'ok', chargedCredits: 1, answerName: ANSWER } as const;
const FAILED = { state: 'failed', verdict: 'blocked', chargedCredits: 0, error: 'target_blocked' } as const;

interface Event {
  readonly success: boolean;
  readonly type: string;
  readonly id: string;
  readonly webhookId: string;
  readonly data: readonly { readonly markdown?: string; readonly metadata: Record<string, unknown> }[];
  readonly metadata: Record<string, unknown>;
  readonly error?: string;
}

let scene: DeliveryScene;
beforeEach(async () => {
  scene = await createDeliveryScene();
});
afterEach(() => scene.close());

const PARAMS = { outputFormat: ['markdown', 'json'], onlyMainContent: true };
const urlOf = (index: number): string => `https://shop.example/${index}`;
/** Sends what is due, a few at once. */
const deliver = async (deliverer = scene.startDeliverer()): Promise<void> => {
  for (let round = 0; round < 3; round += 1) await deliverer.deliver();
};
const eventOf = ({ body }: Received): Event => JSON.parse(body) as Event;

/** A job in the words of the other API whose pages end as stated; `text` is what each page says. */
const play = async (
  webhook: Partial<BatchWebhook> & Pick<BatchWebhook, 'url'>,
  ends: readonly RequestEnd[],
  { text = '# Slate', isStopped = false, jobId = randomUUID(), isCrawl = false } = {},
): Promise<string> => {
  const { store, account } = scene;
  const { files } = scene.writing;
  const events = ['batch.started', 'batch.page', 'batch.completed', 'batch.stopped'] as const;
  await store.batches.admit({
    ...{ id: jobId, accountId: account.id, operation: 'scrape/web', contractVersion: 1 },
    ...{ requestsCount: ends.length, holdCredits: ends.length, deadlineAtMs: scene.clock() + HOUR_MS },
    webhook: { format: 'firecrawl', events, ...webhook },
    ...(isCrawl ? { crawl: { plan: { limit: 1 }, itemCredits: 1 } } : {}),
  });
  const items = ends.map((_end, index) => ({
    ...{ id: randomUUID(), index, site: 'shop.example', query: {}, holdCredits: 1 },
    params: { ...PARAMS, url: urlOf(index) },
  }));
  await store.batches.addItems(jobId, items);
  await store.batches.activate(jobId);
  const owner = randomUUID();
  await store.batches.lease({ owner, leaseMs: HOUR_MS, limit: 100 });
  const itemIds = items.map(({ id }) => id);
  await store.batches.handOver(jobId, owner, { itemIds, deadlineAtMs: scene.clock() + HOUR_MS });
  for (const [index, id] of itemIds.entries()) {
    await store.items.begin(id, 1);
    const answer = JSON.stringify({ url: urlOf(index), markdown: text, statusCode: 200, requestMetadata: { id } });
    await files.put({ accountId: account.id, requestId: id, name: ANSWER }, answer);
    await store.items.finish(id, ends[index] ?? OK, 1);
    if (index === 0) await store.batches.publish(jobId, owner, 1);
  }
  if (isStopped) await store.batches.requestStop(jobId);
  await store.batches.publish(jobId, owner, 1_000);
  if (isCrawl) await store.crawls.close(jobId, owner, []);
  return jobId;
};

describe('a webhook in the words of another API', () => {
  it('tells of the start, of each page with its document, and of the end', async () => {
    const { url, received } = await scene.receive();
    const metadata = JSON.stringify({ order: 'A-7', 'a.b': { $set: 1 } });
    const id = await play({ url, metadata }, [OK, FAILED, OK]);
    await deliver();
    const events = received.map(eventOf);
    expect(events.map(({ type }) => type).toSorted()).toEqual([
      'batch_scrape.completed',
      ...Array<string>(3).fill('batch_scrape.page'),
      'batch_scrape.started',
    ]);
    for (const event of events) {
      expect(event).toMatchObject({ id, metadata: JSON.parse(metadata) as object, data: expect.any(Array) });
      expect(event.webhookId).toMatch(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/);
    }
    expect(new Set(events.map(({ webhookId }) => webhookId)).size).toBe(5);
    const pages = events.filter(({ type }) => type === 'batch_scrape.page');
    const sources = pages.map(({ data: [page] }) => page?.metadata['sourceURL']);
    expect(sources.toSorted()).toEqual([0, 1, 2].map(urlOf));
    const [failed] = pages.filter(({ success }) => !success);
    expect(failed).toMatchObject({ error: expect.any(String), data: [{ metadata: { sourceURL: urlOf(1) } }] });
    expect(pages.find(({ data: [page] }) => page?.metadata['sourceURL'] === urlOf(2))).toMatchObject({
      success: true,
      data: [{ markdown: '# Slate', metadata: { sourceURL: urlOf(2), statusCode: 200 } }],
    });
    const ends = events.filter(({ type }) => type === 'batch_scrape.completed');
    expect(ends).toEqual([expect.objectContaining({ success: true, data: [] })]);
  });

  it('says that a job was cancelled, and not that it is complete', async () => {
    const { url, received } = await scene.receive();
    await play({ url }, [OK, OK], { isStopped: true });
    await deliver();
    const events = received.map(eventOf).filter(({ type }) => !/page|started/.test(type));
    expect(events).toMatchObject([{ type: 'batch_scrape.failed', success: false, error: 'The job was cancelled.' }]);
  });

  it('has the names of crawls for a crawl', async () => {
    const { url, received } = await scene.receive();
    await play({ url }, [OK], { isCrawl: true });
    await deliver();
    const types = received.map((one) => eventOf(one).type).toSorted();
    expect(types).toEqual(['crawl.completed', 'crawl.page', 'crawl.started']);
  });

  it('has the headers of the caller, which no header of ours gives way to, and both signatures', async () => {
    const { url, received } = await scene.receive();
    const jobId = randomUUID();
    const scope = { accountId: scene.account.id, requestId: jobId };
    const headers = { 'X-Token': 'seeded', 'Webhook-Id': 'mine', 'X-Firecrawl-Signature': 'mine' };
    const sealedHeaders = createReceiverSeals({ secret: SECRET })?.seal(scope, headers) ?? '';
    await play({ url, sealedHeaders, events: ['batch.completed'] }, [OK], { jobId });
    await deliver();
    const [{ headers: sent, body } = { headers: {}, body: '' }] = received;
    const [secret] = scene.secrets.of(scene.account.id);
    expect(sent).toMatchObject({
      ...{ 'x-token': 'seeded', 'content-type': 'application/json', 'webhook-id': `${jobId}.completed` },
      'x-firecrawl-signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
      'webhook-signature': expect.stringMatching(/^v1,/),
    });
    expect(JSON.stringify(await scene.store.batches.get(jobId))).not.toContain('seeded');
  });

  it('is not sent without headers that can no longer be decrypted', async () => {
    const { url, received } = await scene.receive();
    const jobId = await play({ url, sealedHeaders: 'none', events: ['batch.completed'] }, [OK]);
    await deliver();
    expect(received).toEqual([]);
    expect(await scene.stateOf(`${jobId}.completed`)).toMatchObject({ state: 'pending', lastError: 'internal_error' });
  });

  it('is the same bytes in each try', async () => {
    const { url, received } = await scene.receive(500, 200);
    await play({ url, events: ['batch.page'] }, [OK]);
    const deliverer = scene.startDeliverer();
    await deliverer.deliver();
    scene.advance(RETRY_DELAYS_MS[0] ?? 0);
    await deliverer.deliver();
    const [first, second] = received as [Received, Received];
    expect(second.body).toBe(first.body);
    expect(second.headers['webhook-id']).toBe(first.headers['webhook-id']);
  });

  it('has the address alone of a page that is too large or no longer stored', async () => {
    const { url, received } = await scene.receive();
    await play({ url, events: ['batch.page'] }, [OK], { text: 'x'.repeat(MAX_PAGE_EVENT_BYTES) });
    const gone = await play({ url, events: ['batch.page'] }, [OK]);
    const [item] = await scene.store.batches.results(gone, { afterSeq: 0, limit: 1 });
    await scene.writing.files.removeRequest(scene.account.id, item?.id ?? '');
    await deliver();
    expect(received).toHaveLength(2);
    for (const one of received) {
      expect(one.body.length).toBeLessThan(2_000);
      const { success, data } = eventOf(one);
      expect([success, data]).toEqual([
        true,
        [
          {
            warning: expect.stringContaining(`: ${FILES_URL}/`),
            metadata: { sourceURL: urlOf(0), error: expect.any(String) },
          },
        ],
      ]);
    }
  });
});
