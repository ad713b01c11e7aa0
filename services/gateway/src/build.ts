import express, { type Express } from 'express';
import { filesMountPath } from '@quarry/config';
import {
  BATCH_ROUTES,
  extraHostsOf,
  FILES_SIGN_PATH,
  OPERATIONS,
  REPARSE_PATH,
  REQUEST_DEADLINE_MS,
  validateParams,
  type Origins,
  type QueueName,
} from '@quarry/contracts';
import type { TargetRule } from '@quarry/egress/target-rule';
import {
  createReadyCheck,
  noFaults,
  type Logger,
  type Metrics,
  type PassFaultPoint,
  type Tracing,
} from '@quarry/observability';
import type { Clock } from '@quarry/store';
import { createSessions } from '@quarry/sessions';
import type { ConsoleTokens, HeaderSeals, LinkSignatures, SessionSeals, TokenSeals } from '@quarry/tokens';
import type { WebhookSecrets } from '@quarry/webhooks';
import { createAccountLeases } from './admission/account-leases.js';
import { createAdmission, type AdmittedRequest } from './admission/admission.js';
import { createBacklogMonitor, type ShedReason } from './admission/backlog-monitor.js';
import type { Catalogue } from './admission/catalogue.js';
import { createKnownAnswers } from './admission/known-answers.js';
import { createFreeAllowance } from './admission/allowances/free-allowance.js';
import { createStorageAllowance } from './admission/allowances/storage-allowance.js';
import { createStoreMonitor } from './admission/store-monitor.js';
import { createUndo } from './admission/undo-admission.js';
import { openCompatRoutes } from './compat/compat-routes.js';
import { openSerpRoutes } from './compat/serp-routes.js';
import { openBatchRoutes } from './batch/open-batch-routes.js';
import { DRAIN_MS, IDEMPOTENCY_RETENTION_MS, MAX_BODY_BYTES, MAX_URL_CHARS, WAIT_SLICE_MS } from './bounds.js';
import { createDocumentation } from './docs/documentation.js';
import type { ReferenceFolders } from './docs/reference-assets.js';
import { createFilesRouter } from './files/files-route.js';
import { createSignRoute } from './files/sign-route.js';
import { createSignedLinks } from './files/signed-links.js';
import { createAccountHeaders, createKeyHeaders } from './http/account-headers.js';
import { createAuthenticator } from './http/authenticate.js';
import { createKeyUses } from './http/key-uses.js';
import { dropLongHeaders } from './http/input/negotiated-headers.js';
import { createJsonBodyReader } from './http/input/read-json-body.js';
import { createRefusedBytes } from './http/refused-bytes.js';
import { byPath } from './http/by-path.js';
import { createRequestIdentity } from './http/request-identity.js';
import { setSecurityHeaders } from './http/security-headers.js';
import { compressResponses } from './http/compress-responses.js';
import { createErrorHandler, sendError } from './http/send-error.js';
import { Idempotency, type KeyedCall, type KeyedWork } from './idempotency/idempotency.js';
import type { GatewayPorts } from './ports.js';
import { openSchedules } from './schedules/open-schedules.js';
import { openSessionRoutes } from './sessions/session-routes.js';
import { openScheduleRoutes } from './schedules/routes/schedule-routes.js';
import { openRequestRoutes } from './requests/open-request-routes.js';
import { createOperationRoute } from './routes/operation-route.js';
import { createPublicRouter } from './routes/public-routes.js';
import { createReparseRoute } from './routes/reparse-route.js';
import { createRowSender } from './routes/send-row.js';
import { createUsageRoute, USAGE_PATH } from './routes/usage-route.js';
import { createInFlight } from './settlement/in-flight.js';
import { createLaunch, type LaunchAsync } from './settlement/launch-async.js';
import { createSettlement, type SettleCall } from './settlement/settlement.js';
import { createAsyncRecovery } from './sweeper/recover-async.js';
import { createQueueDrain, type DrainQueuesOptions } from './sweeper/drain-queues.js';
import { createSweeper, type Sweeper } from './sweeper/sweeper.js';
import { openWebhookRoutes } from './webhooks/open-webhook-routes.js';

