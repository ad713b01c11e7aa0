import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { bucketOf, describeOpened, headerSecretsOf, isSelfHosted, traceExportOf, type Config } from '@quarry/config';
import { createTargetRule } from '@quarry/egress/target-rule';
import { openFiles } from '@quarry/files';
import {
  createFaultPoints,
  createMetrics,
  createProcessDescription,
  endProcess,
  openTracing,
  startHealthServer,
  type Logger,
} from '@quarry/observability';
import { openQueue, startHeartbeat } from '@quarry/queue';
import { openStore, warnOfLooseFolder } from '@quarry/store';
import {
  createConsoleTokens,
  createBucketKeySeals,
  createHeaderSeals,
  createReceiverSeals,
  createLinkSignatures,
  createSessionSeals,
  createTokenSeals,
} from '@quarry/tokens';
import { createWebhookSecrets } from '@quarry/webhooks';
import { build } from './build.js';
import { MAX_FILE_BYTES } from './bounds.js';
import { listen } from './http/listen.js';

const OPENED = 'EGRESS_ALLOW lets every caller reach private addresses';
const DAY_MS = 86_400_000;
const folder = (name: string): string => fileURLToPath(new URL(`../${name}`, import.meta.url));
/** As seen from the bundle of this service. */
const REFERENCE_FOLDERS = {
  web: folder('services/gateway/web'),
  library: folder('services/gateway/node_modules/@scalar/api-reference'),
  guides: folder('docs'),
};

/** Opens the configured dependencies, serves the API and the private port; `close` ends all in order. */
export const startGateway = async (
  config: Config<'common' | 'tracing' | 'parts' | 'addresses' | 'gateway' | 'allowances' | 'targets' | 'origins'>,
  log: Logger,
): Promise<{ close(): Promise<void> }> => {
  for (const reason of describeOpened(config.targets.egressAllow)) log.warn(OPENED, { reason });
  const { common, parts, addresses, gateway: settings, allowances, targets, origins } = config;
  const metrics = createMetrics({ service: 'gateway' });
  const tracing = await openTracing({ service: 'gateway', ...traceExportOf(config.tracing), log });
  const queue = openQueue({ redisUrl: common.redisUrl.reveal(), log });
  await queue.checkRedis();
  const { dataDir } = common;
  if (parts.mongodbUri === undefined || bucketOf(parts) === undefined) warnOfLooseFolder(dataDir, log);
  const store = await openStore({ mongodbUri: parts.mongodbUri?.reveal(), dataDir, onFailure: endProcess });
  const files = await openFiles({ s3: bucketOf(parts), dataDir, maxFileBytes: MAX_FILE_BYTES });
  const secrets = { secret: common.secret?.reveal(), previous: common.secretPrevious?.reveal() };
  const replies = await queue.listenForReplies();
  let isLeaving = false;
  const gateway = build({
    ports: {
      ...{ store, files, producer: queue.jobs, switches: queue.switches, replies },
      ...{ hearing: queue.replies, leases: queue.leases, hints: queue.batchHints },
      outcomes: queue.outcomes,
    },
    isLeaving: () => isLeaving,
    targets: createTargetRule({ allow: targets.egressAllow, isSelfHosted: isSelfHosted(parts) }),
    origins,
    baseUrl: addresses.baseUrl,
    filesUrl: addresses.filesUrl,
    referenceFolders: REFERENCE_FOLDERS,
    retentionMs: settings.retentionDays * DAY_MS,
    maxQueueWaitMs: settings.maxQueueWaitMs,
    ...allowances,
    webhookSecrets: createWebhookSecrets(secrets),
    tokens: createTokenSeals(secrets),
    consoleTokens: createConsoleTokens(secrets),
    linkSignatures: createLinkSignatures(secrets),
    headerSeals: createHeaderSeals(headerSecretsOf(common)),
    bucketKeySeals: createBucketKeySeals(secrets),
    receiverSeals: createReceiverSeals(secrets),
    sessionSeals: createSessionSeals(headerSecretsOf(common)),
    faultPoint: createFaultPoints(common.faultsDir),
    ...{ log, metrics, tracing },
  });
  const { healthHost: host, healthPort: port } = common;
  // The private port reports ready only once the API accepts calls.
  const server = await listen(gateway.app, { host: settings.host, port: addresses.port });
  const health = await startHealthServer({ port, host, ready: () => gateway.ready(), alive: () => true, metrics });
  const heartbeat = startHeartbeat({
    ...{ processes: queue.processes, describe: createProcessDescription('gateway'), log },
  });
  gateway.start();
  log.info('listening', { host: settings.host, port: server.port, healthPort: health.port });
  return {
    close: async () => {
      isLeaving = true;
      // Load balancers that have not noticed yet still send requests, which are served.
      await setTimeout(settings.shutdownNoticeMs);
      const served = server.close();
      await gateway.close();
      await served;
      await replies.close();
      await heartbeat.stop();
      await Promise.all([queue.close(), files.close()]);
      await store.close();
      await tracing.close();
      await health.close();
      metrics.close();
    },
  };
};
