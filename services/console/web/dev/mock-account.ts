import type { MockReply, MockRoute, MockState } from './mock-route.js';

const DAY_MS = 86_400_000;
const ago = (ms: number): string => new Date(Date.now() - ms).toISOString();

const usageOf = (state: MockState) => ({
  totalCredits: state === 'long' ? 98_765_432_109 : 250_000,
  availableCredits: state === 'empty' ? 250_000 : state === 'long' ? 12_345_678_901 : 181_204,
  heldCredits: state === 'empty' ? 0 : 3_120,
  periodStart: ago(11 * DAY_MS),
  periodEnd: ago(-19 * DAY_MS),
  concurrentRequests: 64,
  availableConcurrency: state === 'empty' ? 64 : 57,
  storedBytes: 812_000_000,
  storedBytesLimit: 5_000_000_000,
});

/** The same wave on every start. */
const creditsOf = (index: number): number =>
  Math.max(
    0,
    Math.round(2_600 + 1_500 * Math.sin(index / 2.1) + 900 * Math.cos(index * 1.7) - (index % 7 > 4 ? 1_900 : 0)),
  );

const reportOf = (state: MockState, span: number) => {
  const isEmpty = state === 'empty';
  const days = Array.from({ length: span }, (_, index) => {
    const credits = isEmpty ? 0 : creditsOf(index);
    const day = new Date(Date.now() - (span - 1 - index) * DAY_MS).toISOString().slice(0, 10);
    return { day, credits, requests: Math.round(credits / 2.4), failed: Math.round(credits / 70) };
  });
  const {
    totalCredits: total,
    availableCredits: available,
    heldCredits: held,
    periodStart,
    periodEnd,
  } = usageOf(state);
  return {
    period: { start: periodStart, end: periodEnd, total, available, held },
    days,
    byOperation: isEmpty
      ? []
      : [
          { operation: 'scrape/web', credits: 41_220, requests: 22_140, failed: 310 },
          { operation: 'enginea/serp', credits: 18_300, requests: 1_830, failed: 22 },
          { operation: 'lodging/search', credits: 6_115, requests: 1_223, failed: 0 },
          { operation: 'storeplatform/products', credits: 940, requests: 188, failed: 4 },
        ],
    byKey: isEmpty
      ? []
      : [
          { keyId: 'k1', name: 'nightly-import', credits: 52_110, requests: 19_204, failed: 300 },
          { keyId: 'console', name: 'Console', credits: 12_465, requests: 5_980, failed: 36 },
          {
            keyId: 'k4',
            name: state === 'long' ? 'old-import-'.repeat(9) : 'old import',
            credits: 2_000,
            requests: 200,
            failed: 0,
          },
        ],
    byHost: isEmpty
      ? []
      : [
          { host: 'www.tidal-atlas.example', credits: 21_004, requests: 11_020, failed: 18 },
          { host: 'harbour-prices.example', credits: 12_220, requests: 6_110, failed: 140 },
          {
            host: `${state === 'long' ? 'a-very-long-subdomain-name.'.repeat(4) : ''}slate.example`,
            credits: 5_810,
            requests: 2_400,
            failed: 0,
          },
        ],
    forecast: isEmpty
      ? { creditsAtPeriodEnd: 250_000, daysLeft: null }
      : { creditsAtPeriodEnd: state === 'long' ? 0 : 131_020, daysLeft: state === 'long' ? 3 : 61 },
  };
};

const LIMITS = { creditsPerDay: 5_000, operations: ['scrape/web', 'enginea'], concurrency: 16 };
const KEYS = [
  {
    id: 'k1',
    name: 'nightly-import',
    prefix: 'qk_7fQ2mA',
    limits: LIMITS,
    createdAt: ago(80 * DAY_MS),
    lastUsedAt: ago(240_000),
  },
  {
    id: 'k2',
    name: 'Karl, notebook',
    prefix: 'qk_Xp01vR',
    limits: { concurrency: 4 },
    createdAt: ago(9 * DAY_MS),
    lastUsedAt: ago(2 * DAY_MS),
  },
  { id: 'k3', name: 'price watch (staging)', prefix: 'qk_b8Lw4t', limits: {}, createdAt: ago(DAY_MS) },
  {
    id: 'k4',
    name: 'old import',
    prefix: 'qk_Qm2c9E',
    limits: {},
    createdAt: ago(200 * DAY_MS),
    revokedAt: ago(90 * DAY_MS),
  },
];