export interface GatewayOptions {
  readonly ports: GatewayPorts;
  readonly targets: TargetRule;
  /** Public URL of the API, without a trailing slash. */
  readonly baseUrl: string;
  /** Public URL of the stored files, without a trailing slash. */
  readonly filesUrl: string;
  /** Where the files of `/docs` and `/llms-full.txt` are; read when they are asked for. */
  readonly referenceFolders: ReferenceFolders;
  readonly retentionMs: number;
  readonly maxQueueWaitMs: number;
  /** Free outcomes that an account may have per hour, in the credits they would have cost, beyond the credits it was charged. */
  readonly freeBudgetCredits: number;
  /** Maximum bytes of the stored files of one account. */
  readonly accountStoredBytes: number;
  /** Free share of the disk, 0 to 1, below which free calls are refused. */
  readonly diskLowShare: number;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Default: traces are only propagated. */
  readonly tracing?: Tracing | undefined;
  /** Origins that the operator configured instead of the sites' own. */
  readonly origins?: Origins;
  /** Undefined: the deployment has no secret to sign webhooks with. */
  readonly webhookSecrets?: WebhookSecrets | undefined;
  /** Undefined: the deployment has no secret for tokens. */
  readonly tokens?: TokenSeals | undefined;
  /** Undefined: it has no secret for tokens of the console, and accepts none. */
  readonly consoleTokens?: ConsoleTokens | undefined;
  /** Undefined: it has no secret to sign links with. */
  readonly linkSignatures?: LinkSignatures | undefined;
  /** Undefined: it has no secret to encrypt callers' credentials with, and refuses them. */
  readonly headerSeals?: HeaderSeals | undefined;
  readonly bucketKeySeals?: HeaderSeals | undefined;
  /** Undefined: the same of the headers of callers' webhooks. */
  readonly receiverSeals?: HeaderSeals | undefined;
  /** Undefined: it has no secret to encrypt cookies of sessions with. */
  readonly sessionSeals?: SessionSeals | undefined;
  readonly clock?: Clock;
  /** Default: the contract's operations. */
  readonly catalogue?: Catalogue;
  /** True once this process is told to stop: it still serves, but reports not ready. */
  readonly isLeaving?: () => boolean;
  readonly deadlineMs?: number;
  readonly waitSliceMs?: number;
  readonly drainMs?: number;
  /** Duration of an idempotency key's lease, and how often its first call renews it. */
  readonly idempotencyLease?: { readonly leaseMs: number; readonly renewMs: number };
  /** Default: `ANSWER_READ_MS`. */
  readonly answerReadMs?: number;
  /** Default: `REFUSED_BYTES_PER_MINUTE`. */
  readonly refusedBytesPerMinute?: number;
  readonly faultPoint?: PassFaultPoint;
}

export interface Gateway {
  readonly app: Express;
  /** Resolves if store, files and queue respond. */
  ready(): Promise<void>;
  /** Starts the sweeper and the backlog sampling. */
  start(): void;
  /** One pass of the sweeper. Never rejects. */
  sweepOnce(): Promise<void>;
  /** Lets running requests finish within the drain time, then ends them. Ports stay open. */
  close(): Promise<void>;
}

const DAY_MS = 86_400_000;

const contractCatalogue = ({ origins = {} }: GatewayOptions): Catalogue => {
  // Schemas are cached by the identity of this object.
  const extraHosts = extraHostsOf(origins);
  return {
    operations: OPERATIONS,
    validate: (operation, input, nowMs, suggestions) =>
      validateParams(operation, input, { nowMs, extraHosts, suggestions }),
  };
};

const createReady = ({ ports, log, metrics, isLeaving }: GatewayOptions): (() => Promise<void>) => {
  const { store, files, producer, replies, hearing } = ports;
  return createReadyCheck(
    {
      store: () => store.ping(),
      files: () => files.ping(),
      queue: () => producer.backlog('browser-scrape'),
      replies: async () => {
        if (!(await hearing.isHeard(replies.address))) throw new Error('replies would not be heard');
      },
      process: () => {
        if (isLeaving?.()) throw new Error('shutting down');
      },
    },
    { log, metrics },
  );
};

/** The sweeper with what operators drain, and with what schedules run. */
const createSweeping = (
  { ports, retentionMs, log, metrics, faultPoint = noFaults }: GatewayOptions,
  parts: Pick<DrainQueuesOptions, 'draining' | 'undo'> & { readonly recoverAsync: () => Promise<number> },
  runSchedules: () => Promise<number>,
): Sweeper => {
  const { store, files, producer, switches } = ports;
  const { recoverAsync, draining, undo } = parts;
  const drainQueues = createQueueDrain({ draining, undo, switches, producer, items: store.items, log, metrics });
  return createSweeper({
    ...{ store, files, recoverAsync, drainQueues, runSchedules },
    ...{ retentionMs, log, metrics, faultPoint },
  });
};

