import { OPERATIONS, type OperationId } from '../../../packages/contracts/src/index.js';
import { refused, type Entry, type EntryList, type Given, type Seen, type ServiceEntry } from '../entry.js';
import { AI_MODE_PAGE } from '../pages/ai-mode-page.js';

const STAY = { checkInDate: '2030-06-10', checkOutDate: '2030-06-14', rooms: '1', adults: '2', children: '0' };
const UUID = /^[0-9a-f-]{36}$/;
const Q = { q: 'slate roofs' };

/** Rules that the contract decides where the specification is open. */
const decided = (operation: OperationId, valid: Given, entries: readonly Entry[]): EntryList => ({
  table: 'decided',
  operation,
  valid,
  entries,
});
const rule = (row: string, words: string, give: Given, seen: Seen, more: Partial<Entry> = {}): Entry => ({
  rows: [row],
  rule: words,
  give,
  seen,
  ...more,
});

/** Time limits of the whole call, on every operation. */
const TIMEOUTS: readonly EntryList[] = OPERATIONS.map(({ id, example, method }) => ({
  table: 'decided',
  // safe because it is the operation's own id
  operation: id as OperationId,
  valid: method === 'POST' ? example : { ...flat(example) },
  entries: [
    refused(
      'timeout',
      `is at least 1,000 ms for ${id}`,
      { timeout: method === 'POST' ? 999 : '999' },
      'timeout',
      'range',
    ),
    refused('timeout', `is at most 300,000 ms for ${id}`, { timeout: method === 'POST' ? 300_001 : '300001' }, 'timeout', 'range'), // oxfmt-ignore
  ],
}));

/** An example as a query: `price[min]=200`, `homeTypes[]=house`. */
function flat(example: Given, prefix = ''): Given {
  return Object.fromEntries(
    Object.entries(example).flatMap(([key, value]): [string, unknown][] => {
      const name = prefix === '' ? key : `${prefix}[${key}]`;
      if (Array.isArray(value)) return [[`${name}[]`, value.map(String)]];
      return typeof value === 'object' && value !== null
        ? Object.entries(flat(value as Given, name))
        : [[name, String(value)]];
    }),
  );
}

