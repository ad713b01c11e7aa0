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
  type ValueKind,
} from './values.js';

const MIN_SECRET_LENGTH = 16;
const MIB = 1_048_576;

/** One environment variable. `fallback` is text as one would write it, and goes through the same schema. */
export interface Setting<T = unknown, Optional extends boolean = boolean> {
  readonly name: string;
  readonly kind: ValueKind<T>;
  readonly description: string;
  /** Absent: the setting may stay unset. `{NAME}` stands for the value of an earlier setting of the same group. */
  readonly fallback?: string;
  readonly isOptional: Optional;
  /** Its value is never printed. */
  readonly isSecret: boolean;
}

interface Extra {
  readonly isSecret?: boolean;
}

const withDefault = <T>(
  name: string,
  kind: ValueKind<T>,
  fallback: string,
  description: string,
  { isSecret = false }: Extra = {},
): Setting<T, false> => ({ name, kind, fallback, description, isOptional: false, isSecret });

const optional = <T>(
  name: string,
  kind: ValueKind<T>,
  description: string,
  { isSecret = false }: Extra = {},
): Setting<T, true> => ({ name, kind, description, isOptional: true, isSecret });

/** `engineaScholar` is `ENGINEA_SCHOLAR`. */
const upperSnake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();

const originOf = ({ name, title }: Target): Setting<string, true> =>
  optional(`ORIGIN_${upperSnake(name)}`, httpOrigin(), `Where ${title} is asked instead of its own host.`);

/** One for each engine and site, by its name. */
const ORIGINS: Readonly<Record<string, Setting<string, true>>> = Object.fromEntries(
  TARGETS.map((target) => [target.name, originOf(target)]),
);

