import { extraHostsOf, type Origins } from '@quarry/contracts';
import { filesMountPath } from '@quarry/config';
import type { Logger, Metrics } from '@quarry/observability';
import { createLinks, createMembers, createUsers } from '@quarry/people';
import type { Clock } from '@quarry/store';
import { createAddressConfirmation } from './alerts/address-confirmation.js';
import { createAlertBook } from './alerts/alert-book.js';
import { createAlertSettings } from './alerts/alert-settings.js';
import type { Mailer } from './alerts/mailer.js';
import { createAlertSender } from './alerts/send-alert.js';
import { createAlertTest } from './alerts/send-test.js';
import { ALERT_TESTS_PER_HOUR, SIGN_UP_WINDOW_MS, SIGN_UPS_PER_ADDRESS, WEBHOOK_TESTS_PER_MINUTE } from './bounds.js';
import { createGatewayCaller } from './gateway/call-gateway.js';
import { createGatewayClient } from './gateway/gateway-client.js';
import { createReadingHealth } from './health/reading-health.js';
import { originsOf } from './http/origin-guard.js';
import { createPasswordHasher, type HashFunctions } from './passwords/password-hasher.js';
import { createOwnAccounts, type SignUpPlan } from './people/accounts.js';
import { createPasswordCheck } from './people/check-password.js';
import { createActionLog } from './people/action-log.js';
import { createMembersLease } from './people/members-lease.js';
import { createSignUpSwitch } from './people/sign-up-switch.js';
import { createSharedCalls } from './playground/shared-calls.js';
import type { CallTokens, ConsolePorts } from './ports.js';
import { createSessionCookie } from './sessions/session-cookie.js';
import { createSessionView } from './sessions/session-view.js';
import { createSessions } from './sessions/sessions.js';
import { createVisitors } from './sessions/visitors.js';
import type { WebFiles } from './static/web-files.js';
import { createAttempts } from './throttle/attempts.js';
import { createSharedSlots } from './throttle/shared-slots.js';
import { createSignInThrottle } from './throttle/sign-in-throttle.js';

export interface ConsoleOptions {
  readonly ports: ConsolePorts;
  readonly tokens: CallTokens;
  /** Public address of the console: scheme, host, port. */
  readonly consoleUrl: string;
  /** Where the console reaches the gateway; like the next two without a trailing slash. */
  readonly gatewayUrl: string;
  /** Public addresses of the API and of the stored files. */
  readonly apiUrl: string;
  readonly filesUrl: string;
  /** Unless an operator says otherwise. */
  readonly isSignUpOpen: boolean;
  readonly signUpPlan: SignUpPlan;
  /** Undefined: no mail server is configured, so nobody is sent e-mail. */
  readonly mailer?: Mailer | undefined;
  /** Who is sent the alerts to the operators. */
  readonly operatorEmails?: readonly string[];
  /** Reverse proxies before the console. */
  readonly proxies: number;
  /** Origins that the operator configured instead of the sites' own. */
  readonly origins: Origins;
  readonly web: WebFiles;
  readonly version: string;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly clock?: Clock;
  /** Default: argon2id. */
  readonly hashFunctions?: HashFunctions;
  /** Calls of one person to the API at once. */
  readonly callsPerUser?: number;
  /** Times of the gateway's client. */
  readonly gatewayTimes?: { readonly connectMs?: number; readonly silentMs?: number };
}

/** Levels that accounts set, and the alerts that come of them. */
const createAlertParts = ({ ports, consoleUrl, mailer, operatorEmails = [], clock = Date.now }: ConsoleOptions) => {
  const { records, webhooks } = ports;
  const alertSettings = createAlertSettings(records);
  const senderParts = { settings: alertSettings, webhooks, mailer, operatorEmails, consoleUrl };
  const alertSender = createAlertSender(senderParts);
  const hour = { kind: 'alert-test', limit: ALERT_TESTS_PER_HOUR, windowMs: 3_600_000 };
  const minute = { kind: 'webhook-test', limit: WEBHOOK_TESTS_PER_MINUTE, windowMs: 60_000 };
  return {
    ...{ alertSettings, alertSender, mailer },
    addressConfirmation: createAddressConfirmation({ records, settings: alertSettings, mailer, consoleUrl, clock }),
    alertBook: createAlertBook(records, clock),
    sendAlertTest: createAlertTest({ sender: alertSender, webhooks }),
    alertTests: createSharedSlots({ records, clock, ...hour }),
    webhookTests: createSharedSlots({ records, clock, ...minute }),
  };
};

/** What the routes work with. */
export const createParts = (options: ConsoleOptions) => {
  const { ports, tokens, consoleUrl, apiUrl, filesUrl, signUpPlan, version, clock = Date.now } = options;
  const { records, accounts } = ports;
  const users = createUsers(records, clock);
  const members = createMembers(records);
  const sessions = createSessions(records, clock);
  const signUpSwitch = createSignUpSwitch({ records, isOpenByDefault: options.isSignUpOpen, clock });
  const ownAccounts = createOwnAccounts({ accounts, members, users, plan: signUpPlan });
  const cookie = createSessionCookie(consoleUrl.startsWith('https:'));
  const hasher = createPasswordHasher(options.hashFunctions);
  const client = createGatewayClient({ gatewayUrl: options.gatewayUrl, ...options.gatewayTimes });
  return {
    ...{ users, members, sessions, ownAccounts, hasher, clock, consoleUrl, apiUrl, signUpSwitch, client },
    readingHealth: createReadingHealth(ports.readingHealth, clock),
    log: options.log,
    ...{ accounts, keys: ports.keys, batches: ports.batches, fleet: ports.fleet, webhooks: ports.webhooks },
    sharedCalls: createSharedCalls(records, clock),
    noteAction: createActionLog(options.log),
    ...createAlertParts(options),
    membersLease: createMembersLease(records, clock),
    links: createLinks(records, clock),
    visitors: createVisitors({ users, sessions, ownAccounts, cookie }),
    viewSession: createSessionView({ ownAccounts, signUpSwitch, apiUrl, filesUrl, version }),
    checkPassword: createPasswordCheck({ users, hasher, throttle: createSignInThrottle(clock) }),
    signUps: createAttempts({ limit: SIGN_UPS_PER_ADDRESS, windowMs: SIGN_UP_WINDOW_MS, clock }),
    callGateway: createGatewayCaller({ client, tokens, clock }),
    filesPath: filesMountPath(apiUrl, filesUrl),
    allowedOrigins: originsOf(consoleUrl),
    extraHosts: extraHostsOf(options.origins),
  };
};

export type ConsoleParts = ReturnType<typeof createParts>;
