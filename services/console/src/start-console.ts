import { fileURLToPath } from 'node:url';
import type { ServiceConfig } from '@quarry/config';
import { createMetrics, endProcess, startHealthServer, type Logger } from '@quarry/observability';
import { openStore } from '@quarry/store';
import { createConsoleTokens } from '@quarry/tokens';
import { createMailer, type Mailer } from './alerts/mailer.js';
import { build } from './build.js';
import { createFleetLink } from './fleet-link.js';
import { listen } from './http/listen.js';
import { isSignUpOpen } from './sign-up-rule.js';
import { readWebFiles } from './static/web-files.js';

const VERSION = '0.1.0';
/** Beside the bundle of this service. */
const WEB_FOLDER = fileURLToPath(new URL('console-web', import.meta.url));

const NO_SECRET = 'Set QUARRY_SECRET, the same as the gateway has: the console calls the API with tokens sealed by it.';

/** Undefined: no mail server is configured. */
const mailerOf = ({ smtpUrl, smtpFrom }: ServiceConfig<'console'>['console']): Mailer | undefined => {
  if (smtpUrl === undefined) return undefined;
  if (smtpFrom === undefined) throw new Error('Set SMTP_FROM, the address that e-mail comes from, beside SMTP_URL.');
  return createMailer({ url: smtpUrl.reveal(), from: smtpFrom });
};

/** Opens the configured store, serves the console and the private port; `close` ends all in order. */
export const startConsole = async (
  config: ServiceConfig<'console'>,
  log: Logger,
): Promise<{ close(): Promise<void> }> => {
  const { common, parts, addresses, origins, console: settings } = config;
  const { dataDir, healthHost, healthPort } = common;
  const tokens = createConsoleTokens({ secret: common.secret?.reveal(), previous: common.secretPrevious?.reveal() });
  if (tokens === undefined) throw new Error(NO_SECRET);
  const metrics = createMetrics({ service: 'console' });
  const store = await openStore({ mongodbUri: parts.mongodbUri?.reveal(), dataDir, onFailure: endProcess });
  const fleet = createFleetLink({ redisUrl: common.redisUrl.reveal(), log });
  const own = build({
    ports: { ...store, fleet, ping: () => store.ping() },
    tokens,
    consoleUrl: settings.url,
    gatewayUrl: settings.gatewayUrl ?? addresses.baseUrl,
    apiUrl: addresses.baseUrl,
    filesUrl: addresses.filesUrl,
    isSignUpOpen: isSignUpOpen(settings),
    signUpPlan: {
      credits: settings.signUpCredits,
      periodDays: settings.signUpPeriodDays,
      concurrency: settings.signUpConcurrency,
    },
    mailer: mailerOf(settings),
    operatorEmails: settings.operatorAlertEmails ?? [],
    proxies: settings.proxies,
    origins,
    web: readWebFiles(WEB_FOLDER),
    version: VERSION,
    ...{ log, metrics },
  });
  // The private port reports ready only once the console accepts calls.
  const server = await listen(own.app, { host: settings.host, port: settings.port });
  const health = await startHealthServer({
    ...{ port: healthPort, host: healthHost, metrics, alive: () => true as const },
    ready: () => own.ready(),
  });
  const alerts = own.startAlerts();
  fleet.tell();
  log.info('listening', { host: settings.host, port: server.port, healthPort: health.port });
  return {
    close: async () => {
      await server.close();
      await alerts.close();
      own.close();
      await fleet.close();
      await store.close();
      await health.close();
      metrics.close();
    },
  };
};