type MockKey = Omit<(typeof KEYS)[number], 'limits'> & { limits: object };
/** A name in a script without spaces, as long as names may be. */
const LONG_NAME = '無空白の長い鍵の名前'.repeat(10);
const keysOf = (state: MockState) =>
  state === 'empty' ? [] : KEYS.map((key) => (state === 'long' ? { ...key, name: LONG_NAME } : key));

let madeKeys: MockKey[] = [];

const createKey = (name: string, limits: object): MockReply => {
  const key = { id: `k${Date.now()}`, name, prefix: 'qk_N3wK3y', limits, createdAt: ago(0) };
  madeKeys = [key, ...madeKeys];
  return { status: 201, body: { key, plainKey: 'qk_N3wK3yR8s2Vt5Xz7Bd0Fh3Jk6Mp9Qs2Uv5Yx8Za1Cd4' } };
};

const PLAN = { creditsPerPeriod: 250_000, periodDays: 30, renew: true };
const accountsOf = (state: MockState) =>
  ['Harbour research', 'Demo', 'Slate & Lantern', 'northwall'].map((name, index) => ({
    id: ['harbour', 'demo', '0c1d7a52-8c0e-4c7f-9a55-0b3f0e1c2d3a', 'northwall'][index],
    name: state === 'long' ? `${name} ${'of-the-long-names'.repeat(4)}` : name,
    isDisabled: index === 3,
    plan: PLAN,
    concurrency: 64,
    storedBytes: 812_000_000 / (index + 1),
    createdAt: ago((index + 1) * 40 * DAY_MS),
    credits: {
      granted: 250_000,
      charged: 65_676,
      held: 3_120,
      available: 181_204 - index * 60_000,
      periodEnd: ago(-19 * DAY_MS),
    },
  }));

const QUEUES = [
  {
    name: 'browser-scrape',
    waiting: 12,
    active: 8,
    oldestWaitMs: 1_240,
    slots: 8,
    state: 'open',
    batches: 2,
    openItems: 6_402,
  },
  {
    name: 'serp',
    waiting: 0,
    active: 2,
    oldestWaitMs: 0,
    slots: 16,
    state: 'paused',
    by: 'root@example.com',
    since: ago(400_000),
    batches: 0,
    openItems: 0,
  },
  {
    name: 'sites',
    waiting: 31,
    active: 16,
    oldestWaitMs: 14_800,
    slots: 16,
    state: 'open',
    batches: 1,
    openItems: 220,
  },
];

const PROCESSES = ['gateway', 'browser-scrape', 'serp', 'sites', 'batch-fanout', 'console'].map((service, index) => ({
  ...{
    id: `p${index}`,
    service,
    host: 'node-a',
    pid: 1_200 + index,
    build: '0f3a9c11de',
    memoryBytes: 91e6 * (index + 1),
  },
  ...(index > 0 && index < 4 ? { activeJobs: index, slots: 16 } : {}),
  ...(index === 1 ? { pagesOpen: 3 } : {}),
  ...{ startedAt: ago(9_000_000), seenAt: ago(2_000) },
}));
const hour = (served: number, blocked: number, failed: number) => ({ served, blocked, failed });
const EXITS = [
  {
    name: 'datacenter:0',
    workers: 3,
    downWorkers: 0,
    restingSites: 0,
    lastHour: hour(910, 12, 0),
    lastDay: hour(20_411, 300, 2),
  },
  {
    ...{ name: 'residential:0', workers: 3, downWorkers: 1, downUntil: ago(-120_000), restingSites: 4 },
    ...{ lastHour: hour(20, 11, 40), lastDay: hour(811, 90, 44) },
  },
];

