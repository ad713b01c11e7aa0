import express, { type Express } from 'express';
import { createReadyCheck } from '@quarry/observability';
import { startAlertRounds, type AlertRounds } from './alerts/alert-rounds.js';
import { createCreditLevels } from './alerts/credit-levels.js';
import { lookEvery } from './alerts/look-every.js';
import { DROP_LOOK_MS, MAX_URL_CHARS } from './bounds.js';
import { createParts, type ConsoleOptions, type ConsoleParts } from './console-parts.js';
import { openFrameRoute } from './frame/frame-route.js';
import { createStoredPageReader } from './frame/stored-page.js';
import { createGatewayRoute, GATEWAY_PREFIX } from './gateway/gateway-route.js';
import { createProxy } from './gateway/proxy.js';
import { createDropAlerts } from './health/drop-alerts.js';
import { refuse } from './http/errors.js';
import { createOriginGuard } from './http/origin-guard.js';
import { createRequestIdentity } from './http/request-identity.js';
import { byPath, onPath, type ConsoleRoute } from './http/routes.js';
import { setSecurityHeaders } from './http/security-headers.js';
import { createErrorHandler, sendRefusal } from './http/send-refusal.js';
import { openAlertAddressRoutes } from './routes/alert-address-routes.js';
import { openAlertRoutes } from './routes/alert-routes.js';
import { openKeyRoutes } from './routes/key-routes.js';
import { openLinkRoutes } from './routes/link-routes.js';
import { openMemberRoutes } from './routes/member-routes.js';
import { openOperationRoutes } from './routes/operation-routes.js';
import { openOperatorFleetRoutes } from './routes/operator/operator-fleet-routes.js';
import { openOperatorRoutes } from './routes/operator/operator-routes.js';
import { openReadingRoutes } from './routes/operator/reading-routes.js';
import { openOperatorSignUpRoutes } from './routes/operator/operator-sign-up-routes.js';
import { openSharedCallRoutes } from './routes/shared-call-routes.js';
import { openSessionRoutes } from './routes/session-routes.js';
import { openSignInRoutes } from './routes/sign-in-routes.js';
import { openUsageRoute } from './routes/usage-route.js';
import { openWebhookRoutes } from './routes/webhook-routes.js';
import type { WebFiles } from './static/web-files.js';
import { createWebRoute } from './static/web-route.js';

export type { ConsoleOptions } from './console-parts.js';

export interface Console {
  readonly app: Express;
  /** The console's own API. */
  readonly routes: readonly ConsoleRoute[];
  /** Begins to look for alerts and to send them. */
  startAlerts(): AlertRounds;
  /** Resolves if the store responds. */
  ready(): Promise<void>;
  close(): void;
}

const openRoutes = (parts: ConsoleParts, { pickerPath }: WebFiles): readonly ConsoleRoute[] => [
  ...openSessionRoutes(parts),
  ...openSignInRoutes(parts),
  ...openLinkRoutes(parts),
  ...openKeyRoutes(parts),
  ...openMemberRoutes(parts),
  ...openOperationRoutes(parts),
  ...openSharedCallRoutes(parts),
  ...openUsageRoute(parts),
  ...openOperatorRoutes(parts),
  ...openReadingRoutes(parts),
  ...openOperatorFleetRoutes(parts),
  ...openOperatorSignUpRoutes(parts),
  ...openAlertRoutes(parts),
  ...openAlertAddressRoutes(parts),
  ...openWebhookRoutes(parts),
  ...openFrameRoute({
    ...{ ...parts, pickerPath, origins: parts.allowedOrigins },
    readStoredPage: createStoredPageReader(parts),
  }),
];

/** Wires the console. Nothing listens until it is started. */
export const build = (options: ConsoleOptions): Console => {
  const { log, metrics, web, ports } = options;
  const parts = createParts(options);
  const routes = openRoutes(parts, web);
  const proxy = createProxy({ callGateway: parts.callGateway, log });

  const app = express();
  app.disable('x-powered-by').disable('etag').enable('case sensitive routing').enable('strict routing');
  app.set('query parser', false).set('trust proxy', options.proxies);
  app.use(createRequestIdentity({ log, metrics }), setSecurityHeaders);
  app.use((request, response, next) => {
    if (request.url.length <= MAX_URL_CHARS) next();
    else
      sendRefusal(response, refuse('bad_request', { message: `The URL is longer than ${MAX_URL_CHARS} characters.` }));
  });
  app.use('/api', createOriginGuard(parts.allowedOrigins));
  app.use(GATEWAY_PREFIX, createGatewayRoute({ ...parts, proxy, ...options }));
  for (const [path, own] of byPath(routes)) app.all(path, onPath(own, parts.visitors));
  app.use(createWebRoute(web));
  app.use((_request, response) => sendRefusal(response, refuse('not_found')));
  app.use(createErrorHandler(log));
  return {
    app,
    routes,
    startAlerts: () =>
      startAlertRounds({
        sources: [
          createCreditLevels({ accounts: parts.accounts, settings: parts.alertSettings }),
          lookEvery(DROP_LOOK_MS, createDropAlerts(parts.readingHealth)),
        ],
        ...{ book: parts.alertBook, sender: parts.alertSender, records: ports.records, clock: parts.clock, log },
      }),
    ready: createReadyCheck({ store: () => ports.ping() }, { log, metrics }),
    close: () => parts.client.close(),
  };
};
