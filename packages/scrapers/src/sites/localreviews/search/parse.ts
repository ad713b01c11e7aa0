import type { OperationBody, OperationParams } from '@quarry/contracts';
import { defined, definedOrNone, filled, isObject } from '@quarry/html';
import type { ScrapedDocument, ScraperReading } from '../../../scraper/scraper.js';
import { scriptTexts, stateBehind, stateOfText } from '../../../shared/embedded-state.js';
import { addressPart } from '../../../shared/address-part.js';
import { amountOf, at, itemsOf, numberOf, textOf, type Json } from '../../../shared/json-values.js';
import { plainText } from '../place/find-business.js';

type SearchBody = OperationBody<'localreviews/search'>;
type Place = SearchBody['places'][number];
type SearchParams = OperationParams<'localreviews/search'>;

/** Names whose fill rates are counted. */
export const PLACE_FIELDS = [
  'name',
  'placeId',
  'alias',
  'url',
  'address',
  'serviceArea',
  'phone',
  'website',
  'price',
  'snippet',
  'image',
  'neighborhoods',
  'categories',
  'highlights',
  'rating',
  'reviews',
  'isSponsored',
  'coordinates',
] as const satisfies readonly (keyof Place)[];

/** Most places of one page; real ones have 8 to 22. */
export const MAX_PLACES = 200;

const COMPONENT = /<script\b[^>]{0,300}\bdata-hypernova-key=["'][^"'>]{0,200}Search__dynamic["'][^>]{0,300}>/gi;

const searchIn = (state: Json): Json => at(state, 'legacyProps', 'searchAppProps', 'searchPageProps');

/** What the page's own scripts know of the search: in a comment on older pages, in a variable on newer ones. */
const searchOf = (source: string): Json => {
  for (const text of scriptTexts(source, COMPONENT)) {
    const search = searchIn(stateOfText(text));
    if (search !== undefined) return search;
  }
  return searchIn(stateBehind(source, 'react_root_props'));
};

const MAX_REDIRECTS = 3;
/** The parameter in which the site's counting addresses name where they lead. */
const REDIRECTS: Readonly<Record<string, string>> = { '/adredir': 'redirect_url', '/biz_redir': 'url' };

/** Where an address of the page leads in the end. */
const leadsTo = (address: Json, base: string): string | undefined => {
  // Older pages escape their addresses.
  let current = textOf(address)?.replaceAll('&amp;', '&');
  for (let hop = 0; hop < MAX_REDIRECTS && current !== undefined; hop += 1) {
    const url = URL.parse(current, base);
    if (url === null) return undefined;
    const parameter = Object.hasOwn(REDIRECTS, url.pathname) ? REDIRECTS[url.pathname] : undefined;
    if (parameter === undefined) return current;
    current = textOf(url.searchParams.get(parameter));
  }
  return undefined;
};

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

const aliasOf = (business: Json, base: string): string | undefined => {
  const stated = textOf(at(business, 'alias'));
  if (stated !== undefined) return stated;
  const address = leadsTo(at(business, 'businessUrl'), base);
  const [, written] =
    /^\/biz\/([^/]+)/.exec((address === undefined ? null : URL.parse(address, base))?.pathname ?? '') ?? [];
  return written === undefined ? undefined : decoded(written);
};

const websiteOf = (business: Json, base: string): string | undefined => {
  const address = leadsTo(at(business, 'website', 'href'), base);
  return address !== undefined && /^https?:\/\//i.test(address) ? address : undefined;
};

const textsOf = (values: readonly Json[]): readonly string[] =>
  values.map((value) => plainText(value)).filter((text) => text !== undefined);

const titleOf = (value: Json): Json => at(value, 'title');

/** Words of the search are marked in a snippet. */
const snippetOf = (row: Json): string | undefined =>
  plainText(textOf(at(row, 'snippet', 'text'))?.replace(/\[\[(?:END)?HIGHLIGHT\]\]/g, ''));

type Coordinates = Place['coordinates'];

/** The places on the page's map, by their ids. */
const mappedPlaces = (search: Json): ReadonlyMap<unknown, Coordinates> =>
  new Map(
    itemsOf(at(search, 'rightRailProps', 'searchMapProps', 'mapState', 'markers')).map((marker) => [
      at(marker, 'resourceId'),
      definedOrNone<NonNullable<Coordinates>>({
        latitude: numberOf(at(marker, 'location', 'latitude')),
        longitude: numberOf(at(marker, 'location', 'longitude')),
      }),
    ]),
  );

