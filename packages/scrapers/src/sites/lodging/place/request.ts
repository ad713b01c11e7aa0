import type { OperationParams } from '@quarry/contracts';
import { moveAddress } from '../../shared/move-address.js';
import type { PageRequest } from '../../../scraper/scraper.js';
import { setStay, SITE } from '../stay.js';

/** Checked parameters of `lodging/place`. */
export type LodgingPlaceParams = OperationParams<'lodging/place'>;

/** The language in the name of a property's page. */
const LANGUAGE = /\.[a-z]{2}(?:-[a-z]{2})?(?=\.html$)/i;

/** How to request a property's page: dates and guests in the given address are left out. */
export const lodgingPlaceRequest = (params: LodgingPlaceParams, origin?: string): PageRequest => {
  const { pathname } = new URL(params.url, SITE);
  const path = params.language === undefined ? pathname : pathname.replace(LANGUAGE, '');
  const url = moveAddress({ pathname: path, search: '' }, origin ?? SITE);
  setStay(url.searchParams, params);
  return { step: 'place', url: url.href };
};
