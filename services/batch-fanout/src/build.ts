import { traceExportOf, type Config } from '@quarry/config';
import { createTargetRule } from '@quarry/egress/target-rule';
import { createWebhookSender } from '@quarry/egress/webhook-sender';
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
import { createWebhookSecrets } from '@quarry/webhooks';
import { startFanoutHealth } from './fanout-health.js';
import { Fanout } from './fanout.js';
import { siteLimitOf } from './plan/site-plan.js';
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
  const sender = createWebhookSender({ rule: createTargetRule({ allow: targets.egressAllow }) });
  const webhooks = startWebhookDelivery({
    ...{ sender, log, metrics, faultPoint, tracing },
    store: store.webhooks,
    secrets: createWebhookSecrets({ secret: common.secret?.reveal(), previous: common.secretPrevious?.reveal() }),
    baseUrl: addresses.baseUrl,
    clock: Date.now,
  });
  const health = await startFanoutHealth({ common, metrics, log, queue, store, fanout });
  const heartbeat = startHeartbeat({
    ...{ processes: queue.processes, describe: createProcessDescription('batch-fanout'), log },
  });
  return {
    close: async () => {
      await Promise.all([fanout.close(), webhooks.close()]);
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
