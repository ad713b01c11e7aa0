import type { ServiceEntry } from '../entry.js';
import { DECIDED_SERVICE } from './decided.js';

const UUID = /^[0-9a-f-]{36}$/;
const WEB_BATCH = '/scrape/batch/web';
const SERP_BATCH = '/scrape/batch/enginea/serp';
const ITEM = { url: '{web}/page/1', jsRendering: false };
const WEB_ITEMS = { requests: [ITEM] };
const SERP_ITEMS = { requests: [{ q: 'slate tiles' }] };

const of = (table: string, rows: readonly string[], rule: string, call: Omit<ServiceEntry, 'table' | 'rows' | 'rule'>) => ({ table, rows, rule, ...call }); // oxfmt-ignore

const ACCEPTED: readonly ServiceEntry[] = [
  of('batch acceptance', ['jobId', 'status'], 'are told for pages', { method: 'POST', path: WEB_BATCH, body: WEB_ITEMS, seen: { answer: { jobId: UUID, status: 'ok' } } }), // oxfmt-ignore
  of('batch acceptance', ['jobId', 'status'], 'are told for searches', { method: 'POST', path: SERP_BATCH, body: SERP_ITEMS, seen: { answer: { jobId: UUID, status: 'ok' } } }), // oxfmt-ignore
  of('states', ['(none)'], 'becomes an accepted job, processed later', { path: `${WEB_BATCH}/{webJob}`, seen: { answer: { jobId: '{webJob}', 'data.status': 'done', 'data.requestsCount': 2 } } }), // oxfmt-ignore
];

const RESULTS = `${WEB_BATCH}/{webJob}/results`;
const SERP_RESULTS = `${SERP_BATCH}/{serpJob}/results`;
const result = (row: string, rule: string, path: string, answer: ServiceEntry['seen']['answer'] & object): ServiceEntry => of('batch results', [row], rule, { path, seen: { answer } }); // oxfmt-ignore

const BATCH_RESULTS: readonly ServiceEntry[] = [
  result('page', 'is counted from 0', `${RESULTS}?page=1`, { page: 0 }),
  result('page', 'goes on with the second', `${RESULTS}?page=2&limit=1`, { page: 1 }),
  of('batch results', ['page'], 'is asked for from 1', { path: `${RESULTS}?page=0`, seen: { refused: [{ field: 'page', rule: 'min' }] } }), // oxfmt-ignore
  result('limit', 'is the items of a page', `${RESULTS}?limit=1`, { limit: 1 }),
  of('batch results', ['limit', 'results'], 'bounds the items', { path: `${RESULTS}?limit=1`, seen: { counts: { results: 1 } } }), // oxfmt-ignore
  of('batch results', ['limit'], 'is at most 1000', { path: `${RESULTS}?limit=1001`, seen: { refused: [{ field: 'limit', rule: 'range' }] } }), // oxfmt-ignore
  result('total', 'is the number of results', RESULTS, { total: 2 }),
  of('batch results', ['results'], 'has an item for each request', { path: RESULTS, seen: { counts: { results: 2 } } }),
  result('results[].query', 'is the request as it was sent', RESULTS, { 'results[].query': { some: { url: '{web}/page/1', outputFormat: ['markdown'] } } }), // oxfmt-ignore
  result('results[].query', 'is the search as it was sent', SERP_RESULTS, {
    'results[].query': { some: { q: 'slate one' } },
  }),
  result('results[].result.id', 'is the id of the result', RESULTS, { 'results[].result.id': UUID }),
  result('results[].result.status', 'is ok for a success', RESULTS, { 'results[].result.status': 'ok' }),
  result('results[].result.json', 'is the stored response of a page', RESULTS, { 'results[].result.json': /^\{files\}\/\S+\.json$/ }), // oxfmt-ignore
  result('results[].result.json', 'is the stored response of a search', SERP_RESULTS, { 'results[].result.json': /^\{files\}\/\S+\.json$/ }), // oxfmt-ignore
  result('results[].result.html', 'is the stored page of a search', SERP_RESULTS, { 'results[].result.html': /^\{files\}\/\S+\.html$/ }), // oxfmt-ignore
  result('results[].result.url', 'is the address of a search', SERP_RESULTS, { 'results[].result.url': '{enginea}/search?q=slate+one' }), // oxfmt-ignore
];

