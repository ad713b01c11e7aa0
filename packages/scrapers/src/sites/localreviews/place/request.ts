import type { OperationParams } from '@quarry/contracts';
import type { PageRequest } from '../../../scraper/scraper.js';

/** Checked parameters of `localreviews/place`, defaults applied. */
export type PlaceParams = OperationParams<'localreviews/place'>;

/** Host of the site. */
export const hostOf = ({ domain }: PlaceParams): string => domain;

/** How to request a place's page. An id redirects to the address with the alias. */
export const placeRequest = (params: PlaceParams, origin?: string): PageRequest => ({
  step: 'place',
  url: new URL(`/biz/${encodeURIComponent(params.placeId)}`, origin ?? `https://${hostOf(params)}`).href,
});
