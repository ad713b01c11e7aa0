import type { OperationParams } from '@quarry/contracts';
import type { EngineRequest } from '../../../scraper/engine.js';
import { searcherOf } from '../searcher.js';

/** Checked parameters of `enginea/scholar`, defaults applied. */
export type ScholarParams = OperationParams<'enginea/scholar'>;

/** Scholarly articles have a host of their own, whatever the country. */
const HOST = 'https://scholar.google.com';
const DEFAULT_NUM = 10;

/** Sent under the engine's names, in this order, where they are given. */
const PLAIN = [
  ['hl', 'hl'],
  ['asSdt', 'as_sdt'],
  ['asYlo', 'as_ylo'],
  ['asYhi', 'as_yhi'],
  ['scisbd', 'scisbd'],
  ['safe', 'safe'],
] as const;

/** What to search for: the versions of one article, the articles that cite one, with words or without, or words alone. */
const setSubject = (search: URLSearchParams, { q, cluster, cites }: ScholarParams): void => {
  if (cluster !== undefined) {
    // The engine's own links to versions have no words: with words, versions without them would be missing.
    search.set('cluster', cluster);
    return;
  }
  if (cites !== undefined) search.set('cites', cites);
  if (q === undefined || q.trim() === '') return;
  search.set('q', q);
  // Without it the words are ignored and all citing articles are listed.
  if (cites !== undefined) search.set('scipsc', '1');
};

/** Address of the page. `origin`: where the engine is asked instead of its own host. */
export const scholarUrl = (params: ScholarParams, origin?: string): string => {
  const url = new URL('/scholar', origin ?? HOST);
  const { searchParams } = url;
  if (params.start) searchParams.set('start', String(params.start));
  setSubject(searchParams, params);
  for (const [name, sent] of PLAIN) {
    const value = params[name];
    if (value !== undefined) searchParams.set(sent, String(value));
  }
  if (params.lr && params.lr.length > 0) searchParams.set('lr', params.lr.join('|'));
  // Defaults of the engine are left out: such an address looks like everybody's.
  if (params.filter === 0) searchParams.set('filter', '0');
  if (params.asVis === 1) searchParams.set('as_vis', '1');
  if (params.asRr === 1) searchParams.set('as_rr', '1');
  if (params.num !== undefined && params.num !== DEFAULT_NUM) searchParams.set('num', String(params.num));
  return url.href;
};

/** How to request a page of scholarly articles. */
export const engineaScholarRequest = (params: ScholarParams, origin?: string): EngineRequest => ({
  url: scholarUrl(params, origin),
  ...searcherOf(params),
});
