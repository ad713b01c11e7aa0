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

/** A page of results as one way of reading it finds it. */
export interface SearchPage {
  readonly results: readonly Accommodation[];
  /** Whether the site itself says that there is nothing. */
  readonly saysNone: boolean;
  readonly totalResults?: number | undefined;
  readonly checkInDate?: string | undefined;
  readonly checkOutDate?: string | undefined;
}

/** Most accommodations of one page; the site has 25, and more where a page was scrolled. */
export const MAX_ACCOMMODATIONS = 300;

/** Each once, in page order: a page repeats what it advertises. */
export const uniqueOnes = (found: readonly Accommodation[]): Accommodation[] => {
  const byUrl = new Map<string, Accommodation>();
  for (const one of found) if (!byUrl.has(one.url)) byUrl.set(one.url, one);
  return [...byUrl.values()].slice(0, MAX_ACCOMMODATIONS);
};

/** The record without what is undefined; undefined where nothing is left. */
export const filled = <T extends object = never>(record: NoInfer<T>): T | undefined => {
  const entries = Object.entries(record).filter(([, value]) => value !== undefined);
  // safe because only names are left out whose value may be undefined
  return entries.length > 0 ? (Object.fromEntries(entries) as T) : undefined;
};
