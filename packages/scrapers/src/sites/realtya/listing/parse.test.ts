import { describe, expect, it } from '@jest/globals';
import { realtyaListingOperation } from './operation.js';
import { PAGE_SIZE } from './read-market.js';
import { checkedParams } from '../../../../test/checked-params.js';

const envelope = (payload: unknown, resultCode = 0): string =>
  `{}&&${JSON.stringify({ version: 1, errorMessage: 'Success', resultCode, payload })}`;

/** A page made of answers of the site's API: whole texts by their paths. */
const pageOf = (answers: Readonly<Record<string, string>>, body = ''): string => {
  const dataCache = Object.fromEntries(
    Object.entries(answers).map(([path, text]) => [path, { loaded: true, res: { status: 200, text } }]),
  );
  const state = JSON.stringify({ 'ReactServerAgent.cache': { dataCache } }).replaceAll('<', '\\u003c');
  return `<!doctype html><title>t</title>${body}<script>root.__reactServerState = Object.assign({}, {});
root.__reactServerState.InitialContext = ${state};</script>`;
};

const REGION = '/city/1/WA/Town';
const HOME = '/WA/Town/1-Example-St-98101/home/12';

const read = (page: string, place = REGION, params: Record<string, unknown> = {}) => {
  const found = envelope({ exactMatch: { url: place }, sections: [] });
  return realtyaListingOperation.read(
    checkedParams('realtya/listing', { keyword: 'Town', type: 'forSale', ...params }),
    [
      { step: 'region', text: found, url: 'https://www.redfin.com/stingray/do/location-autocomplete' },
      { step: 'listing', text: page, url: `https://www.redfin.com${place}` },
    ],
    {},
  );
};

const resultOf = (...params: Parameters<typeof read>): Readonly<Record<string, unknown>> => {
  const reading = read(...params);
  if (reading.outcome !== 'ok') throw new Error(JSON.stringify(reading));
  return reading.result;
};

const card = (id: number, more: Record<string, unknown> = {}): Record<string, unknown> => ({
  propertyId: id,
  url: `/WA/Town/${id}-Example-St-98101/home/${id}`,
  ...more,
});

const FULL = card(12, {
  mlsId: { label: 'MLS#', value: 'AB1234567' },
  mlsStatus: 'Active',
  ...{ propertyType: 6, uiPropertyType: 1, searchStatus: 1, dataSourceId: 45, beds: 3, baths: 2.5 },
  ...{ price: { value: 739_000, level: 1 }, hoa: { value: 335, level: 1 }, sqFt: { value: 1740, level: 1 } },
  ...{ lotSize: { level: 1 }, yearBuilt: { value: 1982, level: 1 }, dom: { value: 12 } },
  timeOnRedfin: { value: 1_026_733_580, level: 1 },
  ...{ streetLine: { value: '12 Example St #2' }, city: 'Town', state: 'WA', zip: '98101' },
  latLong: { value: { latitude: 33.5, longitude: -117.25 }, level: 1 },
  photos: { value: '0:2,1-2:0', level: 1 },
  listingRemarks: 'A home of our own making &amp; taste.',
  keyFacts: [{ description: '2 car garage', rank: 1 }],
  ...{ openHouseStart: Date.UTC(2030, 5, 1, 19), openHouseEnd: Date.UTC(2030, 5, 1, 21), openHouseText: 'OPEN SAT' },
});

const GIS = '/stingray/api/gis?al=1&num_homes=350&page_number=1';
const gis = (homes: readonly unknown[], body = ''): string => pageOf({ [GIS]: envelope({ homes }) }, body);

