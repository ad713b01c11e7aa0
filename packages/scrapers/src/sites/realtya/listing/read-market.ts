import { defined, isObject, type JsonObject } from '@quarry/html';
import { itemsOf, numberOf, textOf, type Json } from '../../../shared/json-values.js';
import { linkedDataOf } from '../../shared/linked-data.js';
import type { PageAnswers } from './api-answers.js';
import type { Entry } from './listing.js';
import { idOfUrl, propertyIdOf, readEntry } from './read-home.js';

/** Homes of one search on the site's own page, where the page does not state it. */
export const PAGE_SIZE = 40;
/** Homes of one answer that are read. */
export const MAX_HOMES = 1_000;
/** The site returns no more homes of one search: this number says nothing about the total. */
export const MOST_GIVEN = 350;

const FOR_SALE = /\/stingray\/api\/gis\?/;
const FOR_RENT = /\/stingray\/api\/v\d+\/search\/rentals\?/;

export interface Market {
  readonly properties: readonly Entry[];
  readonly totalResults?: number;
  /** Pages that the site has of this search. */
  readonly pages: number;
}

/** Numbers of the homes on the page, in its order: each card has its linked data. */
const shownIds = (linked: readonly JsonObject[]): readonly number[] => {
  const ids = linked
    .filter(({ '@type': type }) => type !== 'Event' && type !== 'Organization')
    .map(({ url }) => (typeof url === 'string' ? idOfUrl(url) : undefined))
    .filter((id) => id !== undefined);
  return [...new Set(ids)];
};

const SHOWN_TOTAL = /\b(?:of\s+)?([\d,]{1,11})\s+(?:homes?|rentals?|apartments?|results?|listings?|units?)\b/i;

/** The count in the head of the results: `Showing 21 of 142 Homes`. */
const totalShown = (source: string): number | undefined => {
  const place = source.indexOf('"homes-description"');
  if (place === -1) return undefined;
  const text = source
    .slice(place, place + 600)
    .replace(/^[^>]*>/, '')
    .replace(/<[^>]*>?/g, ' ')
    .replace(/\s+/g, ' ');
  const digits = SHOWN_TOTAL.exec(text)?.[1]?.replaceAll(',', '');
  return digits === undefined || digits === '' ? undefined : Number(digits);
};

/** The highest page that the page links to. */
const lastLinked = (source: string): number => {
  let last = 1;
  for (const [, href] of source.matchAll(/href="[^"]{1,1000}\/page-(\d{1,4})"/g)) last = Math.max(last, Number(href));
  for (const [, index] of source.matchAll(/react-data-paginate-page-(\d{1,4})\b/g))
    last = Math.max(last, Number(index) + 1);
  return last;
};

/** The homes of one page, of all that the search has found. */
const ofPage = (homes: readonly Json[], shown: readonly number[], page: number): readonly Json[] => {
  const byId = new Map(homes.map((home) => [propertyIdOf(home), home]));
  const found = shown.map((id) => byId.get(id)).filter((home) => home !== undefined);
  if (found.length > 0) return found;
  return homes.length <= PAGE_SIZE ? homes : homes.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
};

/** Reads a page of homes for sale, sold or for rent; undefined where the page has no such list. */
export const readMarket = (source: string, answers: PageAnswers, page: number): Market | undefined => {
  const found = answers.find(FOR_RENT) ?? answers.find(FOR_SALE);
  if (!isObject(found) || !Array.isArray(found['homes'])) return undefined;
  const homes = itemsOf(found['homes']).slice(0, MAX_HOMES);
  const chosen = ofPage(homes, shownIds(linkedDataOf(source)), page);
  const properties = chosen.map(readEntry).filter((entry) => entry !== undefined);
  // Homes in an unknown form are not an empty list.
  if (properties.length === 0 && chosen.length > 0) return undefined;
  const counted =
    numberOf(found['numMatchedHomes']) ?? numberOf(Number(textOf(found['numMatchedHomes']) ?? Number.NaN));
  const totalResults =
    counted ??
    totalShown(source) ??
    (homes.length < MOST_GIVEN && (page === 1 || homes.length > properties.length) ? homes.length : undefined);
  const byCount = totalResults === undefined ? 1 : Math.ceil(totalResults / PAGE_SIZE);
  const linked = lastLinked(source);
  return defined({ properties, totalResults, pages: linked > 1 ? linked : byCount });
};