/** Every setting there is. A service takes the groups it needs. */
export const SETTINGS = {
  /** Every process of the fleet. */
  common: {
    dataDir: withDefault('QUARRY_DATA', text(), '.quarry', 'Folder of the embedded store, the stored files and Redis.'),
    redisUrl: withDefault(
      'REDIS_URL',
      redisAddress(),
      'redis://127.0.0.1:6379',
      'Redis of the queues; its maxmemory-policy must be noeviction.',
      { isSecret: true },
    ),
    secret: optional(
      'QUARRY_SECRET',
      secretText(MIN_SECRET_LENGTH),
      'Signs and seals: webhooks, page tokens and credentials in request headers need one. The local fleet makes one in the data folder when unset.',
      { isSecret: true },
    ),
    secretPrevious: optional(
      'QUARRY_SECRET_PREVIOUS',
      secretText(MIN_SECRET_LENGTH),
      'The secret before, while QUARRY_SECRET is being changed: webhooks are signed with both, tokens and credentials of both are opened.',
      { isSecret: true },
    ),
    headerSecret: optional(
      'QUARRY_HEADER_SECRET',
      secretText(MIN_SECRET_LENGTH),
      'Seals credentials in request headers, for gateway and browser-scrape, which needs no QUARRY_SECRET then; QUARRY_SECRET does it when unset.',
      { isSecret: true },
    ),
    headerSecretPrevious: optional(
      'QUARRY_HEADER_SECRET_PREVIOUS',
      secretText(MIN_SECRET_LENGTH),
      'The one before, while QUARRY_HEADER_SECRET is being changed.',
      { isSecret: true },
    ),
    logLevel: withDefault(
      'LOG_LEVEL',
      choice(['error', 'warn', 'info', 'debug']),
      'info',
      'How much the processes log: error, warn, info or debug.',
    ),
    healthHost: withDefault('HEALTH_HOST', text(), '127.0.0.1', 'Address of /healthz, /readyz and /metrics.'),
    healthPort: withDefault(
      'HEALTH_PORT',
      port(0),
      '0',
      'Port of /healthz, /readyz and /metrics; 0 takes any free one.',
    ),
    faultsDir: optional(
      'FAULTS_DIR',
      text(),
      'For tests of recovery: folder in which a file named for a fault point ends the process there.',
    ),
    isParentWatched: withDefault(
      'QUARRY_PARENT_PIPE',
      flag(),
      'false',
      'true: end when standard input closes, so that no process outlives the one that started it.',
    ),
  },
  /** Where traces go; every process of the fleet takes the same. */
  tracing: {
    otlpEndpoint: optional(
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      httpAddress(),
      'OTLP/HTTP collector that traces are sent to, at its /v1/traces; none are sent when unset.',
    ),
    otlpHeaders: optional(
      'OTEL_EXPORTER_OTLP_HEADERS',
      headerList(),
      'Headers the collector asks for, as comma-separated name=value with percent-encoded values.',
      { isSecret: true },
    ),
    ratio: withDefault(
      'OTEL_TRACES_SAMPLER_ARG',
      share(),
      '1',
      'Share of the traces beginning here that is sent, from 0 to 1; what a caller has decided stands.',
    ),
  },
  /** Production parts in place of the embedded ones. */
  parts: {
    mongodbUri: optional(
      'MONGODB_URI',
      mongoAddress(),
      'MongoDB that keeps accounts, ledger and requests; SQLite in the data folder when unset.',
      { isSecret: true },
    ),
    s3Bucket: optional('S3_BUCKET', text(), 'Bucket of the stored files; the data folder keeps them when unset.'),
    s3Endpoint: optional('S3_ENDPOINT', httpAddress(), "S3-compatible server; AWS's own of the region when unset."),
    s3Region: withDefault('S3_REGION', text(), 'us-east-1', 'Region of the bucket.'),
    s3AccessKeyId: optional('S3_ACCESS_KEY_ID', text(), "Access key; the AWS SDK's own search for one when unset."),
    s3SecretAccessKey: optional('S3_SECRET_ACCESS_KEY', secretText(1), 'Its secret.', { isSecret: true }),
  },
  /** Who hands out addresses of the API and of stored files. */
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
      'Days that results, stored files and the request log are kept.',
    ),
    maxQueueWaitMs: withDefault(
      'MAX_QUEUE_WAIT_MS',
      integer(100, 300_000),
      '60000',
      'Requests are turned away (503) while the oldest waiting job has waited longer than this.',
    ),
    shutdownNoticeMs: withDefault(
      'SHUTDOWN_NOTICE_MS',
      integer(0, 60_000),
      '3000',
      'On shutdown, requests are served for this long while /readyz tells load balancers to go elsewhere.',
    ),
  },
  /** What one account may take of what costs the operator and not the account. */
  allowances: {
    freeBudgetCredits: withDefault(
      'FREE_BUDGET_CREDITS',
      integer(1, 1_000_000_000),
      '500',
      'Free outcomes of an account in a rolling hour, in the credits they would have cost, beyond as many as it was charged; more are answered with 429.',
    ),
    accountStoredBytes: withDefault(
      'ACCOUNT_STORED_BYTES',
      integer(1_048_576, Number.MAX_SAFE_INTEGER),
      `${100 * 1_024 * MIB}`,
      'Most bytes that the stored files of one account may have; further calls are answered with 507.',
    ),
    diskLowShare: withDefault(
      'DISK_LOW_SHARE',
      share(),
      '0.05',
      'Free share of the disk, from 0 to 1, below which nothing is stored that is free of charge; stored files on disk alone.',
    ),
  },
  /** Who judges whether an address may be asked. */
  targets: {
    egressAllow: withDefault(
      'EGRESS_ALLOW',
      targetList(),
      '',
      'Private targets that may be fetched all the same: comma-separated host:port, which opens closed ports such as 22 too, or CIDR of /8 or longer.',
    ),
  },
  /** How targets are asked: exits, politeness, what is not loaded. */
  egress: {
    proxyDatacenter: optional(
      'PROXY_DATACENTER',
      proxyTemplates(),
      'Datacenter proxies: comma-separated URLs in which {country} and {session} are filled in; the own address when unset.',
      { isSecret: true },
    ),
    proxyResidential: optional(
      'PROXY_RESIDENTIAL',
      proxyTemplates(),
      'Residential proxies, in the same form; such requests are refused when unset.',
      { isSecret: true },
    ),
    proxyCountries: withDefault(
      'PROXY_COUNTRIES',
      codeList(),
      '',
      'Countries the pools with {country} have exits in, comma-separated ISO codes; all when empty.',
    ),
    robots: withDefault(
      'ROBOTS',
      choice(['ignore', 'warn', 'obey']),
      'ignore',
      'What robots.txt means for page scraping: ignore it, warn in the answer, or obey.',
    ),
    siteRequestsPerSecond: withDefault(
      'SITE_REQUESTS_PER_SECOND',
      integer(0, 1_000),
      '0',
      'Most requests that one worker sends to one site in a second; 0 sets no limit.',
    ),
    adblockList: optional(
      'ADBLOCK_LIST',
      text(),
      'File with a list of ad hosts or Adblock rules, beside the built-in list.',
    ),
  },
  /** A language model for aiExtractRules. */
  model: {
    aiBaseUrl: optional(
      'AI_BASE_URL',
      httpAddress(),
      'OpenAI-compatible API for aiExtractRules; the embedded extractor serves them when unset.',
    ),
    aiModel: optional('AI_MODEL', text(), 'Model to ask there.'),
    aiApiKey: optional('AI_API_KEY', secretText(1), 'Key of that API.', { isSecret: true }),
    aiMaxPageTokens: withDefault(
      'AI_MAX_PAGE_TOKENS',
      integer(500, 1_000_000),
      '12000',
      'Most tokens of a page that are sent to the model, estimated.',
    ),
    aiTimeoutMs: withDefault(
      'AI_TIMEOUT_MS',
      integer(1_000, 280_000),
      '60000',
      'Longest wait for one answer of the model.',
    ),
  },
  worker: {
    chromiumPath: optional('CHROMIUM_PATH', text(), 'Chromium to use; found on the PATH when unset.'),
    slots: optional(
      'SLOTS',
      integer(1, 512),
      'Jobs that one worker runs at once; as many as its memory bears, at most 32, when unset.',
    ),
    browserContexts: optional(
      'BROWSER_CONTEXTS',
      integer(1, 64),
      'Pages that one Chromium shows at once; as many as the memory bears, at most 5, when unset. One account alone has all but one.',
    ),
    memoryBytes: optional(
      'WORKER_MEMORY_BYTES',
      integer(64 * MIB, 1_024 * 1_024 * MIB),
      'Memory that one worker with its Chromium plans with, in bytes; what its container or else the machine has when unset.',
    ),
    maxBodyBytes: withDefault(
      'MAX_BODY_BYTES',
      integer(1_024, 512 * MIB),
      `${20 * MIB}`,
      'Largest document that is read from a target, in bytes.',
    ),
  },
  /** How batches are handed to the workers. */
  batch: {
    siteConcurrency: withDefault(
      'BATCH_SITE_CONCURRENCY',
      integer(0, 1_000),
      '16',
      'Most items of one batch that ask one site at once; 0 sets no limit.',
    ),
  },
  /** Engines and sites elsewhere than on their own hosts: mirrors, replays. */
  origins: ORIGINS,
  /** The fleet that `npm start` brings up on this machine. */
  local: {
    redisServer: optional('REDIS_SERVER', text(), 'redis-server to start; found on the PATH when unset.'),
    restartDelayMaxMs: withDefault(
      'RESTART_DELAY_MAX_MS',
      integer(0, 600_000),
      '15000',
      'Longest pause before a process that crashes again and again is started anew.',
    ),
    healthCheckMs: withDefault(
      'HEALTH_CHECK_MS',
      integer(100, 600_000),
      '5000',
      'How often a service is asked whether it gets on, and how long its answer may take; after three bad ones it is started anew.',
    ),
  },
  /** The command line, where it talks to a running fleet. */
  client: {
    url: optional('QUARRY_URL', httpAddress(), 'Fleet that the command line asks; the local one when unset.'),
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
