import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import type { BatchEvent } from '@quarry/contracts';
import { createTargetRule } from '@quarry/egress/target-rule';
import { createWebhookSender, type WebhookSender } from '@quarry/egress/webhook-sender';
import { createLogger, createMetrics, noFaults } from '@quarry/observability';
import { openDiskFiles } from '@quarry/files';
import { openSqliteStore, type Store, type WebhookDelivery } from '@quarry/store';
import { createReceiverSeals } from '@quarry/tokens';
import { createWebhookSecrets } from '@quarry/webhooks';
import { createDeliverer, type DelivererOptions } from '../../src/webhooks/deliverer.js';
import { createWriteDelivery } from '../../src/webhooks/write-delivery.js';
import { createReceivers } from './create-receivers.js';

export const BASE_URL = 'https://quarry.example';
export const FILES_URL = 'https://quarry.example/files';
export const SECRET = 'the deployment secret of a test';

const HOUR_MS = 3_600_000;

/** Lets every item of a job end well, and publishes them. */
const runJob = async (store: Store, jobId: string, itemIds: readonly string[], nowMs: number): Promise<void> => {
  const owner = randomUUID();
  await store.batches.lease({ owner, leaseMs: 60_000, limit: 1_000 });
  await store.batches.handOver(jobId, owner, { itemIds, deadlineAtMs: nowMs + 300_000 });
  for (const id of itemIds) {
    await store.items.begin(id, 1);
    await store.items.finish(id, { state: 'ok', verdict: 'ok', chargedCredits: 1 }, 1);
  }
  await store.batches.publish(jobId, owner, 1_000);
};

const recordLog = () => {
  const lines: string[] = [];
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.push(chunk.toString());
      done();
    },
  });
  const log = createLogger({ service: 'batch-fanout', level: 'debug', stream });
  return { lines, log };
};

/** What deliveries are written from. */
const openWriting = async (folder: string, { batches }: Store) => ({
  ...{ batches, receiverSeals: createReceiverSeals({ secret: SECRET }), baseUrl: BASE_URL, filesUrl: FILES_URL },
  files: await openDiskFiles({ root: join(folder, 'files'), maxFileBytes: 2_000_000 }),
});

/** Deliveries on a real store, and receivers on loopback. The time of the store and of the deliverers is the test's. */
export const createDeliveryScene = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'quarry-webhooks-'));
  const path = join(folder, 'quarry.sqlite');
  let nowMs = Date.now();
  const clock = () => nowMs;
  const open = () => openSqliteStore({ path, clock });
  const store = await open();
  const writing = await openWriting(folder, store);
  const { lines, log } = recordLog();
  const metrics = createMetrics({ service: 'batch-fanout' });
  const receivers = createReceivers();
  const senders: WebhookSender[] = [];
  const account = await store.accounts.create({
    name: 'webhooks',
    plan: { creditsPerPeriod: 1_000_000, periodDays: 30, renew: true },
    concurrency: 1,
  });

  /** A job of one item that has ended, and with it the deliveries of its events. */
  const makeDeliveries = async (
    url: string,
    events: readonly BatchEvent[] = ['batch.completed'],
  ): Promise<WebhookDelivery[]> => {
    const [jobId, itemId] = [randomUUID(), randomUUID()];
    await store.batches.admit({
      ...{ id: jobId, accountId: account.id, operation: 'scrape/web', contractVersion: 1 },
      ...{ requestsCount: 1, holdCredits: 1, deadlineAtMs: nowMs + HOUR_MS, webhook: { url, events } },
    });
    const item = { id: itemId, index: 0, site: 'shop.example', query: {}, params: {}, holdCredits: 1 };
    await store.batches.addItems(jobId, [item]);
    await store.batches.activate(jobId);
    await runJob(store, jobId, [itemId], nowMs);
    return store.webhooks.list(account.id, { limit: 100, jobId });
  };

  const makeOne = async (url: string): Promise<WebhookDelivery> => {
    const [made] = await makeDeliveries(url);
    if (made === undefined) throw new Error('no delivery was written');
    return made;
  };

  const createSender = (): WebhookSender => {
    const sender = createWebhookSender({ rule: createTargetRule({ allow: receivers.allowed }) });
    senders.push(sender);
    return sender;
  };

  const secrets = createWebhookSecrets({ secret: SECRET, previous: undefined });
  if (secrets === undefined) throw new Error('no secrets');

  /** Made after the receivers, which its target rule lets through. */
  const startDeliverer = (options: Partial<DelivererOptions> = {}) => {
    const deliverer = createDeliverer({
      ...{ store: store.webhooks, sender: createSender(), secrets, log, metrics, clock },
      write: createWriteDelivery({ ...writing, secrets }),
      ...{ faultPoint: noFaults, random: () => 0.5, signal: new AbortController().signal, ...options },
    });
    return {
      ...deliverer,
      /** Sends what is due now, and waits for it. */
      deliver: async () => {
        await deliverer.startDue();
        await deliverer.settled();
      },
    };
  };

  return {
    ...receivers,
    ...{ store, writing, path, account, lines, log, metrics, clock, secrets },
    ...{ open, makeDeliveries, makeOne, createSender, startDeliverer },
    advance: (ms: number) => {
      nowMs += ms;
    },
    stateOf: async (id: string) => {
      const delivery = await store.webhooks.get(id);
      if (delivery === null) throw new Error('no such delivery');
      return delivery;
    },
    close: async () => {
      for (const sender of senders) sender.close();
      await writing.files.close();
      receivers.close();
      metrics.close();
      await store.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
};

export type DeliveryScene = Awaited<ReturnType<typeof createDeliveryScene>>;
