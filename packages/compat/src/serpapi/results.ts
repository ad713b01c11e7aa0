import { given, isBody, type Body } from '../compat-call.js';
import { engineOf, type Engine } from './engines.js';
import { serpPages } from './pages.js';
import { withSnakeNames } from './snake-names.js';

/** A search that was made. */
export interface SerpSearch {
  readonly id: string;
  readonly operation: string;
  /** Of ours, as they were admitted. */
  readonly params: unknown;
  readonly createdAtMs: number;
  readonly endedAtMs?: number | undefined;
}

export interface SerpWords {
  /** Public URL of the API, without a trailing slash. */
  readonly baseUrl: string;
  /** Rows of the main list, where fewer are asked for than the engine gives. */
  readonly limit?: number | undefined;
}

const instant = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')} UTC`;

/** Their parameters for ours. */
const parametersOf = (engine: Engine, params: unknown): Body => {
  const known: Body = isBody(params) ? params : {};
  const entries = Object.entries(engine.parameters).map(([theirs, { name }]) => {
    const value = known[name];
    return [theirs, Array.isArray(value) ? value.join('|') : value] as const;
  });
  return given(Object.fromEntries(entries));
};

const metadataOf = (search: SerpSearch, baseUrl: string, status: string, more: Body = {}): Body =>
  given({
    id: search.id,
    status,
    json_endpoint: `${baseUrl}/searches/${search.id}.json`,
    created_at: instant(search.createdAtMs),
    processed_at: search.endedAtMs === undefined ? undefined : instant(search.endedAtMs),
    ...more,
  });

/** A search that still runs, and how it is found again. */
export const serpPending = (search: SerpSearch, { baseUrl }: SerpWords): Body => {
  const [name, engine] = engineOf(search.operation) ?? [];
  return {
    search_metadata: metadataOf(search, baseUrl, 'Processing'),
    search_parameters: engine === undefined ? {} : { engine: name, ...parametersOf(engine, search.params) },
  };
};

/** A search that failed. */
export const serpFailed = (search: SerpSearch, message: string, words: SerpWords): Body => ({
  ...serpPending(search, words),
  search_metadata: metadataOf(search, words.baseUrl, 'Error'),
  error: message,
});

/** Links of an article under one name. */
const articleOf = (row: Body): Body => {
  const { cited_by: citedBy, versions, related_pages_link: related, cached_page_link: cached, ...rest } = row;
  const links = given({ cited_by: citedBy, versions, related_pages_link: related, cached_page_link: cached });
  return { ...rest, ...(Object.keys(links).length > 0 ? { inline_links: links } : {}) };
};

const informationOf = (answer: Body, query: unknown, isEmpty: boolean): Body => {
  const { totalResults, timeTaken, queryDisplayed } = isBody(answer['searchInformation'])
    ? answer['searchInformation']
    : ({} as Body);
  const digits = typeof totalResults === 'string' ? totalResults.replace(/\D/g, '') : '';
  return given({
    query_displayed: queryDisplayed ?? query,
    total_results: digits === '' ? (typeof totalResults === 'number' ? totalResults : undefined) : Number(digits),
    time_taken_displayed: timeTaken,
    // Whether the engine corrected the spelling is not known.
    organic_results_state: isEmpty ? 'Fully empty' : undefined,
  });
};

/** Our response in their words; those of its fields that are not listed here keep their names in snake case. */
const blocksOf = (name: string, answer: Body, limit: number | undefined): Body => {
  const { requestMetadata: _, searchInformation: __, pagination: ___, nextPageToken: ____, ...blocks } = answer;
  const written = withSnakeNames(blocks);
  const renamed: Record<string, unknown> = isBody(written) ? { ...written } : {};
  const organic = renamed['organic_results'];
  if (Array.isArray(organic)) {
    const rows = (organic as unknown[]).filter(isBody).slice(0, limit);
    renamed['organic_results'] = name === 'google_scholar' ? rows.map(articleOf) : rows;
  }
  if (name === 'google' && renamed['shopping_results'] === undefined) {
    const { inline_shopping_results: inline, ...rest } = renamed;
    return given({ ...rest, shopping_results: inline });
  }
  return renamed;
};

/** A search that succeeded, from the response of its operation. */
export const serpResults = (search: SerpSearch, answer: Body, { baseUrl, limit }: SerpWords): Body => {
  const [name, engine] = engineOf(search.operation) ?? [];
  if (name === undefined || engine === undefined) throw new Error(`${search.operation} is no search`);
  const parameters = parametersOf(engine, search.params);
  const { html, url } = isBody(answer['requestMetadata']) ? answer['requestMetadata'] : ({} as Body);
  const { createdAtMs, endedAtMs = createdAtMs } = search;
  const list = answer[engine.list];
  const isEmpty = !Array.isArray(list) || list.length === 0;
  const blocks = blocksOf(name, answer, limit);
  const isNothing =
    isEmpty && Object.keys(blocks).every((block) => /^(?:organic|images|shopping)_results$/.test(block));
  return given({
    search_metadata: metadataOf(search, baseUrl, 'Success', {
      [engine.urlName]: url,
      raw_html_file: html,
      total_time_taken: (endedAtMs - createdAtMs) / 1_000,
    }),
    search_parameters: { engine: name, ...parameters },
    search_information: informationOf(answer, parameters['q'], isEmpty),
    error: isNothing ? 'The engine has no results for this query.' : undefined,
    ...blocks,
    ...serpPages({ name, engine, parameters, answer, limit, baseUrl }),
  });
};