describe('homes of a region', () => {
  it('have what their cards have', () => {
    expect(resultOf(gis([FULL]))).toEqual({
      searchInformation: { totalResults: 1 },
      properties: [
        {
          id: 12,
          mlsId: 'AB1234567',
          url: 'https://www.redfin.com/WA/Town/12-Example-St-98101/home/12',
          ...{ homeType: 'house', status: 'FOR_SALE', price: 739_000, beds: 3, baths: 2.5, area: 1740, hoa: 335 },
          ...{ yearBuilt: 1982, daysOnSite: 11, addressRaw: '12 Example St #2, Town, WA 98101' },
          address: { street: '12 Example St #2', city: 'Town', state: 'WA', zipcode: '98101' },
          ...{ latitude: 33.5, longitude: -117.25, description: 'A home of our own making & taste.' },
          atAGlanceFacts: ['2 car garage'],
          openHouseSchedule: [{ start: '2030-06-01T19:00:00.000Z', end: '2030-06-01T21:00:00.000Z' }],
          photos: ['567/AB1234567_2', '567/AB1234567_1_0', '567/AB1234567_2_0'].map(
            (name) => `https://ssl.cdn-redfin.com/photo/45/bigphoto/${name}.jpg`,
          ),
        },
      ],
      pagination: { currentPage: 1 },
    });
  });

  it('have what the newer form of their cards has, whose numbers are texts', () => {
    const homeData = {
      ...card(7, { propertyId: '7', mlsId: 'X7', propertyType: 13, beds: 2, bathInfo: { computedTotalBaths: 1.5 } }),
      priceInfo: { amount: '450000', homePrice: { int64Value: '450000' } },
      ...{ sqftInfo: { amount: '900' }, lotSize: { displayLevel: 1 }, hoaDues: { amount: '120' } },
      daysOnMarket: { daysOnMarket: '3', timeOnRedfin: '259200.768s' },
      addressInfo: {
        ...{ formattedStreetLine: '7 Example St', city: 'Town', state: 'WA', zip: '98101' },
        centroid: { centroid: { latitude: 1.5, longitude: 2.5 } },
      },
      sashes: [{ sashTypeName: 'Sold' }],
      openHouses: [{ openHouseStart: '2030-06-01T19:00:00Z', openHouseEnd: 'soon' }, { openHouseEnd: 5 }, null],
    };
    expect(resultOf(gis([{ homeData }]))['properties']).toEqual([
      {
        ...{ id: 7, mlsId: 'X7', url: 'https://www.redfin.com/WA/Town/7-Example-St-98101/home/7' },
        ...{
          homeType: 'townhouse',
          status: 'SOLD',
          price: 450_000,
          beds: 2,
          baths: 1.5,
          area: 900,
          daysOnSite: 3,
          hoa: 120,
          openHouseSchedule: [{ start: '2030-06-01T19:00:00.000Z' }],
        },
        addressRaw: '7 Example St, Town, WA 98101',
        address: { street: '7 Example St', city: 'Town', state: 'WA', zipcode: '98101' },
        ...{ latitude: 1.5, longitude: 2.5 },
      },
    ]);
  });

  it.each([
    ['Closed', undefined, 'SOLD'],
    ['Sold', 4, 'SOLD'],
    ['Coming Soon', undefined, 'COMING_SOON'],
    ['Contingent', undefined, 'CONTINGENT'],
    ['Active Under Contract', 1, 'CONTINGENT'],
    ['Pending', undefined, 'PENDING'],
    ['Active', undefined, 'FOR_SALE'],
    ['Inactive', undefined, undefined],
    [undefined, 4, 'SOLD'],
    [undefined, 99, undefined],
  ])('of status %s (%s) are %s', (mlsStatus, searchStatus, status) => {
    const [home] = resultOf(gis([card(1, { mlsStatus, searchStatus })]))['properties'] as Record<string, unknown>[];
    expect(home?.['status']).toBe(status);
  });

  it('are those that the page shows, in its order, and lead on', () => {
    const homes = Array.from({ length: 90 }, (_unused, index) => card(index + 1));
    const linked = [5, 2, 400].map(
      (id) =>
        `<script type="application/ld+json">${JSON.stringify({ '@type': 'SingleFamilyResidence', url: card(id)['url'] })}</script>`,
    );
    const head = '<div data-rf-test-id="homes-description"><span>Showing </span>3 of 1,190 Homes</div>';
    const pager = '<a href="/city/1/WA/Town/page-3" data-rf-test-id="react-data-paginate-page-2">3</a>';
    const result = resultOf(gis(homes, `${head}${pager}${linked.join('')}`), REGION, { page: 2, beds: { min: 2 } });
    expect(result).toMatchObject({ searchInformation: { totalResults: 1190 }, properties: [{ id: 5 }, { id: 2 }] });
    const link = (tail: string): string => `https://www.redfin.com${REGION}/filter/min-beds=2${tail}`;
    expect(result['pagination']).toEqual({
      ...{ currentPage: 2, nextPage: link('/page-3'), otherPages: { 1: link(''), 3: link('/page-3') } },
    });
  });

  it(`are ${PAGE_SIZE} at a time where the page does not say which it shows`, () => {
    const homes = Array.from({ length: 90 }, (_unused, index) => card(index + 1));
    const second = resultOf(gis(homes), REGION, { page: 3 });
    expect((second['properties'] as { id: number }[]).map(({ id }) => id)).toEqual(
      Array.from({ length: 10 }, (_unused, index) => 81 + index),
    );
    expect(second['pagination']).toMatchObject({ currentPage: 3, otherPages: { 2: expect.any(String) } });
    expect(second['pagination']).not.toHaveProperty('nextPage');
  });

  it('are none where the site says so', () => {
    expect(resultOf(gis([]))).toEqual({
      ...{ searchInformation: { totalResults: 0 }, properties: [], pagination: { currentPage: 1 } },
    });
  });

  it('are not understood in a form that nobody knows', () => {
    expect(read(gis([{ strange: 1 }]))).toEqual({ outcome: 'unrecognized', reason: 'no_listings' });
    expect(read(pageOf({ [GIS]: envelope({ homes: [] }, 101) }))).toMatchObject({ outcome: 'unrecognized' });
  });

  it('for rent are buildings', () => {
    const home = {
      homeData: {
        ...{ propertyId: '17', url: '/WA/Town/Old-Mill/apartment/17' },
        photosInfo: { photoRanges: [{ startPos: 0, endPos: 1, version: '3' }] },
        addressInfo: { formattedStreetLine: '17 Example St', city: 'Town', state: 'WA', zip: '98101' },
      },
      rentalExtension: {
        ...{ rentalId: 'abc-1', propertyName: 'Old Mill', numAvailableUnits: 4, desktopPhone: '2065550100' },
        ...{ rentPriceRange: { min: 1500, max: 3000 }, bedRange: { min: 0, max: 2 }, bathRange: { min: 1, max: 2 } },
        sqftRange: { min: 400, max: 1100 },
      },
    };
    const page = pageOf({
      '/stingray/api/v1/search/rentals?al=1': JSON.stringify({ homes: [home], numMatchedHomes: '81' }),
    });
    const result = resultOf(page, REGION, { type: 'forRent' });
    expect(result['searchInformation']).toEqual({ totalResults: 81 });
    expect(result['pagination']).toMatchObject({
      nextPage: `https://www.redfin.com${REGION}/apartments-for-rent/page-2`,
    });
    expect(result['properties']).toEqual([
      {
        ...{ id: 'abc-1', propertyName: 'Old Mill', url: 'https://www.redfin.com/WA/Town/Old-Mill/apartment/17' },
        ...{ status: 'FOR_RENT', availableUnits: 4, price: { min: 1500, max: 3000 }, beds: { min: 0, max: 2 } },
        ...{ baths: { min: 1, max: 2 }, area: { min: 400, max: 1100 }, agentPhone: '2065550100' },
        addressRaw: '17 Example St, Town, WA 98101',
        address: { street: '17 Example St', city: 'Town', state: 'WA', zipcode: '98101' },
        photos: [0, 1].map((n) => `https://ssl.cdn-redfin.com/photo/rent/abc-1/islphoto/genIsl.${n}_3.jpg`),
      },
    ]);
  });

  it('come from the linked data of a page without its answers', () => {
    const items = [
      {
        '@type': 'SingleFamilyResidence',
        url: card(3)['url'],
        address: { streetAddress: '3 Example St', addressLocality: 'Town', addressRegion: 'WA', postalCode: '98101' },
        geo: { latitude: 1.5, longitude: 2.5 },
      },
      { '@type': 'Product', url: card(3)['url'], offers: { price: '739000', priceCurrency: 'USD' } },
    ];
    const page = `<script type="application/ld+json">${JSON.stringify(items)}</script>`;
    expect(resultOf(page)['properties']).toMatchObject([
      { id: 3, price: 739_000, addressRaw: '3 Example St, Town, WA 98101', latitude: 1.5 },
    ]);
    expect(resultOf(page, '/WA/Town/3-Example-St-98101/home/3')['property']).toMatchObject({ id: 3, price: 739_000 });
    // A home nearby is not the one that was asked for.
    expect(read(page, HOME).outcome).toBe('unrecognized');
  });
});

