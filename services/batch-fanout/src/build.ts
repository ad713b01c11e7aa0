import { bucketOf, traceExportOf, type Config } from '@quarry/config';
import { createTargetRule } from '@quarry/egress/target-rule';
import { createWebhookSender } from '@quarry/egress/webhook-sender';
import { createDeliveries } from '@quarry/exports';
import { openFiles } from '@quarry/files';
import {
  createFaultPoints,
  createMetrics,
  createProcessDescription,
  endProcess,
  openTracing,
  type Logger,
} from '@quarry/observability';
import { openQueue, startHeartbeat } from '@quarry/queue';
import { openStore, warnOfLooseFolder } from '@quarry/store';
import { createBucketKeySeals, createReceiverSeals } from '@quarry/tokens';
import { createWebhookSecrets } from '@quarry/webhooks';
import { startFanoutHealth } from './fanout-health.js';
import { Fanout } from './fanout.js';
import { siteLimitOf } from './plan/site-plan.js';
import { MAX_FILE_BYTES } from './results/bounds.js';
import { openLater } from './results/open-later.js';
import { sendResults } from './results/send-results.js';
import { startResultDelivery } from './results/start-result-delivery.js';
import { startWebhookDelivery } from './webhooks/start-webhook-delivery.js';

export type BatchFanoutConfig = Config<'common' | 'tracing' | 'parts' | 'addresses' | 'targets' | 'egress' | 'batch'>;

/** Wires the service and starts leading jobs and delivering webhooks. After `close` other replicas take over. */
export const build = async (config: BatchFanoutConfig, log: Logger): Promise<{ close(): Promise<void> }> => {
  const { common, parts, addresses, targets, egress, batch } = config;
  const metrics = createMetrics({ service: 'batch-fanout' });
  const faultPoint = createFaultPoints(common.faultsDir);
  const tracing = await openTracing({ service: 'batch-fanout', ...traceExportOf(config.tracing), log });
  const queue = openQueue({ redisUrl: common.redisUrl.reveal(), log });
  await queue.checkRedis();
  const { dataDir } = common;
  if (parts.mongodbUri === undefined) warnOfLooseFolder(dataDir, log);
  const store = await openStore({ mongodbUri: parts.mongodbUri?.reveal(), dataDir, onFailure: endProcess });
  const siteLimit = siteLimitOf(batch.siteConcurrency, egress.siteRequestsPerSecond);
  const fanout = await Fanout.start({ store, queue, siteLimit, metrics, log, faultPoint, tracing });
  const rule = createTargetRule({ allow: targets.egressAllow });
  const sender = createWebhookSender({ rule });
  const secrets = { secret: common.secret?.reveal(), previous: common.secretPrevious?.reveal() };
  const files = openLater(() => openFiles({ s3: bucketOf(parts), dataDir, maxFileBytes: MAX_FILE_BYTES }));
  const webhooks = startWebhookDelivery({
    ...{ sender, log, metrics, faultPoint, tracing, batches: store.batches, files },
    ...{ store: store.webhooks, clock: Date.now },
    ...{ secrets: createWebhookSecrets(secrets), receiverSeals: createReceiverSeals(secrets) },
    ...{ baseUrl: addresses.baseUrl, filesUrl: addresses.filesUrl },
  });
  const seals = createBucketKeySeals(secrets);
  const sending = { batches: store.batches, files, rule, seals, filesUrl: addresses.filesUrl };
  const results = startResultDelivery({
    ...{ deliveries: createDeliveries(store.records), batches: store.batches, clock: Date.now },
    ...{ send: (job, delivery, signal) => sendResults(sending, job, delivery, signal), log, metrics, faultPoint },
  });
  const health = await startFanoutHealth({ common, metrics, log, queue, store, fanout });
  const heartbeat = startHeartbeat({
    ...{ processes: queue.processes, describe: createProcessDescription('batch-fanout'), log },
  });
  return {
    close: async () => {
      await Promise.all([fanout.close(), webhooks.close(), results.close()]);
      await files.close();
      sender.close();
      await tracing.close();
      await heartbeat.stop();
      await queue.close();
      await health.close();
      await store.close();
      metrics.close();
    },
  };
};
