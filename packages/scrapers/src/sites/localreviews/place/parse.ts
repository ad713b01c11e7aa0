import type { ScrapedDocument, ScraperReading } from '../../../scraper/scraper.js';
import { findBusiness } from './find-business.js';
import type { Place, PlaceBody } from './place.js';
import { readBusiness } from './read-business.js';
import { readLinked } from './read-linked.js';
import { hostOf, type PlaceParams } from './request.js';

/** With the prices and the menu that the page states for search engines alone, where they are of the same place. */
const withLinked = (place: Place | undefined, text: string, host: string): Place | undefined => {
  if (!place || (place.price !== undefined && !text.includes('hasMenu'))) return place;
  const linked = readLinked(text, host);
  if (linked === undefined || linked.url !== place.url) return place;
  const price = place.price ?? linked.price;
  const menu = linked.menu === undefined ? place.menu : { ...linked.menu, ...place.menu };
  return { ...place, ...(price === undefined ? {} : { price }), ...(menu === undefined ? {} : { menu }) };
};

/** Reads a place's page: its state, else what it says for search engines. */
export const readPlace = (params: PlaceParams, documents: readonly ScrapedDocument[]): ScraperReading<PlaceBody> => {
  const [document] = documents;
  if (!document || 'failed' in document) return { outcome: 'unrecognized', reason: 'no_document' };
  const { text, step } = document;
  const host = hostOf(params);
  const found = findBusiness(text);
  const placeResult = found ? withLinked(readBusiness(found, host), text, host) : readLinked(text, host);
  if (placeResult) return { outcome: 'ok', result: { placeResult }, page: step };
  return /\bcaptcha-delivery\.com\b/.test(text)
    ? { outcome: 'blocked', reason: 'datadome' }
    : { outcome: 'unrecognized', reason: 'no_place' };
};
