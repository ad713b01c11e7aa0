import { TARGETS, type Target } from '@quarry/contracts';
import type { z } from 'zod';
import {
  choice,
  codeList,
  flag,
  headerList,
  httpAddress,
  httpOrigin,
  integer,
  mongoAddress,
  port,
  proxyTemplates,
  redisAddress,
  secretText,
  share,
  targetList,
  text,
} from './values.js';
import { CONSOLE } from './console-settings.js';
import { optional, withDefault, type Setting } from './setting.js';

export type { Setting } from './setting.js';

const MIN_SECRET_LENGTH = 16;
const MIB = 1_048_576;

/** `engineaScholar` becomes `ENGINEA_SCHOLAR`. */
const upperSnake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();

const originOf = ({ name, title }: Target): Setting<string, true> =>
  optional(`ORIGIN_${upperSnake(name)}`, httpOrigin(), `Address used for ${title} instead of its own host.`);

/** One per engine and site, by name. */
const ORIGINS: Readonly<Record<string, Setting<string, true>>> = Object.fromEntries(
  TARGETS.map((target) => [target.name, originOf(target)]),
);

/** All settings. A service uses the groups it needs. */
export const SETTINGS = {
  /** Every process of the fleet. */
  common: {
    dataDir: withDefault(
      'QUARRY_DATA',
      text(),
      '.quarry',
      'Folder of the embedded store, the stored files and the data of Redis.',
    ),
    redisUrl: withDefault(
      'REDIS_URL',
      redisAddress(),
      'redis://127.0.0.1:6379',
      'Redis for the queues; its maxmemory-policy must be noeviction.',
      { isSecret: true },
    ),
    secret: optional(
      'QUARRY_SECRET',
      secretText(MIN_SECRET_LENGTH),
      'Signs webhooks, encrypts page tokens and credentials in request headers; these need it. When unset, the local fleet makes one in the data folder.',
      { isSecret: true },
    ),
    secretPrevious: optional(
      'QUARRY_SECRET_PREVIOUS',
      secretText(MIN_SECRET_LENGTH),
      'The previous secret, while QUARRY_SECRET is being changed: webhooks are signed with both, tokens and credentials of both are accepted.',
      { isSecret: true },
    ),
    headerSecret: optional(
      'QUARRY_HEADER_SECRET',
      secretText(MIN_SECRET_LENGTH),
      'Encrypts credentials in request headers, in gateway and browser-scrape, which then needs no QUARRY_SECRET; defaults to QUARRY_SECRET.',
      { isSecret: true },
    ),
    headerSecretPrevious: optional(
      'QUARRY_HEADER_SECRET_PREVIOUS',
      secretText(MIN_SECRET_LENGTH),
      'The previous one, while QUARRY_HEADER_SECRET is being changed.',
      { isSecret: true },
    ),
    logLevel: withDefault(
      'LOG_LEVEL',
      choice(['error', 'warn', 'info', 'debug']),
      'info',
      'Log level: error, warn, info or debug.',
    ),
    healthHost: withDefault('HEALTH_HOST', text(), '127.0.0.1', 'Address of /healthz, /readyz and /metrics.'),
    healthPort: withDefault(
      'HEALTH_PORT',
      port(0),
      '0',
      'Port of /healthz, /readyz and /metrics; 0 chooses a free one.',
    ),
    faultsDir: optional(
      'FAULTS_DIR',
      text(),
      'For tests of recovery: a file in this folder, named like a fault point, ends the process there.',
    ),
    isParentWatched: withDefault(
      'QUARRY_PARENT_PIPE',
      flag(),
      'false',
      'true: exit when standard input closes, so that no process outlives the one that started it.',
    ),
  },
  /** Where traces go; the same for every process of the fleet. */
  tracing: {
    otlpEndpoint: optional(
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      httpAddress(),
      'OTLP/HTTP collector for traces, at its /v1/traces; none are sent when unset.',
    ),
    otlpHeaders: optional(
      'OTEL_EXPORTER_OTLP_HEADERS',
      headerList(),
      'Headers that the collector requires, as comma-separated name=value with percent-encoded values.',
      { isSecret: true },
    ),
    ratio: withDefault(
      'OTEL_TRACES_SAMPLER_ARG',
      share(),
      '1',
      "Share of the traces starting here that is sent, from 0 to 1; a caller's own decision takes precedence.",
    ),
  },
  /** Production parts instead of the embedded ones. */
  parts: {
    mongodbUri: optional(
      'MONGODB_URI',
      mongoAddress(),
      'MongoDB for accounts, ledger and requests; SQLite in the data folder when unset.',
      { isSecret: true },
    ),
    s3Bucket: optional('S3_BUCKET', text(), 'Bucket for the stored files; the data folder when unset.'),
    s3Endpoint: optional('S3_ENDPOINT', httpAddress(), 'S3-compatible server; AWS in that region when unset.'),
    s3Region: withDefault('S3_REGION', text(), 'us-east-1', 'Region of the bucket.'),
    s3AccessKeyId: optional('S3_ACCESS_KEY_ID', text(), 'Access key; when unset, the AWS SDK searches for one.'),
    s3SecretAccessKey: optional('S3_SECRET_ACCESS_KEY', secretText(1), 'Secret of the access key.', { isSecret: true }),
  },
  /** Services that return addresses of the API and of stored files. */
  addresses: {
    port: withDefault('PORT', port(1), '3000', 'Port of the API.'),
    baseUrl: withDefault('BASE_URL', httpAddress(), 'http://127.0.0.1:{PORT}', 'Public address of the API.'),
    filesUrl: withDefault('FILES_URL', httpAddress(), '{BASE_URL}/files', 'Public address of the stored files.'),
  },
  gateway: {
    host: withDefault('HOST', text(), '127.0.0.1', 'Address the API listens on; 0.0.0.0 for all.'),
    retentionDays: withDefault(
      'RETENTION_DAYS',
      integer(1, 3_650),
      '30',
      'Days for which results, stored files and the request log are kept.',
    ),
    maxQueueWaitMs: withDefault(
      'MAX_QUEUE_WAIT_MS',
      integer(100, 300_000),
      '60000',
      'Requests get 503 while the oldest waiting job has waited longer than this.',
    ),
    shutdownNoticeMs: withDefault(
      'SHUTDOWN_NOTICE_MS',
      integer(0, 60_000),
      '3000',
      'On shutdown, requests are still served for this long while /readyz reports 503 to load balancers.',
    ),
  },
  /** Limits on what costs the operator but not the account. */
  allowances: {
    freeBudgetCredits: withDefault(
      'FREE_BUDGET_CREDITS',
      integer(1, 1_000_000_000),
      '500',
      'Free outcomes that an account may have in a rolling hour beyond the credits it was charged, in the credits they would have cost; then 429.',
    ),
    accountStoredBytes: withDefault(
      'ACCOUNT_STORED_BYTES',
      integer(1_048_576, Number.MAX_SAFE_INTEGER),
      `${100 * 1_024 * MIB}`,
      'Largest total size of the stored files of one account, in bytes; then 507.',
    ),
    diskLowShare: withDefault(
      'DISK_LOW_SHARE',
      share(),
      '0.05',
      'Free share of the disk, from 0 to 1, below which results that are free of charge are not stored; applies to stored files on disk only.',
    ),
  },
  /** Services that check whether an address may be contacted. */
  targets: {
    egressAllow: withDefault(
      'EGRESS_ALLOW',
      targetList(),
      '',
      'Private targets that may be fetched: comma-separated host:port, which also opens blocked ports such as 22, or CIDR of /8 or longer.',
    ),
  },
  /** How targets are requested: exits, pace, robots.txt, ad blocking. */
  egress: {
    proxyDatacenter: optional(
      'PROXY_DATACENTER',
      proxyTemplates(),
      "Datacenter proxies: comma-separated URLs with the placeholders {country} and {session}; the deployment's own address when unset.",
      { isSecret: true },
    ),
    proxyResidential: optional(
      'PROXY_RESIDENTIAL',
      proxyTemplates(),
      'Residential proxies in the same form; requests for them are refused when unset.',
      { isSecret: true },
    ),
    proxyCountries: withDefault(
      'PROXY_COUNTRIES',
      codeList(),
      '',
      'Countries in which the pools with {country} have exits, as comma-separated ISO codes; all when empty.',
    ),
    robots: withDefault(
      'ROBOTS',
      choice(['ignore', 'warn', 'obey']),
      'ignore',
      'Effect of robots.txt on page scraping: ignore it, warn in the response, or obey.',
    ),
    siteRequestsPerSecond: withDefault(
      'SITE_REQUESTS_PER_SECOND',
      integer(0, 1_000),
      '0',
      'Requests per second that one worker sends to one site at most; 0 sets no limit.',
    ),
    adblockList: optional(
      'ADBLOCK_LIST',
      text(),
      'File with ad hosts or Adblock rules, in addition to the built-in list.',
    ),
  },
  /** A language model for aiExtractRules. */
  model: {
    aiBaseUrl: optional(
      'AI_BASE_URL',
      httpAddress(),
      'OpenAI-compatible API for aiExtractRules; the embedded extractor when unset.',
    ),
    aiModel: optional('AI_MODEL', text(), 'Model of that API.'),
    aiApiKey: optional('AI_API_KEY', secretText(1), 'Key of that API.', { isSecret: true }),
    aiMaxPageTokens: withDefault(
      'AI_MAX_PAGE_TOKENS',
      integer(500, 1_000_000),
      '12000',
      'Largest number of tokens of a page that are sent to the model, estimated.',
    ),
    aiTimeoutMs: withDefault(
      'AI_TIMEOUT_MS',
      integer(1_000, 280_000),
      '60000',
      'Timeout for one response of the model.',
    ),
  },
  worker: {
    chromiumPath: optional('CHROMIUM_PATH', text(), 'Chromium to use; found on the PATH when unset.'),
    slots: optional(
      'SLOTS',
      integer(1, 512),
      'Jobs that one worker runs at once; when unset, as many as its memory allows, at most 32.',
    ),
    browserContexts: optional(
      'BROWSER_CONTEXTS',
      integer(1, 64),
      'Pages that one Chromium shows at once; when unset, as many as its memory allows, at most 5. One account gets all but one of them.',
    ),
    memoryBytes: optional(
      'WORKER_MEMORY_BYTES',
      integer(64 * MIB, 1_024 * 1_024 * MIB),
      'Memory budget of one worker with its Chromium, in bytes; when unset, that of its container or of the machine.',
    ),
    maxBodyBytes: withDefault(
      'MAX_BODY_BYTES',
      integer(1_024, 512 * MIB),
      `${20 * MIB}`,
      'Largest document that is read from a target, in bytes.',
    ),
  },
  /** How batches are passed to the workers. */
  batch: {
    siteConcurrency: withDefault(
      'BATCH_SITE_CONCURRENCY',
      integer(0, 1_000),
      '16',
      'Items of one batch that run on one site at once at most; 0 sets no limit.',
    ),
  },
  /** The web app for people and its server. */
  console: CONSOLE,
  /** Engines and sites on other hosts: mirrors, recorded pages. */
  origins: ORIGINS,
  /** The fleet that `npm start` runs on this machine. */
  local: {
    redisServer: optional('REDIS_SERVER', text(), 'redis-server to start; found on the PATH when unset.'),
    restartDelayMaxMs: withDefault(
      'RESTART_DELAY_MAX_MS',
      integer(0, 600_000),
      '15000',
      'Longest pause before a process that crashes repeatedly is restarted.',
    ),
    healthCheckMs: withDefault(
      'HEALTH_CHECK_MS',
      integer(100, 600_000),
      '5000',
      'Interval and timeout of the health checks of a service; after three failures it is restarted.',
    ),
  },
  /** The command line as a client of a running fleet. */
  client: {
    url: optional('QUARRY_URL', httpAddress(), 'Fleet that the command line uses; the local one when unset.'),
    apiKey: optional('QUARRY_API_KEY', secretText(1), 'API key of the command line; the demo key when unset.', {
      isSecret: true,
    }),
  },
} as const satisfies Record<string, Record<string, Setting>>;

export type SettingGroup = keyof typeof SETTINGS;

type ValueOf<S> = S extends {
  readonly kind: { readonly schema: z.ZodType<infer T> };
  readonly isOptional: infer Optional;
}
  ? Optional extends true
    ? T | undefined
    : T
  : never;

/** The parsed values of the groups asked for, as `config.<group>.<key>`. */
export type Config<G extends SettingGroup> = {
  readonly [Group in G]: { readonly [K in keyof (typeof SETTINGS)[Group]]: ValueOf<(typeof SETTINGS)[Group][K]> };
};

export const SETTING_GROUPS = Object.keys(SETTINGS) as SettingGroup[];

export const settingsOf = (group: SettingGroup): [key: string, setting: Setting][] => Object.entries(SETTINGS[group]);

/** The environment variables of a group, in order. */
export const settingNamesOf = (group: SettingGroup): string[] => settingsOf(group).map(([, { name }]) => name);
