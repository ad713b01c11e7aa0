import { describe, expect, it } from '@jest/globals';
import { operationById, validateParams } from '@quarry/contracts';
import { readSerpSearch, serpAccount, serpError, serpFailed, serpKeyOf, serpPending, serpResults } from './index.js';
import type { Body } from './compat-call.js';

const BASE = 'https://quarry.example';

/** The parameters, checked by the contract. */
const paramsOf = (query: Body): Record<string, unknown> => {
  const reading = readSerpSearch(query);
  if (!reading.ok) throw new Error(reading.message);
  const operation = operationById(reading.operation);
  if (!operation) throw new Error('no operation');
  const checked = validateParams(operation, { ...reading.input });
  if (!checked.ok) throw new Error(JSON.stringify(checked.violations));
  return { operation: operation.id, ...checked.params };
};
const written = (query: Body, answer: Body): Body => {
  const reading = readSerpSearch(query);
  if (!reading.ok) throw new Error(reading.message);
  const { operation: _, ...params } = paramsOf(query);
  const search = { id: 'r', operation: reading.operation, params, createdAtMs: 0, endedAtMs: 1_500 };
  return serpResults(search, answer, { baseUrl: BASE, limit: reading.limit });
};
const next = (url: string): Body => ({ pagination: { next: url, pages: [{ '2': `${url}#2` }, { '3': `${url}#3` }] } });
const nextUrlOf = (body: Body): URLSearchParams | undefined => {
  const { serpapi_pagination: pages } = body as { serpapi_pagination?: { next: string } };
  return pages && new URL(pages.next).searchParams;
};

describe('a search in their words', () => {
  it.each([
    [{ q: 'a', google_domain: 'google.de', gl: 'de', device: 'mobile', num: '5', lr: 'lang_de|lang_fr', start: '11' }, 'enginea/serp', { domain: 'google.de', gl: 'de', deviceType: 'mobile', num: 10, lr: ['lang_de', 'lang_fr'], start: 11 }],
    [{ engine: 'google_images', q: 'a', ijn: '2' }, 'enginea/images', { ijn: 2 }],
    [{ engine: 'google_scholar', cluster: '7', as_ylo: '2020', as_sdt: '4' }, 'enginea/scholar', { q: '7', cluster: '7', asYlo: 2020, asSdt: '4' }],
    [{ engine: 'google_shopping', q: 'a', tbs: 'mr:1' }, 'enginea/shopping', { tbs: 'mr:1' }],
    [{ engine: 'bing', q: 'a', mkt: 'en-US', safeSearch: 'Strict', first: '11' }, 'engineb/serp', { mkt: 'en-us', safeSearch: 'strict', first: 11 }],
    [{ engine: 'duckduckgo', q: 'a', kl: 'us-en', safe: '-2' }, 'enginec/serp', { kl: 'us-en', safeSearch: 'off' }],
  ])('%j is one of %s', (query, operation, params) => {
    const sent = { ...query, api_key: 'k', source: 'python', output: 'json', no_cache: 'true', location: '' };
    expect(paramsOf(sent)).toMatchObject({ operation, ...params });
  }); // oxfmt-ignore

  it.each([
    [{ engine: 'baidu', q: 'a' }, /this engine.*google, google_images/],
    [{ engine: ['google', 'bing'], q: 'a' }, /this engine/],
    [{ q: 'a', output: 'html' }, /output json alone/],
    [{ engine: 'bing', q: 'a', count: '50' }, /does not support count/],
    [{ engine: 'duckduckgo', q: 'a', start: '30' }, /does not support start/],
    [{ q: 'a', constructor: 'x' }, /does not support constructor/],
  ])('%j is refused', (query, message) => {
    expect(readSerpSearch(query)).toEqual({ ok: false, message: expect.stringMatching(message) });
  });

  it('may be one that nobody waits for, with its key among the parameters', () => {
    expect(readSerpSearch({ q: 'a', async: 'True' })).toMatchObject({ isAsync: true });
    expect(readSerpSearch({ q: 'a', async: 'false' })).toMatchObject({ isAsync: false });
    expect([serpKeyOf({ api_key: 'a' }), serpKeyOf({ serp_api_key: 'b' }), serpKeyOf({ api_key: ['a'] })]).toEqual(['a', 'b', undefined]); // oxfmt-ignore
  });
});