const createParts = (options: GatewayOptions) => {
  const { ports, log, metrics, faultPoint = noFaults, clock = Date.now, deadlineMs = REQUEST_DEADLINE_MS } = options;
  const { catalogue = contractCatalogue(options), waitSliceMs = WAIT_SLICE_MS } = options;
  const { store, files, producer, replies } = ports;
  const leases = createAccountLeases(ports.leases, store.requests);
  const allowance = createFreeAllowance({ outcomes: ports.outcomes, ownCredits: options.freeBudgetCredits, clock });
  const storage = createStorageAllowance({
    files,
    quotaBytes: options.accountStoredBytes,
    lowShare: options.diskLowShare,
    retentionDays: Math.ceil(options.retentionMs / DAY_MS),
  });
  const backlog = createBacklogMonitor({
    ...{ producer, batches: store.batches, log, metrics },
    maxQueueWaitMs: options.maxQueueWaitMs,
  });
  const storeMonitor = createStoreMonitor(store, log);
  const settlement = createSettlement({
    ...{ store, producer, replies, leases, clock, log, metrics, waitSliceMs, faultPoint },
    isPaused: (queue) => backlog.shedReason(queue) === 'paused',
  });
  const { operations } = catalogue;
  const recoverAsync = createAsyncRecovery({ requests: store.requests, producer, leases, operations, log, metrics });
  const authenticator = createAuthenticator(store.keys, clock, {
    consoleTokens: options.consoleTokens,
    accounts: store.accounts,
    onKeyUsed: createKeyUses({ keys: store.keys, clock, log }),
  });
  const accountHeaders = createAccountHeaders({ accounts: store.accounts, leases, log });
  const inFlight = createInFlight(options.drainMs ?? DRAIN_MS);
  const { stopping } = inFlight;
  const undo = createUndo({ requests: store.requests, leases, stopping, log, metrics });
  const undoLater = (requestId: string): void => void inFlight.track(undo(requestId));
  const launch = createLaunch({
    ...{ requests: store.requests, producer, leases, log, metrics, faultPoint },
    undo: undoLater,
  });
  const idempotency = new Idempotency({
    ...{ records: store.idempotency, clock, deadlineMs, stopping, log, faultPoint, ...options.idempotencyLease },
    // A stored response may be in the row of its request.
    retentionMs: Math.min(IDEMPOTENCY_RETENTION_MS, options.retentionMs),
  });
  const shedReason = (queue: QueueName): ShedReason | undefined => {
    if (inFlight.isDraining()) return 'draining';
    return storeMonitor.isAway() ? 'unavailable' : backlog.shedReason(queue);
  };
  return {
    ...{ catalogue, inFlight, leases, allowance, storage, authenticator, accountHeaders, undo },
    monitors: [backlog, storeMonitor],
    recoverAsync,
    draining: () => backlog.draining(),
    keyHeaders: createKeyHeaders(authenticator, accountHeaders),
    admit: createAdmission({
      ...{ store, leases, allowance, storage, catalogue, clock, deadlineMs, log, metrics, shedReason, faultPoint },
      targets: options.targets,
      ...{ tokens: options.tokens, headerSeals: options.headerSeals },
      hasWebhooks: options.webhookSecrets !== undefined,
      findKnownAnswer: createKnownAnswers({ requests: store.requests, files, clock, log }),
      undo: undoLater,
    }),
    settle: (request: AdmittedRequest, call: Omit<SettleCall, 'stopping'>) =>
      inFlight.track(settlement(request, { ...call, stopping })),
    launch: ((request, confirm) => inFlight.track(launch(request, confirm))) satisfies LaunchAsync,
    runKeyed: <Answer>(call: KeyedCall, work: KeyedWork<Answer>) => inFlight.track(idempotency.run(call, work)),
    requests: store.requests,
    baseUrl: options.baseUrl,
    shedReason,
    rows: createRowSender({ files, filesUrl: options.filesUrl, log, readMs: options.answerReadMs }),
    ready: createReady(options),
  };
};

type Parts = ReturnType<typeof createParts>;

const createSchedules = (options: GatewayOptions, parts: Parts) => {
  const { ports, clock = Date.now, faultPoint = noFaults, webhookSecrets } = options;
  return openSchedules({
    ...options,
    ...parts,
    ...{ clock, faultPoint, store: ports.store, files: ports.files, hints: ports.hints },
    ...{ operations: parts.catalogue.operations, stopping: parts.inFlight.stopping },
    hasWebhooks: webhookSecrets !== undefined,
  });
};

interface AppParts extends Parts {
  readonly works: ReturnType<typeof openSchedules>['works'];
}

