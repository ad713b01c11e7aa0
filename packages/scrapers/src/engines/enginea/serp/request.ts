import type { OperationParams } from '@quarry/contracts';
import type { EngineRequest } from '../../../scraper/engine.js';
import { originOf, searcherOf, uuleOf } from '../searcher.js';

/** Checked parameters of `enginea/serp`, defaults applied. */
export type SerpParams = OperationParams<'enginea/serp'>;

const DEFAULT_NUM = 10;

/** Sent unchanged, under their own names, in this order. */
const PLAIN = ['gl', 'hl', 'ludocid', 'lsig', 'kgmid', 'si', 'tbs', 'safe', 'tbm'] as const;

/** Address of the results page. `origin`: used instead of the engine's own host. */
export const serpUrl = (params: SerpParams, origin?: string): string => {
  const url = new URL('/search', originOf(params, origin));
  const { searchParams } = url;
  searchParams.set('q', params.q);
  const uule = uuleOf(params);
  if (uule !== undefined) searchParams.set('uule', uule);
  for (const name of PLAIN) {
    const value = params[name];
    if (value !== undefined) searchParams.set(name, value);
  }
  if (params.lr && params.lr.length > 0) searchParams.set('lr', params.lr.join('|'));
  // Defaults of the engine are left out: such an address looks like everybody's.
  if (params.filter === 0) searchParams.set('filter', '0');
  if (params.nfpr === 1) searchParams.set('nfpr', '1');
  if (params.start) searchParams.set('start', String(params.start));
  if (params.num !== undefined && params.num !== DEFAULT_NUM) searchParams.set('num', String(params.num));
  return url.href;
};

/** How to request a results page. */
export const engineaSerpRequest = (params: SerpParams, origin?: string): EngineRequest => ({
  url: serpUrl(params, origin),
  ...searcherOf(params),
});
