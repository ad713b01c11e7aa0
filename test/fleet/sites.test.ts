import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  ApiClient,
  openAccount,
  sharedFleet,
  type AccountAccess,
  type SharedFleet,
  type SiteName,
} from '@quarry/testkit';

let fleet: SharedFleet;
let api: ApiClient;
let stranger: AccountAccess;

const ask = (path: string, params: Record<string, string>) =>
  api.send('GET', `/scrape/${path}?${new URLSearchParams(params).toString()}`);

const bytesOf = async (link: string, apiKey: string) => {
  const response = await fetch(link, { headers: { 'x-api-key': apiKey } });
  return { status: response.status, text: await response.text() };
};

beforeAll(async () => {
  fleet = await sharedFleet();
  api = new ApiClient(fleet);
  stranger = await openAccount(fleet);
}, 180_000);

/** Requests that the site of a path got from this test. */
const askedOf = async (path: string, addresses: readonly unknown[]): Promise<readonly string[]> => {
  const origin = path.split('/', 1)[0] as SiteName;
  return (await fleet.asked(origin)).filter((address) =>
    addresses.some((one) => (one instanceof RegExp ? one.test(address) : one === address)),
  );
};

const STAY = { checkInDate: '2030-06-10', checkOutDate: '2030-06-14', rooms: '1', adults: '2', children: '0' };
const STAY_ASKED = 'checkin=2030-06-10&checkout=2030-06-14&group_adults=2&no_rooms=1&group_children=0';