const SHARED = ['https://www.tidal-atlas.example/harbours', `https://slate.example/${'a-long-path/'.repeat(12)}`].map(
  (url, index) => ({
    ...{ id: `0c1d7a52-8c0e-4c7f-9a55-0b3f0e1c2d3${index}`, operation: 'scrape/web', params: { url } },
    ...{ by: 'karl@harbour.example', createdAt: ago(index * DAY_MS), expiresAt: ago((index - 30) * DAY_MS) },
  }),
);

/** Credits, usage, keys and what operators see. */
export const ACCOUNT_ROUTES: readonly MockRoute[] = [
  {
    method: 'GET',
    path: /^\/api\/gateway\/user\/me\/usage$/,
    handle: ({ state }) => ({ body: { status: 'ok', data: usageOf(state) } }),
  },
  {
    method: 'GET',
    path: /^\/api\/usage$/,
    handle: ({ state, query }) => ({ body: reportOf(state, Number(query.get('days') ?? 30)) }),
  },
  {
    method: 'GET',
    path: /^\/api\/keys$/,
    handle: ({ state }) => ({ body: { keys: [...madeKeys, ...keysOf(state)] } }),
  },
  {
    method: 'GET',
    path: /^\/api\/key-names$/,
    handle: ({ state }) => ({
      body: {
        keys: [
          { id: 'k1', name: 'nightly-import', isRevoked: false },
          { id: 'k4', name: state === 'long' ? 'old-import-'.repeat(9) : 'old import', isRevoked: true },
        ],
      },
    }),
  },
  {
    method: 'GET',
    path: /^\/api\/shared-calls$/,
    handle: ({ state }) => ({ body: { calls: state === 'empty' ? [] : SHARED } }),
  },
  { method: 'POST', path: /^\/api\/shared-calls$/, handle: () => ({ status: 201, body: SHARED[0] }) },
  { method: 'GET', path: /^\/api\/shared-calls\/([^/]+)$/, handle: () => ({ body: SHARED[0] }) },
  { method: 'DELETE', path: /^\/api\/shared-calls\/([^/]+)$/, handle: () => ({ status: 204 }) },
  {
    method: 'POST',
    path: /^\/api\/keys$/,
    handle: ({ body }) => {
      const { name, limits } = body as { name: string; limits: object };
      return createKey(name, limits);
    },
  },
  { method: 'PATCH', path: /^\/api\/keys\/([^/]+)$/, handle: () => ({ body: { key: KEYS[0] } }) },
  { method: 'DELETE', path: /^\/api\/keys\/([^/]+)$/, handle: () => ({ status: 204 }) },
  {
    method: 'GET',
    path: /^\/api\/operator\/accounts$/,
    handle: ({ state }) => ({ body: { accounts: accountsOf(state) } }),
  },
  {
    method: 'POST',
    path: /^\/api\/operator\/accounts\/([^/]+)\/grant$/,
    handle: ({ state }) => ({ body: accountsOf(state)[0] }),
  },
  {
    method: 'PATCH',
    path: /^\/api\/operator\/accounts\/([^/]+)$/,
    handle: ({ state }) => ({ body: accountsOf(state)[3] }),
  },
  {
    method: 'GET',
    path: /^\/api\/operator\/fleet$/,
    handle: ({ state }) => ({
      body: state === 'empty' ? { processes: [], exits: [] } : { processes: PROCESSES, exits: EXITS },
    }),
  },
  { method: 'PUT', path: /^\/api\/operator\/queues\/([^/]+)$/, handle: () => ({ body: {} }) },
  {
    method: 'GET',
    path: /^\/api\/operator\/sign-up$/,
    handle: () => ({
      body: { signUp: 'closed', default: 'open', changedBy: 'root@example.com', changedAt: ago(900_000) },
    }),
  },
  { method: 'PUT', path: /^\/api\/operator\/sign-up$/, handle: () => ({ body: { signUp: 'open', default: 'open' } }) },
  { method: 'GET', path: /^\/api\/operator\/queues$/, handle: () => ({ body: { queues: QUEUES } }) },
];
