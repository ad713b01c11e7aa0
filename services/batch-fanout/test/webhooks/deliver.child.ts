import { argv, stdout } from 'node:process';
import { createTargetRule } from '@quarry/egress/target-rule';
import { createWebhookSender } from '@quarry/egress/webhook-sender';
import { createFaultPoints, createLogger, createMetrics } from '@quarry/observability';
import { openSqliteStore } from '@quarry/store';
import { createWebhookSecrets } from '@quarry/webhooks';
import { startWebhookDelivery } from '../../src/webhooks/start-webhook-delivery.js';

/** A process that delivers, to be killed. Arguments: database, allowed target, folder of faults, secret of the deployment. */
const [, , path = '', target = '', faultsDir = '', secret = ''] = argv;
const store = await openSqliteStore({ path });
startWebhookDelivery({
  store: store.webhooks,
  batches: store.batches,
  files: { read: async () => null, open: async () => null },
  receiverSeals: undefined,
  filesUrl: 'https://quarry.example/files',
  sender: createWebhookSender({ rule: createTargetRule({ allow: [target] }) }),
  secrets: createWebhookSecrets({ secret }),
  baseUrl: 'https://quarry.example',
  log: createLogger({ service: 'batch-fanout', level: 'error' }),
  metrics: createMetrics({ service: 'batch-fanout' }),
  clock: Date.now,
  faultPoint: createFaultPoints(faultsDir),
});
stdout.write('started\n');