/** What API.md decides beside the tables of the specification. */
export const DECIDED: readonly EntryList[] = [
  ...TIMEOUTS,
  {
    table: 'limits',
    operation: 'scrape/web',
    valid: { url: '{web}/slow/3000', jsRendering: false },
    entries: [
      refused('Page load time', 'is at most 300 seconds', { timeout: 300_001 }, 'timeout', 'range'),
      rule('Page load time', 'ends the call when it is over, free', { timeout: 1_000 }, { status: 504, error: 'target_timeout', charged: 0 }), // oxfmt-ignore
    ],
  },
  decided('scrape/web', { url: '{web}/status/404', jsRendering: false }, [
    rule('maxAge', 'gives the same answer again, free', { url: '{web}/page/kept', maxAge: 60 }, { timesAsked: 1, charged: 0, headers: { 'x-cache': 'hit' } }, { times: 2 }), // oxfmt-ignore
    rule('failOn4xx', 'is false: a 404 is an answer, free', {}, { answer: { statusCode: 404 }, charged: 0 }),
    rule('failOn4xx', 'makes a 404 an error', { failOn4xx: true }, { status: 502, error: 'target_status', charged: 0 }),
    rule('rate_limited', 'is an error, free', { url: '{web}/status/429' }, { status: 502, error: 'target_rate_limited', charged: 0, answer: { retryable: true } }), // oxfmt-ignore
    rule('session', 'is a name of letters, digits, dots, hyphens and underscores', { session: 'a/b' }, { refused: [{ field: 'session', rule: 'regex' }] }), // oxfmt-ignore
    rule('session', 'sends its own cookies', { session: 'anna', headers: { cookie: 'a=1' } }, { refused: [{ field: 'session', rule: 'prohibitedWith' }] }), // oxfmt-ignore
    rule('session', 'changes no price', { url: '{web}/page/1', session: 'anna' }, { charged: 1 }),
    rule('url', 'is trimmed', { url: ' {web}/page/1 ' }, { asked: { path: '/page/1' } }),
    rule('url', 'loses its line breaks, tabs and control characters at its ends', { url: '\u0000\t{web}/pa\r\nge/\t1\u001f' }, { asked: { path: '/page/1' } }), // oxfmt-ignore
    rule('url', 'is not trimmed of anything else', { url: '\u00a0{web}/page/1' }, { refused: [{ field: 'url', rule: 'url' }] }), // oxfmt-ignore
    rule('respond-async', 'is told by an id', { url: '{web}/page/1' }, { status: 202, answer: { id: UUID, status: 'pending' } }, { headers: { prefer: 'respond-async' } }), // oxfmt-ignore
    rule('webhook', 'is an address', { url: '{web}/page/1', webhook: { url: 'none' } }, { refused: [{ field: 'webhook.url', rule: 'url' }] }, { headers: { prefer: 'respond-async' } }), // oxfmt-ignore
    rule('webhook', 'is a public address, trimmed before it is judged', { url: '{web}/page/1', webhook: { url: ' http://10.0.0.1/\n' } }, { refused: [{ field: 'webhook.url', rule: 'forbidden' }] }, { headers: { prefer: 'respond-async' } }), // oxfmt-ignore
  ]),
  decided('enginea/serp', Q, [
    rule('maxAge', 'is of searches too', { q: 'slate kept once', maxAge: '60' }, { timesAsked: 1, charged: 0, headers: { 'x-cache': 'hit' } }, { times: 2 }), // oxfmt-ignore
    rule('respond-async', 'is of searches too', {}, { status: 202, answer: { id: UUID, status: 'pending' } }, { headers: { prefer: 'respond-async' } }), // oxfmt-ignore
  ]),
  { ...decided('enginea/ai-mode', Q, [rule('timeout', 'is accepted', { timeout: '60000' }, {})]), page: AI_MODE_PAGE },
  decided('engineb/serp', Q, [
    rule('lat', 'alone is ignored', { lat: '48.2' }, { asked: { headers: { 'x-search-location': null } } }),
    rule('lon', 'alone is ignored', { lon: '16.4' }, { asked: { headers: { 'x-search-location': null } } }),
    rule('location', 'is resolved to coordinates', { location: 'Austin, Texas' }, { asked: { headers: { 'x-search-location': /lat:30\.\d+;long:-97\.\d+/ } } }), // oxfmt-ignore
    rule('location', 'is sent as it is when unknown', { location: 'Nowhereville Xyzzy' }, { asked: { headers: { 'x-search-location': /Nowhereville/ } } }), // oxfmt-ignore
    rule('filters', 'may be copied with backslashes', { filters: 'ex1:\\"ez1\\"' }, { asked: { query: { filters: 'ex1:"ez1"' } } }), // oxfmt-ignore
  ]),
  decided('enginec/serp', Q, [
    rule('nextPageToken', 'has the query in the address of its page', { q: null, nextPageToken: '{token}' }, { answer: { 'requestMetadata.url': /[?&]q=slate(?:\+|%20)roofs/ } }), // oxfmt-ignore
  ]),
  decided('jobboard/listing', { keyword: 'mason', location: 'Texas' }, [
    rule(
      'sponsoredOnly',
      'never drops what was paid for',
      { sponsoredOnly: 'true' },
      { counts: { jobs: 15 }, charged: 10 },
    ),
    rule('datePosted', 'above the site’s largest value is filtered by the dates shown', { datePosted: '30' }, { asked: { query: { fromage: null } }, answer: { 'searchInformation.keyword': 'mason' } }), // oxfmt-ignore
  ]),
  decided('lodging/search', { keyword: 'Oak Bay', ...STAY, currency: 'EUR' }, [
    rule('price', 'bounds the whole stay', { 'price[min]': '130' }, { counts: { results: 15 } }),
    rule('children', 'and their ages are both named', { children: '11' }, { refused: [{ field: 'children', rule: 'range' }, { field: 'childrenAges', rule: 'requiredWhen' }] }), // oxfmt-ignore
  ]),
  decided('retailer/search', { q: 'kettle' }, [
    rule('language', 'may be any tag', { language: 'en-US' }, { asked: { path: '/search' } }),
    rule('language', 'falls back when unknown', { language: 'xx' }, { asked: { path: '/search' } }),
    rule('url', 'is trimmed on sites too', { q: null, url: '\t https://www.walmart.com/search?q=tea\npot ' }, { asked: { query: { q: 'teapot' } } }), // oxfmt-ignore
    rule('url', 'overrides what is not valid', { url: 'https://www.walmart.com/search?q=teapot', catId: 'kitchen' }, { asked: { query: { q: 'teapot' } } }), // oxfmt-ignore
  ]),
  decided('realtyb/property', { url: 'https://www.zillow.com/apartments/austin-tx/oak-place/5XjPz2/' }, [
    rule('url', 'may be a building', {}, { asked: { path: '/apartments/austin-tx/oak-place/5XjPz2/' } }),
    rule('url', 'may be a building by its id', { url: 'https://www.zillow.com/b/oak-place-austin-tx-5XjPz2/' }, { status: 404, asked: { path: '/b/oak-place-austin-tx-5XjPz2/' } }), // oxfmt-ignore
  ]),
];

