import express, { type Express } from 'express';
import {
  BATCH_ROUTES,
  buildOpenApi,
  OPERATIONS,
  REPARSE_PATH,
  REQUEST_DEADLINE_MS,
  validateParams,
  type QueueName,
} from '@quarry/contracts';
import type { TargetRule } from '@quarry/egress/target-rule';
import {
  createReadyCheck,
  passFreely,
  type Logger,
  type Metrics,
  type PassFaultPoint,
  type Tracing,
} from '@quarry/observability';
import type { Clock } from '@quarry/store';
import type { HeaderSeals, TokenSeals } from '@quarry/tokens';
import type { WebhookSecrets } from '@quarry/webhooks';
import { createAccountLeases } from './admission/account-leases.js';
import { createAdmission, type AdmittedRequest } from './admission/admission.js';
import { createBacklogMonitor, type ShedReason } from './admission/backlog-monitor.js';
import type { Catalogue } from './admission/catalogue.js';
import { extraHostsOf, type Origins } from './admission/extra-hosts.js';
import { createFreeAllowance } from './admission/free-allowance.js';
import { createStorageAllowance } from './admission/storage-allowance.js';
import { createStoreMonitor } from './admission/store-monitor.js';
import { traceAdmission } from './admission/trace-admission.js';
import { createUndo } from './admission/undo-admission.js';
import { openBatchRoutes } from './batch/open-batch-routes.js';
import { DRAIN_MS, IDEMPOTENCY_RETENTION_MS, MAX_BODY_BYTES, MAX_URL_CHARS, WAIT_SLICE_MS } from './bounds.js';
import { renderDocsPage } from './docs/docs-page.js';
import { renderLlmsText } from './docs/llms-text.js';
import { createFilesRouter } from './files/files-route.js';
import { createAccountHeaders, createKeyHeaders } from './http/account-headers.js';
import { createAuthenticator } from './http/authenticate.js';
import { dropLongHeaders } from './http/negotiated-headers.js';
import { createJsonBodyReader } from './http/read-json-body.js';
import { createRefusedBytes } from './http/refused-bytes.js';
import { byPath } from './http/by-path.js';
import { createRequestIdentity } from './http/request-identity.js';
import { setSecurityHeaders } from './http/security-headers.js';
import { createErrorHandler, sendError } from './http/send-error.js';
import { Idempotency, type KeyedCall, type KeyedWork } from './idempotency/idempotency.js';
import type { GatewayPorts } from './ports.js';
import { createOperationRoute } from './routes/operation-route.js';
import { createPublicRouter } from './routes/public-routes.js';
import { createReparseRoute } from './routes/reparse-route.js';
import { createRowSender } from './routes/send-row.js';
import { createUsageRoute, USAGE_PATH } from './routes/usage-route.js';
import { createInFlight } from './settlement/in-flight.js';
import { createSettlement, type SettleCall } from './settlement/settlement.js';
import { createSweeper } from './sweeper/sweeper.js';
import { openWebhookRoutes } from './webhooks/open-webhook-routes.js';