const pathsOf = (path: string, job: string, body: unknown, badField: string): readonly ServiceEntry[] => {
  const [submit, status, results] = [`POST {base_url}${path}`, `GET {base_url}${path}/<job_id>`, `GET {base_url}${path}/<job_id>/results`]; // oxfmt-ignore
  return [
    of('batch paths', [submit], 'accepts requests', { method: 'POST', path, body, seen: { answer: { jobId: UUID, status: 'ok' } } }), // oxfmt-ignore
    of('batch paths', [submit], 'names what is missing of an item', { method: 'POST', path, body: { requests: [{}] }, seen: { refused: [{ field: badField, rule: 'required' }] } }), // oxfmt-ignore
    of('batch paths', [submit], 'needs a request', { method: 'POST', path, body: { requests: [] }, seen: { refused: [{ field: 'requests', rule: 'minLength' }] } }), // oxfmt-ignore
    of('batch paths', [status], 'tells the state of the job', { path: `${path}/${job}`, seen: { answer: { jobId: job, status: 'ok', 'data.status': 'done' } } }), // oxfmt-ignore
    of('batch paths', [status], 'knows the account’s jobs alone', { path: `${path}/0b0e7a52-3a0f-4b57-9f0e-0d2d3f1c2b1a`, seen: { status: 404, error: 'job_not_found' } }), // oxfmt-ignore
    of('batch paths', [results], 'gives a page of results', { path: `${path}/${job}/results?page=1&limit=10`, seen: { answer: { page: 0, limit: 10, total: 2 } } }), // oxfmt-ignore
  ];
};

const segment = (name: string, path: string): ServiceEntry =>
  of('path segments', [name], 'is part of a path', { path: `/scrape/${name}/${path}`, seen: { status: 422, error: 'validation_failed' } }); // oxfmt-ignore

const SEGMENTS: readonly ServiceEntry[] = [
  ...['enginea', 'engineb', 'enginec'].map((name) => segment(name, 'serp')),
  ...['lodging', 'retailer'].map((name) => segment(name, 'search')),
  ...['jobboard', 'realtya'].map((name) => segment(name, 'listing')),
  segment('storeplatform', 'collections'),
  segment('realtyb', 'property'),
  segment('localreviews', 'place'),
];

const many = (count: number, item: unknown, last: unknown) => ({
  requests: Array.from({ length: count }, (_unused, index) => (index === count - 1 ? last : item)),
});

const BATCH_SIZE: readonly ServiceEntry[] = [
  of('limits', ['Batch size'], 'is at most 10,000 pages', { method: 'POST', path: WEB_BATCH, body: many(10_001, ITEM, ITEM), seen: { refused: [{ field: 'requests', rule: 'maxLength' }] } }), // oxfmt-ignore
  of('limits', ['Batch size'], 'may be 10,000, each of which is checked', { method: 'POST', path: WEB_BATCH, body: many(10_000, ITEM, {}), seen: { refused: [{ field: 'requests.9999.url', rule: 'required' }] } }), // oxfmt-ignore
  of('limits', ['Batch size'], 'is at most 10,000 searches', { method: 'POST', path: SERP_BATCH, body: many(10_001, { q: 'a' }, { q: 'a' }), seen: { refused: [{ field: 'requests', rule: 'maxLength' }] } }), // oxfmt-ignore
];

const USAGE = '/user/me/usage';
const AUTHENTICATION: readonly ServiceEntry[] = [
  of('authentication', ['x-api-key'], 'is required', { path: USAGE, isAnonymous: true, seen: { status: 401, error: 'unauthorized' } }), // oxfmt-ignore
  of('authentication', ['x-api-key'], 'is known', { path: USAGE, isAnonymous: true, headers: { 'x-api-key': 'none' }, seen: { status: 401, error: 'unauthorized' } }), // oxfmt-ignore
  of('authentication', ['x-api-key'], 'belongs to an account', { path: USAGE, seen: { answer: { status: 'ok', 'data.heldCredits': 0 } } }), // oxfmt-ignore
  of('authentication', ['files'], 'are fetched with the same key', { path: '{storedPage}', seen: { status: 200 } }),
  of('authentication', ['files'], 'are not for other accounts', { path: '{storedPage}', isAnonymous: true, headers: { 'x-api-key': '{otherKey}' }, seen: { status: 404 } }), // oxfmt-ignore
];

export const SERVICE: readonly ServiceEntry[] = [
  ...ACCEPTED,
  ...BATCH_RESULTS,
  ...pathsOf(WEB_BATCH, '{webJob}', WEB_ITEMS, 'requests.0.url'),
  ...pathsOf(SERP_BATCH, '{serpJob}', SERP_ITEMS, 'requests.0.q'),
  ...SEGMENTS,
  ...BATCH_SIZE,
  ...AUTHENTICATION,
  ...DECIDED_SERVICE,
];