const DETAILS = '/stingray/api/home/details';

const PROPERTY = {
  [`${DETAILS}/initialInfo`]: envelope({ responseCode: 200, propertyId: 12, mlsId: 'A1' }),
  [`${DETAILS}/aboveTheFold`]: envelope({
    addressSectionInfo: {
      ...{
        status: { displayValue: 'Closed' },
        priceInfo: { amount: 450_000, label: 'Last Sold Price' },
        searchStatus: 4,
      },
      ...{ streetAddress: { assembledAddress: '1 Example St' }, city: 'Town', state: 'WA', zip: '98101', url: HOME },
      ...{ beds: 3, baths: 2.5, sqFt: { value: 1667 }, lotSize: 5227, yearBuilt: 1910, propertyType: 6 },
      ...{ latLong: { latitude: 43.5, longitude: -70.5 }, avmInfo: { predictedValue: 505_165.16 } },
    },
    mediaBrowserInfo: { photos: [{ photoUrls: { fullScreenPhotoUrl: 'https://ssl.cdn-redfin.com/a.jpg' } }, {}] },
  }),
  '/stingray/api/v1/home/details/belowTheFold': envelope({
    amenitiesInfo: {
      superGroups: [
        {
          titleString: 'Parking',
          amenityGroups: [
            {
              groupTitle: 'Garage',
              amenityEntries: [
                { amenityName: 'Spaces', amenityValues: ['2'] },
                { amenityValues: ["<a href='https://x.test'>Has Garage</a>", 'Heated'] },
                { amenityName: 'Nothing', amenityValues: [] },
              ],
            },
          ],
        },
      ],
      mlsDisclaimerInfo: { listingAgentNumber: '206-555-0100', listingBrokerNumber: '206-555-0101' },
    },
    publicRecordsInfo: {
      basicInfo: { beds: 3, propertyTypeName: 'Single Family Residential' },
      allTaxInfo: [{ rollYear: 2025, taxesDue: 4706, taxableLandValue: 142_100 }],
    },
    propertyHistoryInfo: {
      displayTimeZone: 'US/Eastern',
      events: [
        { eventDescription: 'Sold (MLS)', price: 450_000, eventDateString: 'Feb 14, 2025', source: 'M', sourceId: '1' },
        { eventDescription: 'Listed', eventDate: Date.UTC(2025, 0, 18, 3) },
        { eventDescription: 'Withdrawn' },
      ],
    },
  }),
  '/stingray/api/v1/home/details/belowTheFold/schoolsAndDistrictsInfo': envelope({
    servingThisHomeSchools: [
      { name: 'School', greatSchoolsRating: 4, parentRating: 0, distanceInMiles: '1.3', servesHome: true },
      { name: 'Other', servesHome: false },
    ],
  }),
  [`${DETAILS}/mainHouseInfoPanelInfo`]: envelope({
    mainHouseInfo: {
      listingAgents: [{ agentInfo: { agentName: 'Ann Agent' }, brokerName: 'Homes Ltd' }],
      marketingRemarks: [{ marketingRemark: 'A home of our own making.' }],
      selectedAmenities: [
        { header: 'Built', content: '1910' },
        { header: 'Empty' },
        { header: 'HOA Dues', content: '$1,250/month' },
      ],
      ...{ mlsId: 'A1', lastUpdatedDate: Date.UTC(2025, 1, 15), url: HOME },
    },
    openHouseInfo: {
      openHouseList: [{ openHouseStart: Date.UTC(2025, 1, 1, 18), openHouseEnd: Date.UTC(2025, 1, 1, 20) }],
    },
  }),
  [`${DETAILS}/aroundThisHomeSectionInfo`]: envelope({
    pointOfInterestList: [{ name: 'Cafe', categories: [{ label: 'Cafes' }], distance: 0.5 }],
    walkScoreData: { walkScore: { value: 24 } },
  }),
  [`${DETAILS}/popularityInfo`]: envelope({ numHomeViews: 31 }),
  [`${DETAILS}/rental-estimate`]: envelope({ rentalEstimateInfo: { predictedValue: 2511, predictedValueLow: 2494 } }),
  '/stingray/api/building/details-page/v1': `{}&&{"version":1,"errorMessage":"Success","resultCode":0}`,
};