export interface GatewayOptions {
  readonly ports: GatewayPorts;
  readonly targets: TargetRule;
  /** Public address of the API, without a slash at the end. */
  readonly baseUrl: string;
  /** Public address of the stored files, without a slash at the end. */
  readonly filesUrl: string;
  readonly retentionMs: number;
  readonly maxQueueWaitMs: number;
  /** Free outcomes an account has in an hour, in the credits they would have cost, beyond as many as it was charged. */
  readonly freeBudgetCredits: number;
  /** Most bytes that the stored files of one account may have. */
  readonly accountStoredBytes: number;
  /** Free share of the disk, 0 to 1, below which nothing is done that is free of charge. */
  readonly diskLowShare: number;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Default: traces are carried through. */
  readonly tracing?: Tracing | undefined;
  /** Where the operator asks sites instead of on their own hosts, as origins. */
  readonly origins?: Origins;
  /** Undefined: the deployment has nothing to sign webhooks with. */
  readonly webhookSecrets?: WebhookSecrets | undefined;
  /** Undefined: the deployment has nothing to seal tokens with. */
  readonly tokens?: TokenSeals | undefined;
  /** Undefined: it has nothing to seal callers' credentials with, and takes none. */
  readonly headerSeals?: HeaderSeals | undefined;
  readonly clock?: Clock;
  /** Default: the contract's operations. */
  readonly catalogue?: Catalogue;
  /** True from the moment this process is told to go: it serves on, but is not ready for more. */
  readonly isLeaving?: () => boolean;
  readonly deadlineMs?: number;
  readonly waitSliceMs?: number;
  readonly drainMs?: number;
  /** Life of an idempotency key's lease without a sign of its first call, and how often that gives one. */
  readonly idempotencyLease?: { readonly leaseMs: number; readonly renewMs: number };
  /** Default: `ANSWER_READ_MS`. */
  readonly answerReadMs?: number;
  /** Default: `REFUSED_BYTES_PER_MINUTE`. */
  readonly refusedBytesPerMinute?: number;
  readonly pass?: PassFaultPoint;
}

export interface Gateway {
  readonly app: Express;
  /** Resolves when store, files and queue answer. */
  ready(): Promise<void>;
  /** Starts the sweeper and the backlog sampling. */
  start(): void;
  /** Lets requests in flight end within the drain time, then ends them. Ports stay open. */
  close(): Promise<void>;
}

const DAY_MS = 86_400_000;

const contractCatalogue = ({ origins = {} }: GatewayOptions): Catalogue => {
  // Schemas are kept by the identity of this object.
  const extraHosts = extraHostsOf(origins);
  return {
    operations: OPERATIONS,
    validate: (operation, input, nowMs) => validateParams(operation, input, { nowMs, extraHosts }),
  };
};

