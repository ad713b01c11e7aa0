import type { OperationBody } from '@quarry/contracts';

export type SearchBody = OperationBody<'lodging/search'>;

/** One accommodation of a results page. */
export type Accommodation = SearchBody['results'][number];

/** Names whose fill rates are counted. */
export const ACCOMMODATION_FIELDS = [
  'hotelId',
  'title',
  'url',
  'room',
  'bedTypes',
  'location',
  'policies',
  'price',
  'rating',
  'reviews',
  'photo',
] as const;

/** A page of results as one of the readers finds it. */
export interface SearchPage {
  readonly results: readonly Accommodation[];
  /** Whether the site itself says that nothing was found. */
  readonly saysNone: boolean;
  readonly totalResults?: number | undefined;
  readonly checkInDate?: string | undefined;
  readonly checkOutDate?: string | undefined;
}

/** Most accommodations of one page; the site has 25, and more where a page was scrolled. */
export const MAX_ACCOMMODATIONS = 300;

/** Country and name in the address of a property, which are the same in every language: `gb/oak-inn`. */
const ADDRESS = /^https:\/\/[^/]+\/hotel\/([a-z]{2}\/[^/]+?)(?:\.[a-z]{2}(?:-[a-z]{2})?)?\.html$/i;

/** Each once, in order, as it comes first: a page repeats what it advertises. */
export const uniqueOnes = (found: readonly Accommodation[]): Accommodation[] => {
  const byName = new Map<string, Accommodation>();
  for (const one of found) {
    const name = ADDRESS.exec(one.url)?.[1]?.toLowerCase() ?? one.url;
    if (!byName.has(name)) byName.set(name, one);
  }
  return [...byName.values()].slice(0, MAX_ACCOMMODATIONS);
};
