import { refusal, type MockReply, type MockRoute, type MockState } from './mock-route.js';

const ago = (ms: number): string => new Date(Date.now() - ms).toISOString();

/** A path as people's URLs have them: longer than any page is wide. */
const LONG_PATH = `${'a-very-long-path-without-a-space/'.repeat(7)}?q=${'%E6%B8%AF'.repeat(20)}`;
const urlOf = (state: MockState): string =>
  `https://www.tidal-atlas.example/${state === 'long' ? LONG_PATH : 'harbours/northwall'}`;

const FILES = 'http://127.0.0.1:3000/files/harbour';

const requestOf = (state: MockState, id: string): object => {
  const isLong = state === 'long';
  const isFailed = id.endsWith('3');
  return {
    ...{ id, operation: 'scrape/web', host: 'www.tidal-atlas.example', key: 'k1', tier: 'browser', attempt: 2 },
    ...(isFailed
      ? {
          status: 'error',
          verdict: 'blocked',
          error: 'target_blocked',
          retryable: true,
          reason: 'cloudflare_challenge',
        }
      : { status: 'ok', verdict: 'ok', statusCode: 200 }),
    ...(isFailed && { message: 'The target refused to show the page to an automated client.' }),
    ...{ createdAt: ago(90_000), startedAt: ago(89_900), endedAt: ago(87_000) },
    timings: { queueMs: 40, fetchMs: 820, renderMs: 1_310, readMs: 35, totalMs: isLong ? 9_876_543 : 2_310 },
    ...{ creditsHeld: 0, creditsCharged: isFailed ? 0 : isLong ? 9_876_543_210 : 10 },
    html: `${FILES}/${id}/document-d9d7cb92.html`,
    ...(isFailed ? {} : { result: `${FILES}/${id}/result-d9d7cb92.json` }),
    params: {
      ...{
        url: urlOf(state),
        jsRendering: true,
        outputFormat: ['markdown', 'html'],
        extractLinks: true,
        timeoutMs: 60_000,
      },
      ...(isLong && { extractRules: { ['ein-sehr-langer-name-'.repeat(5)]: { selector: 'main > '.repeat(20) } } }),
    },
  };
};

const resultOf = (state: MockState, id: string) => ({
  requestMetadata: {
    id,
    status: 'ok',
    json: `${FILES}/${id}/result-d9d7cb92.json`,
    html: `${FILES}/${id}/document-d9d7cb92.html`,
  },
  ...{ statusCode: 200, statusText: 'OK', url: urlOf(state), rendered: true },
  headers: { 'content-type': 'text/html; charset=utf-8', 'x-cache': state === 'long' ? 'x'.repeat(300) : 'HIT' },
  markdown: `# Northwall harbour\n\nBerths are given **by the tide**. [Tables](${urlOf(state)})\n\n${
    state === 'long' ? `${'無空白の長い行'.repeat(60)}\n\n` : ''
  }| Berth | Depth |\n| --- | --- |\n| North | 4.2 m |\n| South | 3.1 m |\n`,
  extractedData: {
    title: state === 'long' ? '港の時刻表'.repeat(40) : 'Northwall harbour',
    berths: [
      { name: 'North', depth: 4.2, note: state === 'long' ? 'tide '.repeat(60) : 'dry at low tide' },
      { name: 'South', depth: 3.1, note: null },
    ],
  },
  links: [urlOf(state), 'https://www.tidal-atlas.example/'],
});

const TOTAL = 10_000;
const FAILED_EACH = 450;

const batchOf = (): object => ({
  ...{ status: 'done', requestsCount: TOTAL, responsesCount: TOTAL, targetErrorCount: 2 },
  ...{ succeededCount: TOTAL - Math.floor(TOTAL / FAILED_EACH), failedCount: Math.floor(TOTAL / FAILED_EACH) },
  ...{ creditsHeld: 0, creditsCharged: 41_210, resultsUrl: 'http://127.0.0.1:3000/scrape/batch/web/x/results' },
  ...{ createdAt: ago(1_200_000), startedAt: ago(1_190_000), finishedAt: ago(200_000) },
});

/** A crawl that runs into bounds. */
const crawlOf = (state: MockState): object => ({
  ...{ status: 'in_progress', requestsCount: 2_210, responsesCount: 2_002, succeededCount: 1_998, failedCount: 4 },
  ...{ targetErrorCount: 12, creditsHeld: 200, creditsCharged: state === 'long' ? 9_876_543_210 : 1_998 },
  ...{ resultsUrl: 'http://127.0.0.1:3000/crawl/web/x/results', discoveredCount: 48_310 },
  ...{ limitsHit: ['maxVariants', 'limit'], createdAt: ago(1_200_000), startedAt: ago(1_190_000) },
});