/** Where files are served: the path of their address, less the part of it that a proxy before us serves the API under. */
export const filesMountPath = (baseUrl: string, filesUrl: string): string => {
  const [base, files] = [new URL(baseUrl).pathname, new URL(filesUrl).pathname];
  const isUnderBase = base !== '/' && files.startsWith(`${base}/`);
  return isUnderBase ? files.slice(base.length) : files;
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

const createParts = (options: GatewayOptions) => {
  const { ports, log, metrics, pass = passFreely, clock = Date.now, deadlineMs = REQUEST_DEADLINE_MS } = options;
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
  const settlement = createSettlement({ store, producer, replies, leases, clock, log, metrics, waitSliceMs, pass });
  const authenticator = createAuthenticator(store.keys, clock);
  const accountHeaders = createAccountHeaders({ accounts: store.accounts, leases, log });
  const inFlight = createInFlight(options.drainMs ?? DRAIN_MS);
  const { stopping } = inFlight;
  const undo = createUndo({ requests: store.requests, leases, stopping, log, metrics });
  const idempotency = new Idempotency({
    ...{ records: store.idempotency, clock, deadlineMs, stopping, log, pass, ...options.idempotencyLease },
    // A kept answer may lie in the row of its request.
    retentionMs: Math.min(IDEMPOTENCY_RETENTION_MS, options.retentionMs),
  });
  const shedReason = (queue: QueueName): ShedReason | undefined => {
    if (inFlight.isDraining()) return 'draining';
    return storeMonitor.isAway() ? 'unavailable' : backlog.shedReason(queue);
  };
  return {
    ...{ catalogue, inFlight, leases, allowance, storage, authenticator, accountHeaders, undo },
    monitors: [backlog, storeMonitor],
    sweeper: createSweeper({ store, files, retentionMs: options.retentionMs, log, metrics, pass }),
    keyHeaders: createKeyHeaders(authenticator, accountHeaders),
    admit: traceAdmission(
      createAdmission({
        ...{ store, leases, allowance, storage, catalogue, clock, deadlineMs, log, metrics, shedReason, pass },
        targets: options.targets,
        ...{ tokens: options.tokens, headerSeals: options.headerSeals },
        undo: (requestId) => void inFlight.track(undo(requestId)),
      }),
    ),
    settle: (request: AdmittedRequest, call: Omit<SettleCall, 'stopping'>) =>
      inFlight.track(settlement(request, { ...call, stopping })),
    runKeyed: <Answer>(call: KeyedCall, work: KeyedWork<Answer>) => inFlight.track(idempotency.run(call, work)),
    requests: store.requests,
    shedReason,
    rows: createRowSender({ files, filesUrl: options.filesUrl, log, readMs: options.answerReadMs }),
    ready: createReady(options),
  };
};

const createApp = (options: GatewayOptions, parts: ReturnType<typeof createParts>): Express => {
  const { ports, log, metrics, baseUrl, filesUrl } = options;
  const { store, files } = ports;
  const { catalogue, authenticator, accountHeaders, keyHeaders, leases, allowance, storage } = parts;
  const { operations } = catalogue;
  const refused = createRefusedBytes(options.clock ?? Date.now, options.refusedBytesPerMinute);
  const readBody = createJsonBodyReader(MAX_BODY_BYTES, refused);

  const app = express();
  app.disable('x-powered-by').disable('etag').enable('case sensitive routing');
  let openApi: string | undefined;
  const openApiText = (): string => (openApi ??= JSON.stringify(buildOpenApi({ baseUrl })));
  // Operations read their query with their own bounds; nothing else takes one.
  app.set('query parser', false);
  app.use(dropLongHeaders, createRequestIdentity({ log, metrics, tracing: options.tracing }), setSecurityHeaders);
  app.use((request, response, next) => {
    const { httpVersion, httpVersionMajor } = request;
    if (httpVersionMajor >= 1 && (request.headers.host !== undefined || httpVersion !== '1.1')) return next();
    const message = httpVersionMajor < 1 ? 'HTTP/0.9 is not spoken here.' : 'HTTP/1.1 asks for a Host header. Send it.';
    sendError(response, 'bad_request', { message });
  });
  app.use((request, response, next) => {
    if (request.url.length <= MAX_URL_CHARS) return next();
    sendError(response, 'bad_request', { message: `The address is longer than ${MAX_URL_CHARS} characters.` });
  });
  app.use(
    byPath(operations.map((operation) => [operation.path, createOperationRoute({ ...parts, readBody }, operation)])),
  );
  app.use(
    createPublicRouter({
      openApiText,
      docsPage: renderDocsPage({ operations, batchRoutes: BATCH_ROUTES, baseUrl, filesUrl }),
      llmsText: renderLlmsText({ operations, baseUrl, filesUrl }),
      ready: parts.ready,
    }),
  );
  app.all(REPARSE_PATH, createReparseRoute({ ...parts, readBody, operations, files, items: store.items }));
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
  const { webhookSecrets } = options;
  for (const [path, handler] of openWebhookRoutes({ ...parts, webhooks: store.webhooks, webhookSecrets, baseUrl })) {
    app.all(path, handler);
  }
  // Everything below is answered without asking for a key.
  app.use(async (request, response, next) => {
    await keyHeaders(request, response);
    next();
  });
  app.use(filesMountPath(baseUrl, filesUrl), createFilesRouter({ files, authenticator }));
  app.use((_request, response) => sendError(response, 'not_found'));
  app.use(createErrorHandler(log));
  return app;
};

/** Wires the gateway. Nothing runs and nothing listens until it is told to. */
export const build = (options: GatewayOptions): Gateway => {
  const parts = createParts(options);
  return {
    app: createApp(options, parts),
    ready: parts.ready,
    start: () => {
      for (const monitor of parts.monitors) monitor.start();
      parts.sweeper.start();
    },
    close: async () => {
      await parts.inFlight.drain();
      for (const monitor of parts.monitors) monitor.stop();
      await parts.sweeper.stop();
    },
  };
};
