import type { OperationParams } from '@quarry/contracts';
import type { EngineRequest } from '../../../scraper/engine.js';
import { originOf, searcherOf, uuleOf } from '../searcher.js';

/** Checked parameters of `enginea/shopping`, defaults applied. */
export type ShoppingParams = OperationParams<'enginea/shopping'>;

/** The shop among the engine's kinds of search; its older name `tbm=shop` redirects to this one. */
const SHOP = '28';

/** Sent unchanged, under their own names, in this order. */
const PLAIN = ['gl', 'hl', 'tbs', 'shoprs'] as const;

/** Address of a page of the shop. `origin`: used instead of the engine's own host. */
export const shoppingUrl = (params: ShoppingParams, origin?: string): string => {
  const url = new URL('/search', originOf(params, origin));
  const { searchParams } = url;
  searchParams.set('q', params.q);
  searchParams.set('udm', SHOP);
  const uule = uuleOf(params);
  if (uule !== undefined) searchParams.set('uule', uule);
  for (const name of PLAIN) {
    const value = params[name];
    if (value !== undefined) searchParams.set(name, value);
  }
  if (params.start) searchParams.set('start', String(params.start));
  return url.href;
};

/** How to request a page of the shop. */
export const engineaShoppingRequest = (params: ShoppingParams, origin?: string): EngineRequest => ({
  url: shoppingUrl(params, origin),
  ...searcherOf(params),
});
