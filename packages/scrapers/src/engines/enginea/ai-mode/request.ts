import type { OperationParams } from '@quarry/contracts';
import type { EngineRequest } from '../../../scraper/engine.js';
import { originOf, searcherOf, uuleOf } from '../searcher.js';
import type { NextTurn } from './next-turn.js';

/** Checked parameters of `enginea/ai-mode`. */
export type AiModeParams = OperationParams<'enginea/ai-mode'>;

/** The engine's own number of this kind of search. */
const AI_MODE = '50';

/** Address of the page with the answer; `next`: what the previous answer gave, when the question follows it. */
export const aiModeUrl = (params: AiModeParams, next?: NextTurn, origin?: string): string => {
  const url = new URL('/search', originOf(params, origin));
  const { searchParams } = url;
  searchParams.set('q', params.q);
  searchParams.set('udm', AI_MODE);
  const uule = uuleOf(params);
  if (uule !== undefined) searchParams.set('uule', uule);
  if (params.gl !== undefined) searchParams.set('gl', params.gl);
  if (params.hl !== undefined) searchParams.set('hl', params.hl);
  if (!next) return url.href;
  searchParams.set('mstk', next.state);
  searchParams.set('csuir', '1');
  if (next.thread !== undefined) searchParams.set('mtid', next.thread);
  return url.href;
};

/** How to request an answer. */
export const aiModeRequest = (params: AiModeParams, next?: NextTurn, origin?: string): EngineRequest => ({
  url: aiModeUrl(params, next, origin),
  ...searcherOf(params),
});
