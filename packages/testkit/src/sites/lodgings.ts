import { troubleOf } from './site-trouble.js';
import type { SitePages, SiteReply } from './site-pages.js';

const PAGE_SIZE = 25;
const TOTAL = 60;
const PRICE = 120;

/** Data in a script, escaped so that it does not end it. */
const inScript = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

const pageOf = (action: string, state: unknown): SiteReply => ({
  body: `<!doctype html><html lang="en-us"><head><title>Lodgings</title></head><body><h1>Lodgings</h1>
<p>${'Rooms of our own making. '.repeat(20)}</p><script>booking.env = {b_action: "${action}", b_selected_currency: 'EUR'};</script>
${state === undefined ? '' : `<script data-capla-namespace="made" data-capla-store-data="apollo" type="application/json">${inScript(state)}</script>`}</body></html>`,
});

const money = (amount: number, currency: string) => ({
  amountPerStay: { amount: `${currency} ${amount}`, amountUnformatted: amount, currency },
});

const lodgingOf = (place: string, currency: string, index: number): Record<string, unknown> => ({
  basicPropertyData: {
    id: 1_000 + index,
    pageName: `inn-${index}`,
    location: { address: `${index} Quay St`, city: place, countryCode: 'gb' },
    photos: { main: { highResUrl: { relativeUrl: `/xdata/images/hotel/${index}.webp` } } },
    reviewScore: { score: 8.5, reviewCount: 10 + index, totalScoreTextTag: { translation: 'Very good' } },
    starRating: { value: 3, symbol: 'STARS' },
  },
  displayName: { text: `Inn ${index}` },
  location: { displayLocation: place, mainDistance: `${index} km from centre` },
  policies: { showFreeCancellation: index % 2 === 0, showNoPrepayment: false },
  blocks: [{ blockId: { roomId: `${1_000 + index}01` } }],
  matchingUnitConfigurations: {
    unitConfigurations: [{ name: 'Double Room', bedConfigurations: [{ beds: [{ count: 1, type: 2 }] }] }],
  },
  priceDisplayInfoIrene: { displayPrice: money(PRICE + index, currency) },
});

/** Sixty results for any destination, twenty-five a page; `!none` has none, `!shell` loses its parameters. */
const search = ({ searchParams }: URL): SiteReply => {
  const place = searchParams.get('ss') ?? '';
  const trouble = troubleOf(place);
  if (trouble) return trouble;
  if (place.startsWith('!shell')) return pageOf('searchresults', { ROOT_QUERY: {} });
  const total = place.startsWith('!none') ? 0 : TOTAL;
  const offset = Number(searchParams.get('offset') ?? 0);
  const found = {
    results: Array.from({ length: Math.max(0, Math.min(PAGE_SIZE, total - offset)) }, (_unused, index) =>
      lodgingOf(place, searchParams.get('selected_currency') ?? 'USD', offset + index),
    ),
    pagination: { nbResultsPerPage: PAGE_SIZE, nbResultsTotal: total },
    searchMeta: { dates: { checkin: searchParams.get('checkin'), checkout: searchParams.get('checkout') } },
  };
  return pageOf('searchresults', { ROOT_QUERY: { searchQueries: { 'search({"input":{}})': found } } });
};

const place = (slug: string, { searchParams }: URL): SiteReply => {
  const trouble = troubleOf(slug);
  if (trouble) return trouble;
  if (slug.startsWith('gone')) return pageOf('error404', undefined);
  const page = {
    'propertyDetails({})': {
      ...{ id: 1_001, name: `Inn ${slug}`, accommodationType: { type: 'HOTEL' } },
      'highlights({})': { entities: [{ instances: [{ title: 'Bar' }] }] },
    },
    propertyFullExtended: {
      searchBoxPrefillData: {
        ...{ nbRooms: Number(searchParams.get('no_rooms')), nbAdults: Number(searchParams.get('group_adults')) },
        ...{ nbChildren: Number(searchParams.get('group_children')) },
        dates: { checkin: searchParams.get('checkin'), checkout: searchParams.get('checkout') },
      },
      basicPropertyData: { location: { city: 'Oak Bay', latitude: 1, longitude: 2 } },
    },
  };
  const offer = { b_block_id: '100101_1', b_price: '€ 240', b_raw_price: '240.00', b_max_persons: 2 };
  const rooms = inScript([{ b_id: 100_101, b_name: 'Double Room', b_blocks: [offer] }]);
  const { body } = pageOf('hotel', { ROOT_QUERY: { 'hotelPageByPageName({})': page } });
  return { body: `${body}<script>booking.rooms = {b_rooms_available_and_soldout: ${rooms}};</script>` };
};

/** Searches, and properties by any name; a name that begins with `gone` no longer exists, `!word` makes trouble. */
export const lodgings: SitePages = (url) => {
  if (url.pathname === '/searchresults.html') return search(url);
  const slug = /^\/hotel\/[a-z]{2}\/([^/]+)\.html$/.exec(url.pathname)?.[1];
  return slug === undefined ? undefined : place(slug, url);
};
