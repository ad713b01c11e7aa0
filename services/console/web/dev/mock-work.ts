import type { MockRoute, MockState } from './mock-route.js';

const ago = (ms: number): string => new Date(Date.now() - ms).toISOString();

const HOSTS = ['www.tidal-atlas.example', 'harbour-prices.example', 'slate.example', 'news.northwall.example'];
const OPERATIONS = ['scrape/web', 'scrape/web', 'enginea/serp', 'lodging/search'];

const outcomeOf = (index: number): object => {
  if (index === 0) return { status: 'pending' };
  if (index % 6 === 3) {
    return {
      ...{
        status: 'error',
        verdict: 'blocked',
        error: 'target_blocked',
        retryable: true,
        reason: 'cloudflare_challenge',
      },
      message: 'The target refused to show the page to an automated client.',
    };
  }
  return { status: 'ok', verdict: 'ok', statusCode: index % 7 === 5 ? 404 : 200 };
};

const HUGE = 98_765_432_109;

const requestsOf = (state: MockState, limit: number): object[] =>
  Array.from({ length: state === 'empty' ? 0 : limit }, (_, index) => ({
    id: `19a42dc9-fb85-4f08-bb59-6e226ac3${String(1000 + index)}`,
    operation: OPERATIONS[index % OPERATIONS.length],
    ...outcomeOf(index),
    host: state === 'long' ? `${'a-very-long-subdomain-name.'.repeat(4)}example` : HOSTS[index % HOSTS.length],
    key: ['k1', 'console', 'k4'][index % 3],
    tier: index % 3 === 0 ? 'browser' : 'http',
    attempt: 1,
    createdAt: ago(index * 130_000 + 5_000),
    startedAt: ago(index * 130_000 + 4_900),
    ...(index > 0 && { endedAt: ago(index * 130_000 + 3_000) }),
    timings: index === 0 ? {} : { queueMs: 40, fetchMs: 820 + index * 90, readMs: 35, totalMs: 900 + index * 97 },
    creditsHeld: index === 0 ? 10 : 0,
    creditsCharged: index === 0 || index % 6 === 3 ? 0 : state === 'long' ? HUGE : [1, 10, 10, 5][index % 4],
  }));

/** As many failures as the invented batch has. */
const failuresOf = (state: MockState): object[] =>
  requestsOf(state, 22).map((request, index) => ({
    ...request,
    ...outcomeOf(index % 3 === 0 ? 9 : 3),
    ...(index % 3 === 0 && { error: 'target_timeout', reason: undefined, message: 'The target did not respond.' }),
  }));

const BATCH = { targetErrorCount: 2, creditsCharged: 4_210, resultsUrl: 'http://127.0.0.1:3000/batch/x/results' };

const batchesOf = (state: MockState): object[] =>
  state === 'empty'
    ? []
    : [
        {
          ...{
            jobId: '4b0d9b5e-2c1f-4f63-9d3c-3f8b7a1c0e01',
            operation: 'scrape/web',
            status: 'in_progress',
            ...BATCH,
          },
          ...{
            requestsCount: 10_000,
            responsesCount: 6_402,
            succeededCount: 6_380,
            failedCount: 22,
            creditsHeld: 3_100,
          },
          ...{ createdAt: ago(1_200_000), startedAt: ago(1_190_000) },
        },
        {
          ...{
            jobId: '4b0d9b5e-2c1f-4f63-9d3c-3f8b7a1c0e02',
            operation: 'lodging/search',
            status: 'pending',
            ...BATCH,
          },
          ...{ requestsCount: 220, responsesCount: 0, succeededCount: 0, failedCount: 0, creditsHeld: 20 },
          createdAt: ago(30_000),
        },
        {
          ...{ jobId: '4b0d9b5e-2c1f-4f63-9d3c-3f8b7a1c0e04', operation: 'scrape/web', status: 'done', ...BATCH },
          ...{ resultsUrl: 'http://127.0.0.1:3000/crawl/web/x/results', discoveredCount: 48_310, limitsHit: [] },
          ...{ requestsCount: 2_210, responsesCount: 2_210, succeededCount: 2_206, failedCount: 4, creditsHeld: 0 },
          ...{ createdAt: ago(50_000_000), startedAt: ago(49_990_000), finishedAt: ago(49_000_000) },
        },
        {
          ...{ jobId: '4b0d9b5e-2c1f-4f63-9d3c-3f8b7a1c0e03', operation: 'enginea/serp', status: 'done', ...BATCH },
          ...{ requestsCount: 800, responsesCount: 800, succeededCount: 792, failedCount: 8, creditsHeld: 0 },
          ...{ createdAt: ago(90_000_000), startedAt: ago(89_990_000), finishedAt: ago(89_000_000) },
        },
      ];

/** Lists of requests and batches. */
export const WORK_ROUTES: readonly MockRoute[] = [
  {
    method: 'GET',
    path: /^\/api\/gateway\/requests$/,
    handle: ({ state, query }) => {
      const limit = Number(query.get('limit') ?? 20);
      const requests = query.get('status') === 'error' ? failuresOf(state) : requestsOf(state, limit);
      return { body: { status: 'ok', data: { requests } } };
    },
  },
  {
    method: 'GET',
    path: /^\/api\/gateway\/batches$/,
    handle: ({ state }) => ({ body: { status: 'ok', data: { batches: batchesOf(state) } } }),
  },
];