type Row = Omit<Place, 'position'>;

/** A row of the list; undefined for what is no place, such as a heading or the pager. */
const placeOf = (row: Json, base: string, coordinates: ReadonlyMap<unknown, Coordinates>): Row | undefined => {
  const business = at(row, 'searchResultBusiness');
  const name = plainText(at(business, 'name'));
  if (name === undefined) return undefined;
  const alias = aliasOf(business, base);
  const isSponsored = at(business, 'isAd');
  return filled<Row>({
    name,
    placeId: textOf(at(row, 'bizId')),
    alias,
    url: alias === undefined ? undefined : `${base}/biz/${addressPart(alias)}`,
    address: plainText(at(business, 'formattedAddress')),
    serviceArea: plainText(at(business, 'serviceArea')),
    phone: textOf(at(business, 'phone')),
    website: websiteOf(business, base),
    price: textOf(at(business, 'priceRange')),
    snippet: snippetOf(row),
    image: textOf(at(itemsOf(at(row, 'scrollablePhotos', 'photoList'))[0], 'src')),
    neighborhoods: textsOf(itemsOf(at(business, 'neighborhoods'))),
    categories: textsOf(itemsOf(at(business, 'categories')).map(titleOf)),
    // Older pages escape them twice.
    highlights: textsOf(textsOf(itemsOf(at(row, 'searchResultBusinessHighlights', 'businessHighlights')).map(titleOf))),
    // Zero means no ratings yet.
    rating: amountOf(at(business, 'rating')),
    reviews: numberOf(at(business, 'reviewCount')),
    isSponsored: typeof isSponsored === 'boolean' ? isSponsored : undefined,
    coordinates: coordinates.get(at(row, 'bizId')),
  });
};

/** The pager, which also states how many places there are. */
const pagerOf = (rows: readonly Json[]) => {
  const pager = rows.find((row) => at(row, 'type') === 'pagination');
  const count = (name: string): number | undefined => numberOf(at(pager, 'props', name));
  const [totalResults, resultsPerPage, start] = [count('totalResults'), count('resultsPerPage'), count('startResult')];
  const next = start === undefined || resultsPerPage === undefined ? undefined : start + resultsPerPage;
  const isMore = next !== undefined && totalResults !== undefined && next < totalResults;
  return {
    totalResults,
    pagination: definedOrNone<NonNullable<SearchBody['pagination']>>({
      start,
      resultsPerPage,
      nextStart: isMore ? next : undefined,
    }),
  };
};

/** Reads a page of a search. Only the page's own count of none makes an empty list. */
export const readSearch = (
  { domain }: SearchParams,
  documents: readonly ScrapedDocument[],
): ScraperReading<SearchBody> => {
  const [document] = documents;
  if (!document || 'failed' in document) return { outcome: 'unrecognized', reason: 'no_document' };
  const { text, step } = document;
  const search = searchOf(text);
  const rows = itemsOf(at(search, 'mainContentComponentsListProps')).filter((row) => isObject(row));
  const { totalResults, pagination } = pagerOf(rows);
  const coordinates = mappedPlaces(search);
  const places = rows
    .flatMap((row) => placeOf(row, `https://${domain}`, coordinates) ?? [])
    .slice(0, MAX_PLACES)
    .map((place, index) => ({ position: index + 1, ...place }));
  if (places.length === 0 && totalResults !== 0) {
    return /\bcaptcha-delivery\.com\b/.test(text)
      ? { outcome: 'blocked', reason: 'datadome' }
      : { outcome: 'unrecognized', reason: 'no_places' };
  }
  const searchInformation = definedOrNone<NonNullable<SearchBody['searchInformation']>>({
    keyword: plainText(at(search, 'consumerHeaderProps', 'initialSearchDisplayVal')),
    location: plainText(at(search, 'consumerHeaderProps', 'initialLocationDisplayVal')),
    totalResults,
  });
  return { outcome: 'ok', result: defined<SearchBody>({ searchInformation, places, pagination }), page: step };
};