const createApp = (options: GatewayOptions, parts: AppParts): Express => {
  const { ports, log, metrics, baseUrl, filesUrl } = options;
  const { store, files } = ports;
  const { catalogue, authenticator, accountHeaders, keyHeaders, leases, allowance, storage } = parts;
  const { operations } = catalogue;
  const refused = createRefusedBytes(options.clock ?? Date.now, options.refusedBytesPerMinute);
  const readBody = createJsonBodyReader(MAX_BODY_BYTES, refused);
  const { linkSignatures, clock = Date.now } = options;
  const links = linkSignatures && createSignedLinks(linkSignatures, clock);

  const app = express();
  app.disable('x-powered-by').disable('etag').enable('case sensitive routing');
  // Operations parse their query themselves; nothing else has one.
  app.set('query parser', false);
  app.use(dropLongHeaders, createRequestIdentity({ log, metrics, tracing: options.tracing }), setSecurityHeaders);
  app.use(compressResponses);
  app.use((request, response, next) => {
    const { httpVersion, httpVersionMajor } = request;
    if (httpVersionMajor >= 1 && (request.headers.host !== undefined || httpVersion !== '1.1')) return next();
    const message = httpVersionMajor < 1 ? 'HTTP/0.9 is not supported.' : 'HTTP/1.1 requires a Host header.';
    sendError(response, 'bad_request', { message });
  });
  app.use((request, response, next) => {
    if (request.url.length <= MAX_URL_CHARS) return next();
    sendError(response, 'bad_request', { message: `The URL is longer than ${MAX_URL_CHARS} characters.` });
  });
  app.use(
    byPath(operations.map((operation) => [operation.path, createOperationRoute({ ...parts, readBody }, operation)])),
  );
  app.use(
    createPublicRouter({
      documentation: createDocumentation(
        { operations, batchRoutes: BATCH_ROUTES, baseUrl, filesUrl },
        options.referenceFolders,
      ),
      ready: parts.ready,
    }),
  );
  app.all(REPARSE_PATH, createReparseRoute({ ...parts, readBody, clock, files, items: store.items }));
  app.all(
    USAGE_PATH,
    createUsageRoute({
      authenticator,
      accountHeaders,
      keyHeaders,
      accounts: store.accounts,
      leases,
      allowance,
      storage,
    }),
  );
  for (const [path, handler] of openBatchRoutes({ ...parts, ...options, catalogue, readBody, refused }))
    app.all(path, handler);
  for (const [path, handler] of openRequestRoutes({ ...parts, ...store, baseUrl, filesUrl })) app.all(path, handler);
  app.all(FILES_SIGN_PATH, createSignRoute({ ...parts, readBody, files, filesUrl, links, clock }));
  const { webhookSecrets } = options;
  for (const [path, handler] of openWebhookRoutes({ ...parts, webhooks: store.webhooks, webhookSecrets, baseUrl })) {
    app.all(path, handler);
  }
  const hasWebhooks = webhookSecrets !== undefined;
  const scheduling = { ...options, ...parts, readBody, links, clock, operations, hasWebhooks, records: store.records };
  for (const [path, handler] of openScheduleRoutes(scheduling)) app.all(path, handler);
  const sessions = createSessions({ records: store.records, seals: options.sessionSeals, clock });
  for (const [path, handler] of openSessionRoutes({ ...parts, sessions })) app.all(path, handler);
  const compat = openCompatRoutes({ ...parts, readBody, operations, clock, ...store });
  app.use(byPath(compat.routes));
  for (const [path, handler] of openSerpRoutes({ ...parts, ...store, operations })) app.all(path, handler);
  // Everything below needs no key.
  app.use(async (request, response, next) => {
    await keyHeaders(request, response);
    next();
  });
  app.use(compat.others);
  app.use(filesMountPath(baseUrl, filesUrl), createFilesRouter({ files, authenticator, links }));
  app.use((_request, response) => sendError(response, 'not_found'));
  app.use(createErrorHandler(log));
  return app;
};

/** Wires the gateway. Nothing runs or listens until it is started. */
export const build = (options: GatewayOptions): Gateway => {
  const parts = createParts(options);
  const { works, runDue } = createSchedules(options, parts);
  const sweeper = createSweeping(options, parts, runDue);
  return {
    app: createApp(options, { ...parts, works }),
    ready: parts.ready,
    start: () => {
      for (const monitor of parts.monitors) monitor.start();
      sweeper.start();
    },
    sweepOnce: () => sweeper.sweepOnce(),
    close: async () => {
      await parts.inFlight.drain();
      for (const monitor of parts.monitors) monitor.stop();
      await sweeper.stop();
    },
  };
};
