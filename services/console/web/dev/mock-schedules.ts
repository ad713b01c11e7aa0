import type { MockRoute, MockState } from './mock-route.js';

const HOUR_MS = 3_600_000;
const at = (hours: number): string => new Date(Date.now() + hours * HOUR_MS).toISOString();

const LONG = 'a-very-long-value-that-nobody-thought-of-and-that-has-no-space-'.repeat(5);
const ID = '7d4b9b5e-2c1f-4f63-9d3c-3f8b7a1c0e01';

const NAMES = ['Berths of the harbour', '', 'Prices of slate', 'The atlas, page by page'];
/** Which of the schedules is one of a crawl. */
const CRAWL = 3;

const scheduleOf = (state: MockState, index = 0) => {
  const isLong = state === 'long';
  const isPaused = index === 2;
  return {
    id: `${ID.slice(0, -1)}${index + 1}`,
    ...(index === 1 ? {} : { name: isLong ? LONG : NAMES[index] }),
    state: isPaused ? 'paused' : 'active',
    ...(index === 1 ? { intervalSeconds: 21_600 } : { cron: '0 8 * * 1-5' }),
    timeZone: isLong ? 'America/Argentina/ComodRivadavia' : 'Europe/Berlin',
    target: {
      type: index === CRAWL ? 'crawl' : index === 2 ? 'batch' : 'operation',
      operation: 'scrape/web',
      params: {
        url: `https://www.tidal-atlas.example/${isLong ? LONG : 'berths'}`,
        ...(index === CRAWL ? { limit: 500, scrape: { outputFormat: ['markdown'] } } : { outputFormat: ['markdown'] }),
      },
    },
    missedRuns: 'runOnce',
    ...(index === 2 ? {} : { changeTracking: { fields: ['extractedData.price'], markdown: true, links: true } }),
    ...(isLong ? { webhook: { url: `https://you.example/${LONG}` } } : {}),
    key: 'console',
    createdAt: at(-900),
    nextRuns: isPaused ? [] : [1, 25, 49, 73, 97].map(at),
    ...(index === 2 ? {} : { changesUrl: 'http://127.0.0.1:3000/schedules/x/changes.rss' }),
  };
};

const linesOf = (state: MockState): string =>
  Array.from({ length: state === 'long' ? 300 : 3 }, (_, index) =>
    index % 2 === 0 ? `-| Pier ${index} | 4.2 m ${state === 'long' ? LONG : ''} |` : `+| Pier ${index} | 4.4 m |`,
  ).join('\n');

const diffOf = (state: MockState): string =>
  `--- before\n+++ after\n@@ -3,4 +3,4 @@\n # Berths\n \n${linesOf(state)}\n given by the tide\n@@ -40 +40,2 @@\n Open from 8:00\n+Closed on Mondays\n`;

const changeOf = (state: MockState) => ({
  ...{ status: 'changed', comparedWith: at(-48), added: 3, removed: 2, changed: 1 },
  fields: [
    { path: 'extractedData.price', change: 'changed', before: '10 EUR', after: state === 'long' ? LONG : '12 EUR' },
    { path: 'extractedData.note', change: 'removed', before: { tide: 'low', hours: [6, 18] } },
  ],
  links: {
    added: [`https://www.tidal-atlas.example/${state === 'long' ? LONG : 'mooring'}`],
    removed: ['https://www.tidal-atlas.example/piers'],
  },
  markdown: { added: 2, removed: 2, diff: diffOf(state) },
  ...(state === 'long' ? { isCut: true } : {}),
});