const service = (row: string, words: string, call: Omit<ServiceEntry, 'table' | 'rows' | 'rule'>): ServiceEntry => ({
  table: 'decided',
  rows: [row],
  rule: words,
  ...call,
});

const USAGE = '/user/me/usage';

export const DECIDED_SERVICE: readonly ServiceEntry[] = [
  service('Authorization', 'is a key too', { path: USAGE, isAnonymous: true, headers: { authorization: 'Bearer {key}' }, seen: { answer: { status: 'ok' } } }), // oxfmt-ignore
  service('Authorization', 'must be the same key', { path: USAGE, isAnonymous: true, headers: { authorization: 'Bearer {key}', 'x-api-key': '{otherKey}' }, seen: { status: 401, error: 'unauthorized' } }), // oxfmt-ignore
  service('defaults', 'are merged under each item', { method: 'POST', path: '/scrape/batch/web', body: { defaults: { jsRendering: false, screenshot: true }, requests: [{ url: '{web}/page/1' }] }, seen: { refused: [{ field: 'defaults.screenshot', rule: 'requiresRendering' }] } }), // oxfmt-ignore
  service('/requests', 'are listed, by operation', { path: '/requests?operation=enginea/serp&limit=1', seen: { counts: { 'data.requests': 1 }, answer: { 'data.requests[].operation': 'enginea/serp' } } }), // oxfmt-ignore
  service('/requests/<id>', 'is one with its parameters', { path: '/requests/{request}', seen: { answer: { status: 'ok', 'data.operation': 'enginea/serp', 'data.status': 'ok', 'data.params.q': 'slate kept' } } }), // oxfmt-ignore
  service('/requests/<id>', 'is the account’s own', { path: '/requests/0b0e7a52-3a0f-4b57-9f0e-0d2d3f1c2b1a', seen: { status: 404, error: 'not_found' } }), // oxfmt-ignore
  service('files', 'are refused without a key', { path: '{storedPage}', isAnonymous: true, seen: { status: 401, error: 'unauthorized' } }), // oxfmt-ignore
  service('url', 'of an item is trimmed, and echoed as it was sent', { path: '/scrape/batch/web/{webJob}/results', seen: { answer: { 'results[].query': { some: { url: ' {web}/page/2\n', jsRendering: false } } } } }), // oxfmt-ignore
  service('url', 'of an item is asked for as trimmed', { path: '/scrape/batch/web/{webJob}', seen: { answer: { 'data.succeededCount': 2 } } }), // oxfmt-ignore
  service('/batches', 'are listed', { path: '/batches', seen: { answer: { status: 'ok' } } }),
  service('/files/sign', 'gives a link to the same file', { method: 'POST', path: '/files/sign', body: { url: '{storedPage}', expiresInSeconds: 60 }, seen: { answer: { 'data.url': /^\{files\}\// } } }), // oxfmt-ignore
  service('/files/sign', 'is for at most seven days', { method: 'POST', path: '/files/sign', body: { url: '{storedPage}', expiresInSeconds: 604_801 }, seen: { refused: [{ field: 'expiresInSeconds', rule: 'range' }] } }), // oxfmt-ignore
];

/** Every rule of this file has one of these names. */
export const DECIDED_ROWS: readonly string[] = [
  ...['timeout', 'failOn4xx', 'rate_limited', 'url', 'respond-async', 'webhook', 'maxAge', 'lat', 'lon', 'location'],
  ...[
    'session',
    'filters',
    'nextPageToken',
    'sponsoredOnly',
    'datePosted',
    'price',
    'children',
    'language',
    'Authorization',
  ],
  ...['defaults', '/requests', '/requests/<id>', '/batches', '/files/sign', 'files'],
];
