import type { OperationParams } from '@quarry/contracts';
import type { EngineRequest } from '../../../scraper/engine.js';
import { originOf, searcherOf, uuleOf } from '../searcher.js';

/** Checked parameters of `enginea/images`, defaults applied. */
export type ImagesParams = OperationParams<'enginea/images'>;

/** The search for pictures. */
const VERTICAL = '2';
/** Growth of `start` from one page to the next, however many pictures a page has. */
const START_STEP = 10;

/** Sent unchanged, under their own names, in this order. */
const PLAIN = ['gl', 'hl', 'tbs', 'safe'] as const;

/** Address of a page of pictures. `origin`: used instead of the engine's own host. */
export const imagesUrl = (params: ImagesParams, origin?: string): string => {
  const url = new URL('/search', originOf(params, origin));
  const { searchParams } = url;
  searchParams.set('q', params.q);
  searchParams.set('udm', VERTICAL);
  const uule = uuleOf(params);
  if (uule !== undefined) searchParams.set('uule', uule);
  for (const name of PLAIN) {
    const value = params[name];
    if (value !== undefined) searchParams.set(name, value);
  }
  if (params.filter === 0) searchParams.set('filter', '0');
  // Older pages of the engine use `ijn`, current ones `start`.
  if (params.ijn) {
    searchParams.set('ijn', String(params.ijn));
    searchParams.set('start', String(params.ijn * START_STEP));
  }
  return url.href;
};

/** How to request a page of pictures. */
export const engineaImagesRequest = (params: ImagesParams, origin?: string): EngineRequest => ({
  url: imagesUrl(params, origin),
  ...searcherOf(params),
});