/** Of a long one the lists are shorter than the counts. */
const pageChangeOf = (state: MockState) => {
  const isLong = state === 'long';
  const addressOf = (name: string, index: number): string =>
    `https://www.tidal-atlas.example/${name}/${index}${isLong ? `/${LONG}` : ''}`;
  const namesOf = (name: string, length: number): readonly string[] =>
    Array.from({ length }, (_, index) => addressOf(name, index));
  const { fields, links, markdown } = changeOf(state);
  const details = [
    { added: 2, removed: 2, changed: 0, markdown },
    { added: 1, removed: 2, changed: 1, fields, links },
  ];
  const changed = namesOf('berths', isLong ? 12 : 3).map((url, index) => ({
    ...{ url, requestId: `19a42dc9-fb85-4f08-bb59-6e226ac3${1_100 + index}` },
    ...details[index % 3],
  }));
  return {
    ...{ status: 'changed', comparedWith: at(-48) },
    ...(isLong ? { added: 41_200, removed: 34, changed: 512, isCut: true } : { added: 2, removed: 1, changed: 3 }),
    pages: {
      ...{ compared: isLong ? 10_000 : 412, unknown: isLong ? 1_204 : 2, changed },
      ...{ added: namesOf('piers', isLong ? 30 : 2), removed: namesOf('closed', isLong ? 30 : 1) },
    },
  };
};

const none = { added: 0, removed: 0, changed: 0 };

const runsOf = (state: MockState, isCrawl: boolean): object[] =>
  [
    { status: 'running' },
    { status: 'ok', change: isCrawl ? pageChangeOf(state) : changeOf(state) },
    { status: 'refused', message: state === 'long' ? `Refused: ${LONG}` : 'The account has no credits left.' },
    { status: 'ok', change: { status: 'unknown', message: 'The page responded with 503.', ...none } },
    { status: 'error', error: 'target_blocked', message: 'The target refused to show the page.' },
    { status: 'missed' },
    { status: 'ok', change: { status: 'same', comparedWith: at(-192), ...none } },
    { status: 'ok', change: { status: 'first', ...none } },
  ].map((run, index) => ({
    id: `${ID.slice(0, -4)}${1_000 + index}`,
    dueAt: at(-24 * index),
    ...(['missed', 'refused'].includes(run.status)
      ? {}
      : isCrawl
        ? { jobId: '4b0d9b5e-2c1f-4f63-9d3c-3f8b7a1c0e04' }
        : { requestId: `19a42dc9-fb85-4f08-bb59-6e226ac3${1_000 + index}` }),
    creditsCharged: run.status === 'ok' ? (state === 'long' ? 9_876_543_210 : 10) : 0,
    ...run,
  }));

const ONE = /^\/api\/gateway\/schedules\/([\da-f-]{36})$/;

/** Schedules with their runs and changes. */
export const SCHEDULE_ROUTES: readonly MockRoute[] = [
  {
    method: 'GET',
    path: /^\/api\/gateway\/schedules$/,
    handle: ({ state }) => ({
      body: {
        status: 'ok',
        data: { schedules: state === 'empty' ? [] : NAMES.map((_, index) => scheduleOf(state, index)) },
      },
    }),
  },
  {
    method: 'GET',
    path: ONE,
    // An empty one has not run yet.
    handle: ({ state, parts: [id] }) => {
      const isCrawl = id?.endsWith(String(CRAWL + 1)) === true;
      const runs = state === 'empty' ? [] : runsOf(state, isCrawl);
      return { body: { status: 'ok', data: { ...scheduleOf(state, isCrawl ? CRAWL : 0), runs } } };
    },
  },
  {
    method: 'POST',
    path: /^\/api\/gateway\/schedules$/,
    handle: ({ state }) => ({ body: { status: 'ok', data: scheduleOf(state) } }),
  },
  { method: 'DELETE', path: ONE, handle: () => ({ body: { status: 'ok', data: { id: ID } } }) },
  {
    method: 'POST',
    path: /^\/api\/gateway\/schedules\/[\da-f-]{36}\/(?:pause|resume)$/,
    handle: ({ state }) => ({ body: { status: 'ok', data: scheduleOf(state) } }),
  },
  {
    method: 'POST',
    path: /^\/api\/gateway\/schedules\/[\da-f-]{36}\/feed-link$/,
    handle: () => ({
      body: { status: 'ok', data: { url: 'http://127.0.0.1:3000/schedules/x/changes.rss?signature=x' } },
    }),
  },
];
