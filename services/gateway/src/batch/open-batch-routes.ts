import type { RequestHandler } from 'express';
import { BATCH_ROUTES, CRAWL_ROUTES, type QueueName } from '@quarry/contracts';
import type { TargetRule } from '@quarry/egress/target-rule';
import { createDeliveries } from '@quarry/exports';
import { noFaults, type Logger, type Metrics, type PassFaultPoint } from '@quarry/observability';
import type { Clock } from '@quarry/store';
import type { HeaderSeals } from '@quarry/tokens';
import type { WebhookSecrets } from '@quarry/webhooks';
import type { ShedReason } from '../admission/backlog-monitor.js';
import type { Catalogue } from '../admission/catalogue.js';
import type { FreeAllowance } from '../admission/allowances/free-allowance.js';
import type { StorageAllowance } from '../admission/allowances/storage-allowance.js';
import { BATCH_READ_WAIT_MS, BATCH_READS_AT_ONCE } from '../bounds.js';
import type { AccountHeaders, KeyHeaders } from '../http/account-headers.js';
import type { Authenticator } from '../http/authenticate.js';
import type { createJsonBodyReader } from '../http/input/read-json-body.js';
import type { RefusedBytes } from '../http/refused-bytes.js';
import type { KeyedCall, KeyedOutcome, KeyedWork } from '../idempotency/idempotency.js';
import type { GatewayPorts } from '../ports.js';
import type { InFlight } from '../settlement/in-flight.js';
import { openJobRoutes } from '../compat/job-routes.js';
import { createAccountPlaces } from './submit/account-places.js';
import { createAccountTurns } from './submit/account-turns.js';
import { createJobCallAnswer } from './answer-job-call.js';
import { createBatchRoutes } from './batch-router.js';
import { createExport } from './results/export-results.js';
import { createCrawlHandler } from './submit/crawl-handler.js';
import { createKeepDelivery } from './submit/keep-delivery.js';
import { createSubmissionReader } from './submit/read-submission.js';
import { createResultsPage } from './results/results-page.js';
import { createRetryHandler } from './results/retry-handler.js';
import { createSubmit } from './submit/submit-batch.js';
import { createSubmitHandler } from './submit/submit-handler.js';
import { createUndoBatch } from './submit/undo-batch.js';

export interface BatchRoutesOptions {
  readonly ports: GatewayPorts;
  readonly targets: TargetRule;
  /** Undefined: webhooks cannot be signed. */
  readonly webhookSecrets?: WebhookSecrets | undefined;
  readonly headerSeals?: HeaderSeals | undefined;
  readonly bucketKeySeals?: HeaderSeals | undefined;
  readonly receiverSeals?: HeaderSeals | undefined;
  /** How long results are kept. */
  readonly retentionMs: number;
  /** Public URLs, without a trailing slash. */
  readonly baseUrl: string;
  readonly filesUrl: string;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly catalogue: Catalogue;
  readonly clock?: Clock;
  readonly faultPoint?: PassFaultPoint;
  readonly answerReadMs?: number;
  readonly inFlight: InFlight;
  readonly allowance: Pick<FreeAllowance, 'refusal'>;
  readonly storage: Pick<StorageAllowance, 'refusal'>;
  readonly authenticator: Authenticator;
  readonly accountHeaders: AccountHeaders;
  readonly keyHeaders: KeyHeaders;
  readonly shedReason: (queue: QueueName) => ShedReason | undefined;
  readonly readBody: ReturnType<typeof createJsonBodyReader>;
  readonly refused: RefusedBytes;
  readonly runKeyed: <Answer>(call: KeyedCall, work: KeyedWork<Answer>) => Promise<KeyedOutcome<Answer>>;
}

/** Wires the batch paths; returns handlers by path pattern. */
export const openBatchRoutes = (
  options: BatchRoutesOptions,
): readonly (readonly [path: string, handler: RequestHandler])[] => {
  const { ports, inFlight, log, clock = Date.now, faultPoint = noFaults } = options;
  const { store, files, hints } = ports;
  const { batches } = store;
  const { stopping } = inFlight;
  const undo = createUndoBatch({ batches, stopping, log });
  const deliveries = createDeliveries(store.records);
  const keepDelivery = createKeepDelivery({ ...options, deliveries, seals: options.bucketKeySeals, clock });
  const submit = createSubmit({ ...options, batches, clock, undo, stopping, faultPoint, keepDelivery });
  const answer = createJobCallAnswer({ ...options, batches, undo, hints, inFlight });
  const readSubmission = createSubmissionReader(options.refused);
  const inAccountTurn = createAccountTurns();
  const submitting = {
    ...options,
    batches,
    accounts: store.accounts,
    clock,
    submit,
    answer,
    readSubmission,
    inAccountTurn,
  };
  const exporting = { ...options, batches, files, stopping };
  const inTurn = createAccountPlaces({ places: BATCH_READS_AT_ONCE, waitMs: BATCH_READ_WAIT_MS });
  const { operations } = options.catalogue;
  const own = createBatchRoutes(
    {
      ...options,
      ...{ batches, hints, deliveries, operations },
      submit: createSubmitHandler(submitting),
      startCrawl: createCrawlHandler(submitting),
      about: {
        results: inTurn(createResultsPage({ ...options, batches })),
        ndjson: inTurn(createExport('ndjson', exporting)),
        csv: inTurn(createExport('csv', exporting)),
        parquet: inTurn(createExport('parquet', exporting)),
        warc: inTurn(createExport('warc', exporting)),
        'retry-failed': inTurn(createRetryHandler(submitting)),
      },
    },
    [...BATCH_ROUTES, ...CRAWL_ROUTES],
  );
  return [...own, ...openJobRoutes({ ...submitting, ...exporting, hints, operations, inTurn })];
};
