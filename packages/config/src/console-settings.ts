import { optional, withDefault } from './setting.js';
import { choice, emailList, httpAddress, httpOrigin, integer, port, sender, smtpAddress, text } from './values.js';

/** The web app for people and its server. */
export const CONSOLE = {
  port: withDefault('CONSOLE_PORT', port(1), '3001', 'Port of the console.'),
  host: withDefault('CONSOLE_HOST', text(), '127.0.0.1', 'Address the console listens on; 0.0.0.0 for all.'),
  url: withDefault(
    'CONSOLE_URL',
    httpOrigin(),
    'http://127.0.0.1:{CONSOLE_PORT}',
    'Public address of the console. Calls from pages of another origin are refused.',
  ),
  gatewayUrl: optional(
    'CONSOLE_GATEWAY_URL',
    httpAddress(),
    'Address at which the console itself reaches the API; BASE_URL when unset.',
  ),
  signUp: optional(
    'CONSOLE_SIGN_UP',
    choice(['open', 'closed']),
    'Who may make an account: open for everybody, closed. When unset, open only if CONSOLE_HOST and CONSOLE_URL are of this machine.',
  ),
  proxies: withDefault(
    'CONSOLE_PROXIES',
    integer(0, 10),
    '0',
    'Reverse proxies before the console, each of which adds to X-Forwarded-For; without them the header is ignored.',
  ),
  signUpCredits: withDefault(
    'SIGNUP_CREDITS',
    integer(0, 1_000_000_000),
    '1000',
    'Credits per period of an account that is made by signing up.',
  ),
  signUpPeriodDays: withDefault('SIGNUP_PERIOD_DAYS', integer(1, 3_660), '30', 'Days per period of such an account.'),
  signUpConcurrency: withDefault(
    'SIGNUP_CONCURRENCY',
    integer(1, 10_000),
    '10',
    'Concurrent requests of such an account.',
  ),
  smtpUrl: optional(
    'SMTP_URL',
    smtpAddress(),
    'Mail server that alerts are sent by, smtp://user:password@host:587 or smtps://; no e-mail is sent when unset.',
    { isSecret: true },
  ),
  smtpFrom: optional('SMTP_FROM', sender(), 'Address that e-mail comes from; required beside SMTP_URL.'),
  operatorAlertEmails: optional(
    'OPERATOR_ALERT_EMAILS',
    emailList(),
    'Who is sent the alerts to the operators: e-mail addresses, comma-separated.',
  ),
} as const;
