import { troubleOf } from './site-trouble.js';
import type { SitePages, SiteReply } from './site-pages.js';

const TOTAL = 90;
const PAGE_SIZE = 40;

const wrapped = (value: unknown): unknown => ({ value, level: 1 });

const homeOf = (town: string, id: number): Record<string, unknown> => ({
  propertyId: id,
  mlsId: { label: 'MLS#', value: `M${String(id).padStart(5, '0')}` },
  mlsStatus: 'Active',
  searchStatus: 1,
  propertyType: 6,
  uiPropertyType: 1,
  dataSourceId: 1,
  price: wrapped(400_000 + id),
  beds: 3,
  baths: 2,
  sqFt: wrapped(1_500 + id),
  streetLine: wrapped(`${id} Example St`),
  city: town,
  state: 'WA',
  zip: '98101',
  latLong: wrapped({ latitude: 47.5, longitude: -122.25 }),
  photos: wrapped('0-2:0'),
  url: `/WA/${town}/${id}-Example-St-98101/home/${id}`,
});

const buildingOf = (town: string, id: number): Record<string, unknown> => ({
  homeData: {
    propertyId: String(id),
    url: `/WA/${town}/Building-${id}/apartment/${id}`,
    addressInfo: { formattedStreetLine: `${id} Example St`, city: town, state: 'WA', zip: '98101' },
  },
  rentalExtension: {
    rentalId: `rental-${id}`,
    propertyName: `Building ${id}`,
    rentPriceRange: { min: 1_000, max: 2_000 + id },
    bedRange: { min: 1, max: 3 },
    numAvailableUnits: 2,
  },
});

/** A response of the site's API, as embedded in a page. */
const kept = (payload: unknown): unknown => ({
  res: { status: 200, text: `{}&&${JSON.stringify({ version: 1, errorMessage: 'Success', resultCode: 0, payload })}` },
});

const pageOf = (title: string, answers: Readonly<Record<string, unknown>>): SiteReply => {
  const state = JSON.stringify({ 'ReactServerAgent.cache': { dataCache: answers } }).replaceAll('<', '\\u003c');
  return {
    body: `<!doctype html><html><head><title>${title}</title></head><body><h1>${title}</h1>
<div data-rf-test-id="homes-description">Showing ${PAGE_SIZE} of ${TOTAL} homes</div><p>${'A home among others. '.repeat(20)}</p>
<script>root.__reactServerState.InitialContext = ${state};</script></body></html>`,
  };
};

const marketPage = (town: string, path: string): SiteReply => {
  const page = Number(/\/page-(\d+)$/.exec(path)?.[1] ?? 1);
  const count = Math.max(0, Math.min(PAGE_SIZE, TOTAL - (page - 1) * PAGE_SIZE));
  const ids = Array.from({ length: count }, (_unused, index) => (page - 1) * PAGE_SIZE + index + 1);
  if (!path.includes('/apartments-for-rent')) {
    const homes = ids.map((id) => homeOf(town, id));
    return pageOf(`Homes in ${town}`, { [`/stingray/api/gis?page_number=${page}`]: kept({ homes }) });
  }
  const homes = ids.map((id) => buildingOf(town, id));
  const text = JSON.stringify({ homes, numMatchedHomes: TOTAL });
  return pageOf(`Rentals in ${town}`, { '/stingray/api/v1/search/rentals?al=1': { res: { status: 200, text } } });
};

const propertyPage = (id: number, path: string): SiteReply =>
  pageOf('Home', {
    '/stingray/api/home/details/initialInfo': kept({ responseCode: 200, propertyId: id }),
    '/stingray/api/home/details/aboveTheFold': kept({
      addressSectionInfo: {
        status: { displayValue: 'Active' },
        priceInfo: { amount: 400_000 + id },
        streetAddress: { assembledAddress: `${id} Example St` },
        ...{ city: 'Town', state: 'WA', zip: '98101', beds: 3, baths: 2, url: path },
      },
      mediaBrowserInfo: { photos: [] },
    }),
  });

/** The result of a keyword: a property for a number and a street, nothing for `!none`, otherwise a town. */
const placeAnswer = (keyword: string): SiteReply => {
  const [, number] = /^(\d+) \w/.exec(keyword) ?? [];
  const name = encodeURIComponent(keyword.replaceAll(' ', '-'));
  const url = number === undefined ? `/city/1/WA/${name}` : `/WA/Town/${name}-98101/home/${number}`;
  const rows = keyword.startsWith('!none') ? [] : [{ id: '2_1', name: keyword, url }];
  const answer = { version: 1, resultCode: 0, payload: { sections: [{ name: 'Places', rows }] } };
  return { type: 'application/json;charset=utf-8', body: `{}&&${JSON.stringify(answer)}` };
};

/** A property market: ninety homes and ninety buildings in every town; property number 404 does not exist. */
export const realtyListing: SitePages = ({ pathname, searchParams }) => {
  if (pathname === '/stingray/do/location-autocomplete') {
    const keyword = searchParams.get('location') ?? '';
    return troubleOf(keyword) ?? placeAnswer(keyword);
  }
  const [, id] = /\/home\/(\d+)$/.exec(pathname) ?? [];
  if (id !== undefined) return id === '404' ? undefined : propertyPage(Number(id), pathname);
  const [, town] = /^\/(?:city\/1\/WA|zipcode)\/([^/]+)/.exec(pathname) ?? [];
  return town === undefined ? undefined : marketPage(town, pathname);
};