const SELLERS_ASKED = /^\/orchestra\/home\/graphql\/GetAllSellerOffers\/.*itemId(?:%22|%3A|[":])+72(?:%22|")/;

/** Every operation: parameters, price, fields of the response, path at the site. */
const OPERATIONS = [
  {
    path: 'jobboard/listing',
    params: { keyword: 'mason', location: 'Texas', sort: 'date' },
    credits: 10,
    answer: {
      searchInformation: { keyword: 'mason', location: 'Texas', totalResults: 45 },
      pagination: { nextPage: 'https://www.indeed.com/jobs?q=mason&l=Texas&start=10&pp=mark1' },
    },
    rows: ['jobs', 15],
    file: 'mosaic.providerData',
    asked: ['/jobs?q=mason&l=Texas&sort=date'],
  },
  {
    path: 'storeplatform/collections',
    params: { url: 'https://stones.example/shop', limit: '5', page: '2' },
    credits: 5,
    answer: {},
    rows: ['collections', 5],
    file: '"stones-5"',
    asked: ['/collections.json?limit=5&page=2'],
  },
  {
    path: 'localreviews/place',
    params: { placeId: 'stone-works' },
    credits: 10,
    answer: { placeResult: { name: 'Place stone-works', url: 'https://www.yelp.com/biz/stone-works', reviews: 12 } },
    rows: ['placeResult', undefined],
    file: 'data-apollo-state',
    asked: ['/biz/stone-works'],
  },
  {
    path: 'realtya/listing',
    params: { keyword: 'Old Town', sort: 'newest', 'beds[min]': '2', page: '2' },
    credits: 5,
    answer: {
      searchInformation: { totalResults: 90 },
      pagination: {
        currentPage: 2,
        nextPage: 'https://www.redfin.com/city/1/WA/Old-Town/filter/sort=lo-days,min-beds=2/page-3',
      },
    },
    rows: ['properties', 40],
    file: '/stingray/api/gis?',
    asked: [
      '/stingray/do/location-autocomplete?location=Old+Town&start=0&count=10&v=2&iss=false&ooa=true&mrs=false',
      '/city/1/WA/Old-Town/filter/sort=lo-days,min-beds=2/page-2',
    ],
  },
  {
    path: 'realtya/listing',
    params: { keyword: '98101', type: 'forRent', 'pets[]': 'dogsAllowed', page: '3' },
    credits: 5,
    answer: { searchInformation: { totalResults: 90 }, pagination: { currentPage: 3 } },
    rows: ['properties', 10],
    file: '/stingray/api/v1/search/rentals?',
    asked: ['/zipcode/98101/apartments-for-rent/filter/dogs-allowed/page-3'],
  },
  {
    path: 'realtya/listing',
    params: { keyword: '12 Example St', type: 'sold' },
    credits: 5,
    answer: { property: { id: 12, price: 400_012, addressRaw: '12 Example St, Town, WA 98101' } },
    rows: ['property', undefined],
    file: 'aboveTheFold',
    asked: [
      '/stingray/do/location-autocomplete?location=12+Example+St&start=0&count=10&v=2&iss=false&ooa=true&mrs=false',
      '/WA/Town/12-Example-St-98101/home/12',
    ],
  },
  {
    path: 'realtyb/property',
    params: { url: 'https://www.zillow.com/homedetails/1-Example-St/12_zpid/' },
    credits: 5,
    answer: { property: { id: 12, price: 400_012, agentInfo: { agentName: 'Ann Agent' } } },
    rows: ['property', undefined],
    file: '__NEXT_DATA__',
    asked: ['/homedetails/1-Example-St/12_zpid/'],
  },
  {
    path: 'realtyb/property',
    params: { url: 'https://www.zillow.com/homedetails/1-Example-St/13_zpid/', extractAgentEmails: 'true' },
    credits: 10,
    answer: { property: { id: 13, agentInfo: { agentName: 'Ann Agent', agentEmails: ['ann@homes.example'] } } },
    rows: ['property', undefined],
    file: '__NEXT_DATA__',
    asked: ['/homedetails/1-Example-St/13_zpid/', '/profile/ann/'],
  },
  {
    path: 'realtyb/property',
    params: { url: 'https://www.zillow.com/homedetails/shy-1-Example-St/14_zpid/', extractAgentEmails: 'true' },
    credits: 5,
    answer: { property: { id: 14, agentInfo: { agentName: 'Ann Agent' } }, warnings: ['agent_emails_unavailable'] },
    rows: ['property', undefined],
    file: '__NEXT_DATA__',
    asked: ['/homedetails/shy-1-Example-St/14_zpid/', '/profile/shy/'],
  },
  {
    path: 'realtyb/property',
    params: { url: 'https://www.zillow.com/apartments/austin-tx/oak-court/5Xj7m7/' },
    credits: 5,
    answer: { property: { id: '4711', buildingName: 'Oak Court', floorPlans: [{ name: 'A1', minPrice: 1_825 }] } },
    rows: ['property', undefined],
    file: '__NEXT_DATA__',
    asked: ['/apartments/austin-tx/oak-court/5Xj7m7/'],
  },
  {
    path: 'lodging/search',
    params: { keyword: 'Oak Bay', ...STAY, currency: 'eur', page: '3', 'facilities[]': 'parking', 'price[max]': '400' },
    credits: 10,
    answer: {
      searchInformation: {
        keyword: 'Oak Bay',
        checkInDate: '2030-06-10',
        checkOutDate: '2030-06-14',
        totalResults: 60,
      },
      pagination: { page: 3, totalResults: 60, totalPages: 3 },
    },
    rows: ['results', 10],
    file: 'data-capla-store-data',
    asked: [
      `/searchresults.html?ss=Oak+Bay&${STAY_ASKED}&selected_currency=EUR&nflt=price%3DEUR-min-100-1%3Bhotelfacility%3D2&offset=50`,
    ],
  },
  {
    path: 'lodging/place',
    params: { url: 'https://www.booking.com/hotel/gb/oak-inn.html?aid=1', ...STAY },
    credits: 10,
    answer: {
      overview: { id: '1001', title: 'Inn oak-inn', propertyType: 'HOTEL', mostPopularFacilities: ['Bar'] },
      bookingDetails: { checkIn: '2030-06-10', checkOut: '2030-06-14', adults: 2, rooms: 1, currency: 'EUR' },
      rooms: [{ name: 'Double Room', variants: [{ prices: { currentPriceRaw: '€ 240', currentPriceParsed: 240 } }] }],
    },
    rows: ['rooms', 1],
    file: 'data-capla-store-data',
    asked: [`/hotel/gb/oak-inn.html?${STAY_ASKED}`],
  },
  {
    path: 'retailer/search',
    params: {
      q: 'kettle',
      language: 'es',
      sort: 'priceLowToHigh',
      deliveryType: 'pickup',
      facet: 'brand:A & B',
      page: '2',
    },
    credits: 10,
    answer: {
      searchInformation: { query: 'kettle', storeId: '7' },
      facets: [{ name: 'Brand', values: [{ name: 'A & B', value: 'brand:A & B', count: 3 }] }],
      pagination: { currentPage: 2, totalPages: 10, totalResults: 400, nextPage: 3, resultsPerPage: 40 },
    },
    rows: ['productResults', 40],
    file: '__NEXT_DATA__',
    asked: ['/es/search?q=kettle&sort=price_low&facet=brand%3AA+%26+B%7C%7Cfulfillment_method%3APickup&page=2'],
  },
  {
    path: 'retailer/search',
    params: { catId: '10002', domain: 'walmart.ca', page: '11' },
    credits: 10,
    answer: { pagination: { currentPage: 11, totalResults: 400 } },
    rows: ['productResults', 0],
    file: '__NEXT_DATA__',
    asked: ['/en/browse/10002?page=11'],
  },
  {
    path: 'retailer/product',
    params: { itemId: '71' },
    credits: 10,
    answer: { product: { itemId: '71', otherOffers: { totalOffers: 2, lowestPrice: 18 } } },
    rows: ['product', undefined],
    file: '__NEXT_DATA__',
    asked: ['/ip/71'],
  },
  {
    path: 'retailer/product',
    params: { url: 'https://www.walmart.com/ip/item/5', otherOffers: 'true' },
    credits: 15,
    answer: { product: { itemId: '5', otherOffers: { totalOffers: 0, offers: [] } } },
    rows: ['product', undefined],
    file: '__NEXT_DATA__',
    asked: ['/ip/item/5'],
  },
  {
    path: 'retailer/product',
    params: { itemId: '72', otherOffers: 'true' },
    credits: 15,
    answer: {
      product: {
        itemId: '72',
        otherOffers: { totalOffers: 2, lowestPrice: 18, offers: [{ sellerName: 'Seller 2' }, {}] },
      },
    },
    rows: ['product', undefined],
    file: '__NEXT_DATA__',
    asked: ['/ip/72', SELLERS_ASKED],
  },
] as const;

describe.each(OPERATIONS)('$path through the whole fleet', ({ path, params, credits, answer, rows, file, asked }) => {
  it('is answered by the contract, costs its credits, and its files are the account’s alone', async () => {
    const before = await api.usage();
    const { status, headers, body } = await ask(path, params);
    expect({ status, charged: headers.get('x-credits-charged') }).toEqual({ status: 200, charged: String(credits) });
    expect(await api.usage()).toMatchObject({ availableCredits: before.availableCredits - credits, heldCredits: 0 });
    expect(body).toMatchObject({ requestMetadata: { status: 'ok' }, ...answer });
    if (rows[1] !== undefined) expect(body[rows[0]]).toHaveLength(rows[1]);
    const expected = asked.map((one) => (one instanceof RegExp ? (expect.stringMatching(one) as unknown) : one));
    // The browser requests a page that needs scripts once more.
    const seen = await askedOf(path, asked);
    expect([...new Set(seen)]).toEqual(expected);

    const { html = '', json = '' } = body.requestMetadata ?? {};
    for (const link of [html, json]) {
      expect((await bytesOf(link, fleet.apiKey)).status).toBe(200);
      expect((await bytesOf(link, stranger.apiKey)).status).toBe(404);
    }
    expect((await bytesOf(html, fleet.apiKey)).text).toContain(file);
    expect(JSON.parse((await bytesOf(json, fleet.apiKey)).text)).toEqual(body);

    const again = await api.send('POST', `/requests/${body.requestMetadata?.id ?? ''}/reparse`);
    expect([again.status, again.headers.get('x-credits-charged')]).toEqual([200, '0']);
    expect(again.body[rows[0]]).toEqual(body[rows[0]]);
    expect(await askedOf(path, asked)).toEqual(seen);
  });
});

describe('what is no success', () => {
  it.each([
    ['a block', 'jobboard/listing', { keyword: '!blocked', location: 'x' }, 502, 'target_blocked'],
    [
      'a page that no reader knows',
      'jobboard/listing',
      { keyword: '!strange', location: 'x' },
      502,
      'target_unrecognized',
    ],
    ['a site that is down', 'jobboard/listing', { keyword: '!down', location: 'x' }, 502, 'target_unreachable'],
    ['a place that is not there', 'localreviews/place', { placeId: 'gone' }, 404, 'target_not_found'],
    [
      'a property that is delisted',
      'realtyb/property',
      { url: 'https://www.zillow.com/homedetails/gone/9_zpid/', extractAgentEmails: 'true' },
      404,
      'target_not_found',
    ],
    [
      'a property that is no longer there',
      'lodging/place',
      { url: 'https://www.booking.com/hotel/gb/gone.html', ...STAY },
      404,
      'target_not_found',
    ],
    ['a search that was lost on the way', 'lodging/search', { keyword: '!shell', ...STAY }, 502, 'target_unrecognized'],
    [
      'an item that is gone',
      'retailer/product',
      { url: 'https://www.walmart.com/ip/gone/9', otherOffers: 'true' },
      404,
      'target_not_found',
    ],
    [
      'a list of sellers that is refused',
      'retailer/product',
      { itemId: '79', otherOffers: 'true' },
      502,
      'target_blocked',
    ],
    ['a block of the shop', 'retailer/search', { q: '!blocked' }, 502, 'target_blocked'],
    ['a keyword that is no place', 'realtya/listing', { keyword: '!none' }, 404, 'target_not_found'],
    ['a property that is sold and gone', 'realtya/listing', { keyword: '404 Example St' }, 404, 'target_not_found'],
    ['a block of the search for a place', 'realtya/listing', { keyword: '!blocked' }, 502, 'target_blocked'],
    [
      'a next page on another host',
      'jobboard/listing',
      { keyword: 'x', location: 'x', nextPage: 'https://indeed.com.evil.example/jobs' },
      422,
      'validation_failed',
    ],
  ])('%s is free', async (_name, path, params, status, error) => {
    const before = await api.usage();
    const answered = await ask(path, params);
    expect({ status: answered.status, error: answered.body['error'] }).toEqual({ status, error });
    expect(await api.usage()).toMatchObject({ availableCredits: before.availableCredits, heldCredits: 0 });
  });

  it.each([
    ['jobboard/listing', { keyword: '!none', location: 'x' }, 'jobs'],
    ['lodging/search', { keyword: '!none', ...STAY }, 'results'],
  ])('finds nothing, and that is a success: %s', async (path, params, list) => {
    const { status, headers, body } = await ask(path, params);
    expect([status, headers.get('x-credits-charged'), body[list]]).toEqual([200, '10', []]);
  });
});