describe('a property', () => {
  it('has all that its page has', () => {
    expect(resultOf(pageOf(PROPERTY), HOME)).toEqual({
      property: {
        ...{ id: 12, mlsId: 'A1', url: `https://www.redfin.com${HOME}`, homeType: 'house', status: 'SOLD' },
        ...{ price: 450_000, beds: 3, baths: 2.5, area: 1667, lotSize: 5227, yearBuilt: 1910 },
        addressRaw: '1 Example St, Town, WA 98101',
        address: { street: '1 Example St', city: 'Town', state: 'WA', zipcode: '98101' },
        ...{ latitude: 43.5, longitude: -70.5, geo: { latitude: 43.5, longitude: -70.5 } },
        ...{ description: 'A home of our own making.', photos: ['https://ssl.cdn-redfin.com/a.jpg'] },
        propertyDetails: {
          parking: [{ Garage: [{ label: 'Spaces', value: '2' }, { value: 'Has Garage, Heated' }] }],
          publicFacts: [
            {
              'Public facts': [
                { label: 'Beds', value: '3' },
                { label: 'Property type', value: 'Single Family Residential' },
              ],
            },
          ],
        },
        schools: {
          assignedSchools: [{ name: 'School', greatSchoolsRating: 4, distanceInMiles: 1.3, servesHome: true }],
        },
        nearby: {
          pointsOfInterest: [{ name: 'Cafe', categories: ['Cafes'], distanceInMiles: 0.5 }],
          transportScores: { walkScore: 24 },
        },
        agentInfo: {
          ...{ agentName: 'Ann Agent', agentPhoneNumber: '206-555-0100' },
          ...{ brokerName: 'Homes Ltd', brokerPhoneNumber: '206-555-0101' },
        },
        viewsActivity: { views: 31 },
        openHouseSchedule: [{ start: '2025-02-01T18:00:00.000Z', end: '2025-02-01T20:00:00.000Z' }],
        updatedAt: '2025-02-15T00:00:00.000Z',
        priceHistory: [
          { date: '2025-02-14', event: 'Sold (MLS)', price: 450_000, source: 'M', sourceId: '1' },
          // Still the day before where the home stands.
          { date: '2025-01-17', event: 'Listed' },
          { event: 'Withdrawn' },
        ],
        taxHistory: [{ year: 2025, tax: 4706, landValue: 142_100 }],
        siteEstimate: { value: 505_165.16, rentEstimate: { value: 2511, low: 2494 } },
        atAGlanceFacts: [
          { factLabel: 'Built', factValue: '1910' },
          { factLabel: 'HOA Dues', factValue: '$1,250/month' },
        ],
        hoa: 1_250,
      },
    });
  });

  it('that is gone is not found', () => {
    const page = pageOf({ [`${DETAILS}/initialInfo`]: envelope({ responseCode: 404 }) });
    expect(read(page, HOME)).toEqual({ outcome: 'not_found', reason: 'no_such_property' });
  });

  it.each([
    ['Are You a Robot?', { outcome: 'blocked', reason: 'robot_check' }],
    ['<script>window.gokuProps = {}</script>', { outcome: 'blocked', reason: 'robot_check' }],
    ['Welcome', { outcome: 'unrecognized', reason: 'no_property' }],
    [pageOf(PROPERTY).slice(0, 900), { outcome: 'unrecognized', reason: 'no_property' }],
  ])('is not made of %.40s', (page, reading) => {
    expect(read(page, HOME)).toEqual(reading);
  });
});

describe('a saved page alone', () => {
  const alone = (text: string, url: string) =>
    realtyaListingOperation.read(
      checkedParams('realtya/listing', { keyword: 'Town', type: 'forSale' }),
      [{ step: 'page', text, url }],
      {},
    );

  it('is of the place of its address', () => {
    const homes = Array.from({ length: 90 }, (_unused, index) => card(index + 1));
    const url = `https://www.redfin.com${REGION}/filter/min-beds=2/page-2`;
    const reading = alone(gis(homes), url);
    expect(reading).toMatchObject({
      page: 'page',
      result: { pagination: { nextPage: `https://www.redfin.com${REGION}/page-2` } },
    });
    expect(alone(pageOf(PROPERTY), '')).toMatchObject({ result: { property: { id: 12 } } });
    expect(alone(gis(homes), '')).toMatchObject({ result: { pagination: { currentPage: 1 } } });
  });

  it('is none where there is no document', () => {
    expect(realtyaListingOperation.read(checkedParams('realtya/listing', { keyword: 'Town' }), [], {})).toMatchObject({
      outcome: 'unrecognized',
    });
  });
});
