/** One accommodation of a results page. */
export interface Accommodation {
  readonly hotelId?: number | undefined;
  readonly title: string;
  readonly url: string;
  readonly room?: string | undefined;
  readonly bedTypes?: readonly Readonly<Record<string, unknown>>[] | undefined;
  readonly location?: Readonly<Record<string, unknown>> | undefined;
  readonly policies?: Readonly<Record<string, unknown>> | undefined;
  readonly price?: Readonly<Record<string, unknown>> | undefined;
  /** Stars. */
  readonly rating?: number | undefined;
  readonly reviews?: Readonly<Record<string, unknown>> | undefined;
  readonly photo?: string | undefined;
}

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
export const filled = (record: Readonly<Record<string, unknown>>): Record<string, unknown> | undefined => {
  const entries = Object.entries(record).filter(([, value]) => value !== undefined);
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
};