const rowOf = (state: MockState, index: number) => {
  const id = `19a42dc9-fb85-4f08-bb59-6e22${String(10_000_000 + index)}`;
  const isFailed = index % FAILED_EACH === FAILED_EACH - 1;
  return {
    query: { url: `${urlOf(state)}?page=${index}` },
    result: {
      ...{ id, index },
      ...(isFailed
        ? { status: 'error', error: 'target_blocked', reason: 'cloudflare_challenge', message: 'The target refused.' }
        : { status: 'ok', statusCode: index % 97 === 5 ? 404 : 200 }),
    },
  };
};

const page = (state: MockState): string =>
  `<!doctype html><title>Harbour</title><h1>Northwall harbour</h1><p>${
    state === 'long' ? '無空白の長い行'.repeat(60) : 'Berths are given by the tide.'
  }</p><table><tr><th>Berth</th><th>Depth</th></tr><tr><td>North</td><td>4.2 m</td></tr></table>`;

const NOT_FOUND: MockReply = refusal(404, 'not_found', 'There is no such request, or it is no longer kept.');

/** One request and one batch of 10,000 items, with what is stored of them. */
export const DETAIL_ROUTES: readonly MockRoute[] = [
  {
    method: 'GET',
    path: /^\/api\/gateway\/requests\/([\da-f-]{36})$/,
    handle: ({ state, parts: [id = ''] }) =>
      state === 'empty' ? NOT_FOUND : { body: { status: 'ok', data: requestOf(state, id) } },
  },
  {
    method: 'POST',
    path: /^\/api\/gateway\/requests\/([\da-f-]{36})\/reparse$/,
    handle: ({ state, parts: [id = ''] }) => ({
      body: { ...resultOf(state, id), extractedData: { title: 'Northwall harbour, read again' } },
    }),
  },
  {
    method: 'GET',
    path: /^\/api\/gateway\/files\/[\w-]+\/([\da-f-]{36})\/result-\w+\.json$/,
    handle: ({ state, parts: [id = ''] }) => ({ body: resultOf(state, id) }),
  },
  {
    method: 'GET',
    path: /^\/api\/frame\/[\da-f-]{36}$/,
    handle: ({ state }) => ({ type: 'text/html', body: page(state) }),
  },
  {
    method: 'POST',
    path: /^\/api\/gateway\/scrape\/web$/,
    handle: ({ state }) => ({ body: resultOf(state, '19a42dc9-fb85-4f08-bb59-6e226ac31000') }),
  },
  {
    method: 'GET',
    path: /^\/api\/gateway\/scrape\/batch\/web\/([\da-f-]{36})$/,
    handle: ({ state, parts: [jobId] }) =>
      state === 'empty'
        ? refusal(404, 'job_not_found', 'There is no such batch, or it is no longer kept.')
        : { body: { status: 'ok', jobId, data: batchOf() } },
  },
  {
    method: 'GET',
    path: /^\/api\/gateway\/(?:scrape\/batch|crawl)\/web\/([\da-f-]{36})\/results$/,
    handle: ({ state, query }) => {
      const [at, limit] = [Number(query.get('page') ?? 1), Number(query.get('limit') ?? 20)];
      const rows = Math.max(0, Math.min(limit, TOTAL - (at - 1) * limit));
      return {
        body: { status: 'ok', results: Array.from({ length: rows }, (_, row) => rowOf(state, (at - 1) * limit + row)) },
      };
    },
  },
  {
    method: 'GET',
    path: /^\/api\/gateway\/crawl\/web\/([\da-f-]{36})$/,
    handle: ({ state, parts: [jobId] }) =>
      state === 'empty'
        ? refusal(404, 'job_not_found', 'There is no such crawl, or it is no longer kept.')
        : { body: { status: 'ok', jobId, data: crawlOf(state) } },
  },
  {
    method: 'POST',
    path: /^\/api\/gateway\/crawl\/web$/,
    handle: () => ({ body: { status: 'ok', jobId: '4b0d9b5e-2c1f-4f63-9d3c-3f8b7a1c0e04' } }),
  },
  {
    method: 'POST',
    path: /^\/api\/gateway\/scrape\/batch\/web(?:\/[\da-f-]{36}\/retry-failed)?$/,
    handle: () => ({ status: 202, body: { status: 'ok', jobId: '4b0d9b5e-2c1f-4f63-9d3c-3f8b7a1c0e01' } }),
  },
  { method: 'POST', path: /^\/api\/price$/, handle: () => ({ body: { maxCredits: 10, pageCredits: 10 } }) },
];