describe('its results', () => {
  it('have the names of theirs', () => {
    const answer = {
      requestMetadata: { id: 'r', url: 'https://engine.example/?q=a', html: 'h' },
      searchInformation: { totalResults: 'About 1,230', timeTaken: 0.4 },
      organicResults: [
        { position: 1, title: 'T', displayedLink: 'd', snippetHighlitedWords: ['a'], richSnippet: { top: { detectedExtensions: { rating: 4 } } } }, // oxfmt-ignore
      ],
      localResults: { places: [{ placeId: 'p', reviewsOriginal: '(9)' }], moreLocationsLink: 'm' },
      adResults: [{ blockPosition: 'top' }],
      inlineShoppingResults: [{ extractedPrice: 2, originalPrice: '$3', extractedOriginalPrice: 3 }],
      knowledgeGraph: { 'Number of employees': '9' },
    };
    expect(written({ q: 'a' }, answer)).toMatchObject({
      search_metadata: { id: 'r', status: 'Success', json_endpoint: `${BASE}/searches/r.json`, created_at: '1970-01-01 00:00:00 UTC', google_url: 'https://engine.example/?q=a', raw_html_file: 'h', total_time_taken: 1.5 }, // oxfmt-ignore
      search_parameters: { engine: 'google', q: 'a', google_domain: 'google.com', device: 'desktop' },
      search_information: { query_displayed: 'a', total_results: 1230, time_taken_displayed: 0.4 },
      organic_results: [
        { position: 1, title: 'T', displayed_link: 'd', snippet_highlighted_words: ['a'], rich_snippet: { top: { detected_extensions: { rating: 4 } } } }, // oxfmt-ignore
      ],
      local_results: { places: [{ place_id: 'p', reviews_original: '(9)' }], more_locations_link: 'm' },
      ads: [{ block_position: 'top' }],
      shopping_results: [{ extracted_price: 2, old_price: '$3', extracted_old_price: 3 }],
      knowledge_graph: { 'Number of employees': '9' },
    });
  });

  it('of articles have their links together', () => {
    const row = { position: 1, resultId: 'i', citedBy: { total: 3, citesId: 'c' }, versions: { clusterId: 'v' }, relatedPagesLink: 'r' }; // oxfmt-ignore
    const { organic_results: rows } = written({ engine: 'google_scholar', q: 'a' }, { organicResults: [row] });
    const links = { cited_by: { total: 3, cites_id: 'c' }, versions: { cluster_id: 'v' }, related_pages_link: 'r' };
    expect(rows).toEqual([{ position: 1, result_id: 'i', inline_links: links }]);
  });

  it('are as many as were asked for, and go on behind them', () => {
    const organicResults = Array.from({ length: 9 }, (_, at) => ({ position: at + 1 }));
    const body = written({ q: 'a', num: '3' }, { organicResults, ...next('https://e.example/?start=10') });
    expect(body['organic_results']).toHaveLength(3);
    expect(nextUrlOf(body)?.get('start')).toBe('3');
  });

  it.each([
    [{ q: 'a b' }, next('https://e.example/?start=10'), { engine: 'google', q: 'a b', start: '10' }],
    [{ engine: 'google_shopping', q: 'a' }, next('https://e.example/?x=1'), { start: '40' }],
    [{ engine: 'google_images', q: 'a', ijn: '1' }, { imagesResults: [{}] }, { ijn: '2' }],
    [{ engine: 'bing', q: 'a' }, next('https://e.example/?first=11'), { first: '11' }],
    [{ engine: 'duckduckgo', q: 'a' }, { nextPageToken: 't=' }, { next_page_token: 't=' }],
  ])('of %j lead to the next page', (query, answer, due) => {
    const body = written(query, answer);
    expect(Object.fromEntries(nextUrlOf(body) ?? [])).toMatchObject(due);
    // What leads there is a search again.
    expect(readSerpSearch(Object.fromEntries(nextUrlOf(body) ?? []))).toMatchObject({ ok: true });
  });

  it('lead nowhere on the last page, and say which page it is', () => {
    expect(nextUrlOf(written({ q: 'a' }, { organicResults: [] }))).toBeUndefined();
    expect(written({ q: 'a', start: '20' }, next('u'))).toMatchObject({
      pagination: { current: 3, next: 'u', other_pages: { '2': 'u#2', '3': 'u#3' } },
    });
  });

  it('that are none are told as an error of a search that succeeded', () => {
    expect(written({ q: 'a' }, { organicResults: [] })).toMatchObject({
      search_metadata: { status: 'Success' },
      search_information: { organic_results_state: 'Fully empty' },
      error: expect.stringMatching(/no results/),
    });
    expect(written({ q: 'a' }, { organicResults: [], answerBox: { answer: '4' } })).not.toHaveProperty('error');
  });
});

it('a search that runs or failed says so', () => {
  const search = { id: 'r', operation: 'engineb/serp', params: { q: 'a' }, createdAtMs: 0 };
  const words = { baseUrl: BASE };
  expect(serpPending(search, words)).toMatchObject({
    search_metadata: { id: 'r', status: 'Processing', json_endpoint: `${BASE}/searches/r.json` },
    search_parameters: { engine: 'bing', q: 'a' },
  });
  expect(serpFailed(search, 'No.', words)).toMatchObject({ search_metadata: { status: 'Error' }, error: 'No.' });
});

it.each([
  ['unauthorized', 401],
  ['validation_failed', 400],
  ['credits_exhausted', 429],
  ['concurrency_limit', 429],
  ['target_blocked', 502],
] as const)('the error %s has the status %d and says what is wrong', (error, statusCode) => {
  const errors = [{ field: 'q', rule: 'required', message: 'q is required.' }] as const;
  const requestMetadata = { id: 'r', status: 'error' } as const;
  const told = serpError({ requestMetadata, status: 'error', error, message: 'No.', retryable: false, errors });
  expect(told).toMatchObject({ statusCode, body: { error: 'No. q is required.', search_metadata: { id: 'r' } } });
});

it('an account says how many searches its credits are', () => {
  const figures = { grantedCredits: 105, availableCredits: 74, chargedCredits: 31, searchCredits: 10 };
  expect(serpAccount({ accountId: 'a', ...figures })).toMatchObject({
    ...{ account_id: 'a', searches_per_month: 10, total_searches_left: 7, this_month_usage: 4, available_credits: 74 },
  });
});
