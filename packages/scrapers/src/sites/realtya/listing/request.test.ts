import { describe, expect, it } from '@jest/globals';
import { realtyaListingOperation } from './operation.js';
import { checkedParams } from '../../../../test/checked-params.js';
import { ownParameters, type ParameterSchema } from '../../../../test/own-parameters.js';

const REGION = '/city/1/WA/Town';

const checked = (params: Record<string, unknown>) =>
  checkedParams('realtya/listing', { keyword: 'Town, WA', ...params });

const placeAnswer = (url: string): string =>
  `{}&&${JSON.stringify({ version: 1, resultCode: 0, payload: { exactMatch: { url }, sections: [] } })}`;

/** Address of the page that the parameters lead to, once their keyword is known to be `region`. */
const pageOf = (params: Record<string, unknown>, region = REGION, origin?: string): string => {
  const documents = [{ step: 'region', text: placeAnswer(region), url: 'https://www.redfin.com/x' }];
  const reading = realtyaListingOperation.read(checked(params), documents, { origin });
  if (reading.outcome !== 'ask') throw new Error(reading.outcome);
  return reading.request.url;
};

const nested = (path: string, value: unknown): Record<string, unknown> =>
  path
    .split('.')
    .reverse()
    .reduce<unknown>((inner, key) => ({ [key]: inner }), value) as Record<string, unknown>;

type Row = readonly [path: string, type: string, value: unknown, path_: string];

/** Every value of a word, and what it is to the site. */
const words = (path: string, type: string, map: Readonly<Record<string, string>>, isList = false): readonly Row[] =>
  Object.entries(map).map(([value, part]) => [path, type, isList ? [value] : value, part]);

const ladder = (path: string, name: string, map: Readonly<Record<string, string>>): readonly Row[] =>
  Object.entries(map).flatMap(([value, part]): Row[] => [
    [`${path}.min`, 'forSale', value, `min-${name}=${part}`],
    [`${path}.max`, 'forSale', value, `max-${name}=${part}`],
  ]);

const same = (values: string): Readonly<Record<string, string>> =>
  Object.fromEntries(values.split(' ').map((value) => [value, value]));

const ROWS: readonly Row[] = [
  ...words('sort', 'forSale', {
    recommended: '',
    newest: 'sort=lo-days',
    oldest: 'sort=hi-days',
    priceLowToHigh: 'sort=lo-price',
    priceHighToLow: 'sort=hi-price',
    minSquareFeet: 'sort=lo-sqft',
    maxSquareFeet: 'sort=hi-sqft',
    bedrooms: 'sort=hi-beds',
    bathrooms: 'sort=hi-baths',
    lotSize: 'sort=hi-lot-sqf',
    squareFeetPrice: 'sort=lo-dollarsqft',
    mostRecentlySold: 'sort=hi-sale-date',
  }),
  ['price.min', 'forSale', 1_250_000, 'min-price=1.25M'],
  ['price.max', 'forSale', 900_000, 'max-price=900k'],
  ['price.max', 'forRent', 1_150, 'max-price=1.15k'],
  ['price.max', 'forRent', 1_999, 'max-price=1999'],
  ['price.max', 'forSale', 1_234_567, 'max-price=1234567'],
  ['monthlyPayment.min', 'forSale', 2_000, 'min-monthly-payment=2k'],
  ['monthlyPayment.max', 'forSale', 3_500, 'max-monthly-payment=3.5k'],
  ['monthlyPayment.interestRate', 'forSale', 6.5, 'interest-rate=6.5'],
  ['monthlyPayment.insuranceRate', 'forSale', 0.5, 'insurance-rate=0.5'],
  ['monthlyPayment.downPaymentPercent', 'forSale', 20, 'down-payment-percent=20'],
  ['monthlyPayment.downPaymentAmount', 'forSale', 50_000, 'down-payment-amount=50000'],
  ...words('monthlyPayment.mortgageTerm', 'forSale', {
    fixed15Years: 'mortgage-term=15-year-fixed',
    fixed20Years: 'mortgage-term=20-year-fixed',
    fixed30Years: 'mortgage-term=30-year-fixed',
    fixed30YearsFha: 'mortgage-term=30-year-fixed-fha',
    fixed30YearsVa: 'mortgage-term=30-year-fixed-va',
    fixed30YearsJumbo: 'mortgage-term=30-year-fixed-jumbo',
  }),
  ['cost.hoa', 'forSale', 0, 'hoa=0'],
  ['cost.hoa', 'forSale', 500, 'hoa=500'],
  ['cost.pricePerSqft.min', 'forSale', 100, 'min-price-per-sqft=100'],
  ['cost.pricePerSqft.max', 'forSale', 1_400, 'max-price-per-sqft=1400'],
  ['cost.excludeLandLeases', 'forSale', true, 'exclude-land-lease'],
  ['cost.maxPropertyTaxPerYear', 'forSale', 10_000, 'max-property-tax=10000'],
  ...words('cost.acceptedFinancing', 'forSale', { FHA: 'financing-type=FHA', VA: 'financing-type=VA' }),
  ...words('cost.priceReduced', 'forSale', {
    inTheLastDay: 'price-reduced=1day',
    inTheLast3Days: 'price-reduced=3days',
    inTheLast7Days: 'price-reduced=1wk',
    inTheLast14Days: 'price-reduced=2wk',
    inTheLast30Days: 'price-reduced=1mo',
    moreThan30Days: 'min-price-reduced=1mo',
    moreThan60Days: 'min-price-reduced=2mo',
    moreThan120Days: 'min-price-reduced=4mo',
  }),
  ['beds.min', 'forSale', 2, 'min-beds=2'],
  ['beds.max', 'forRent', 4, 'max-beds=4'],
  ...words('baths', 'forSale', {
    one: 'min-baths=1',
    oneAndHalf: 'min-baths=1.5',
    two: 'min-baths=2',
    twoAndHalf: 'min-baths=2.5',
    three: 'min-baths=3',
    four: 'min-baths=4',
  }),
  ...words(
    'homeTypes',
    'forSale',
    {
      house: 'property-type=house',
      townhouse: 'property-type=townhouse',
      townhome: 'property-type=townhouse',
      condo: 'property-type=condo',
      land: 'property-type=land',
      multiFamily: 'property-type=multifamily',
      mobile: 'property-type=manufactured',
      coOp: 'property-type=co-op',
      other: 'property-type=other',
      apartment: 'property-type=apartment',
    },
    true,
  ),
  ['homeTypes', 'forRent', ['apartment', 'townhome', 'townhouse'], 'property-type=apartment+townhouse'],
  ...ladder('forSaleSquareFeet', 'sqft', {
    ...{ 750: '750-sqft', 1000: '1k-sqft', 1100: '1.1k-sqft', 1200: '1.2k-sqft', 1300: '1.3k-sqft' },
    ...{ 1400: '1.4k-sqft', 1500: '1.5k-sqft', 1600: '1.6k-sqft', 1700: '1.7k-sqft', 1800: '1.8k-sqft' },
    ...{ 1900: '1.9k-sqft', 2000: '2k-sqft', 2250: '2.25k-sqft', 2500: '2.5k-sqft', 2750: '2.75k-sqft' },
    ...{ 3000: '3k-sqft', 4000: '4k-sqft', 5000: '5k-sqft', 7500: '7.5k-sqft', 10000: '10k-sqft' },
  }),
  ['forRentSquareFootage.min', 'forRent', 825, 'min-sqft=825-sqft'],
  ['forRentSquareFootage.max', 'forRent', 1_500, 'max-sqft=1.5k-sqft'],
  ...ladder('lotSize', 'lot-size', {
    ...{ '2000 sqft': '2k-sqft', '4500 sqft': '4.5k-sqft', '6500 sqft': '6.5k-sqft', '8000 sqft': '8k-sqft' },
    ...{ '9500 sqft': '9.5k-sqft', '0.25 acres': '0.25-acre', '0.5 acres': '0.5-acre', '1 acres': '1-acre' },
    ...{ '2 acres': '2-acre', '3 acres': '3-acre', '4 acres': '4-acre', '5 acres': '5-acre', '10 acres': '10-acre' },
    ...{ '20 acres': '20-acre', '40 acres': '40-acre', '100 acres': '100-acre' },
  }),
  ...ladder('stories', 'stories', same('1 2 3 4 5 10 15 20')),
  ...ladder(
    'yearBuilt',
    'year-built',
    same(
      '2026 2025 2024 2023 2022 2021 2020 2019 2018 2017 2016 2015 2010 2005 2000 1990 1980 1970 1960 1950 1940 1920 1900',
    ),
  ),
  ...words(
    'homeFeatures.options',
    'forSale',
    {
      ...{ airConditioning: 'air-conditioning', waterfront: 'water-front', hasAView: 'has-view' },
      ...{ fireplace: 'fireplace', fixerUpper: 'is-fixer', guestHouse: 'guest-house', elevator: 'has-elevator' },
      ...{ washerDryerHookup: 'washer-dryer', petsAllowed: 'pets-allowed', greenHome: 'is-green' },
      ...{ primaryBedroomOnMainFloor: 'primary-bed-on-main', rvparking: 'rv-parking', accessibleHome: 'is-accessible' },
      includeOutdoorParking: 'has-parking',
    },
    true,
  ),
  ...['1', '2', '3', '4', '5'].map((spots): Row => [
    'homeFeatures.garageSpotsMin',
    'forSale',
    spots,
    `min-parking=${spots},has-garage`,
  ]),
  ...words('homeFeatures.poolType', 'forSale', {
    privatePool: 'pool-type=private',
    communityPool: 'pool-type=community',
    privateOrCommunityPool: 'pool-type=either',
    noPrivatePool: 'pool-type=none',
  }),
  ...words('homeFeatures.basement', 'forSale', {
    finished: 'basement-type=finished',
    unfinished: 'basement-type=unfinished',
  }),
  ['homeFeatures.keywordSearch', 'forSale', 'lake view, 50/50', 'remarks=lake%20view%2C%2050%2F50'],
  ...words(
    'statusOptions',
    'forSale',
    { active: 'status=active', comingSoon: 'status=comingsoon', contingentPending: 'status=contingent+pending' },
    true,
  ),
  ...words('timeOnSite', 'forSale', {
    newListing: 'max-days-on-market=1day',
    lessThan3Days: 'max-days-on-market=3days',
    lessThan7Days: 'max-days-on-market=1wk',
    lessThan14Days: 'max-days-on-market=2wk',
    lessThan30Days: 'max-days-on-market=1mo',
    moreThan7Days: 'min-days-on-market=1wk',
    moreThan14Days: 'min-days-on-market=2wk',
    moreThan30Days: 'min-days-on-market=1mo',
    moreThan45Days: 'min-days-on-market=45days',
    moreThan60Days: 'min-days-on-market=2mo',
    moreThan90Days: 'min-days-on-market=3mo',
    moreThan180Days: 'min-days-on-market=6mo',
  }),
  ...words('soldWithinOption', 'sold', {
    lastOneWeek: 'include=sold-1wk',
    lastOneMonth: 'include=sold-1mo',
    lastThreeMonth: 'include=sold-3mo',
    lastSixMonth: 'include=sold-6mo',
    lastYear: 'include=sold-1yr',
    lastTwoYear: 'include=sold-2yr',
    lastThreeYear: 'include=sold-3yr',
    lastFiveYear: 'include=sold-5yr',
  }),
  ...words(
    'listingType.category',
    'forSale',
    {
      byAgent: 'include=forsale+mlsfsbo',
      byOwnerFsbo: 'include=fsbo',
      newConstruction: 'include=construction',
      foreclosures: 'include=foreclosed',
    },
    true,
  ),
  ['listingType.excludeShortSales', 'forSale', true, 'exclude-short-sale'],
  ['listingType.siteListingsOnly', 'forSale', true, 'redfin-listings-only'],
  ...words('openHouseAndTour.openHouse', 'forSale', {
    thisWeekend: 'open-house=weekend',
    anytime: 'open-house=anytime',
  }),
  ['openHouseAndTour.videoTour', 'forSale', true, 'has-virtual-tour'],
  ['schools.greatSchoolRating', 'forSale', 7, 'school-rating=7'],
  ...words(
    'schools.schoolType',
    'forSale',
    { elementary: 'school-types=elementary', middle: 'school-types=middle', high: 'school-types=high' },
    true,
  ),
  ['schools.includeUnratedSchools', 'forSale', true, 'include-unrated-schools'],
  ['transportScores.walkScore', 'forSale', 70, 'walk-score=70'],
  ['transportScores.transitScore', 'forSale', 60, 'transit-score=60'],
  ['transportScores.bikeScore', 'forSale', 50, 'bike-score=50'],
  ['exclude55PlusCommunities', 'forSale', true, 'exclude-age-restricted'],
  ['moveInDate', 'forRent', '02/15/2027', 'move-in-date=2%2F15%2F2027'],
  ...words('pets', 'forRent', { dogsAllowed: 'dogs-allowed', catsAllowed: 'cats-allowed' }, true),
  ...words(
    'rentalAmenities',
    'forRent',
    {
      ...{ airConditioning: 'air-conditioning', dishwasher: 'has-dishwasher', parkingAllowed: 'has-parking' },
      ...{ inUnitWasherDryer: 'washer-dryer-in-unit', utilitiesIncluded: 'utilities-included', pool: 'has-pool' },
      ...{ attFiber: 'has-att-fiber', furnished: 'is-furnished', laundryFacility: 'has-laundry-facility' },
      washerDryerHookup: 'has-laundry-hookups',
    },
    true,
  ),
  ...words(
    'rentalOtherTerms',
    'forRent',
    {
      incomeRestricted: 'is-income-restricted',
      student: 'is-student-housing',
      shortTerm: 'has-short-term-lease',
      seniorLiving: 'is-senior-living',
      military: 'is-military-housing',
    },
    true,
  ),
  ['onlyWithDealOrPromotion', 'forRent', true, 'has-deal'],
];

const expected = (type: string, part: string): string => {
  const sold = type === 'sold' && !part.startsWith('include=') ? ['include=sold-3mo'] : [];
  const filter = [part, ...sold].filter((text) => text !== '').join(',');
  const rent = type === 'forRent' ? '/apartments-for-rent' : '';
  return `https://www.redfin.com${REGION}${rent}${filter === '' ? '' : `/filter/${filter}`}`;
};

/** Every parameter of a schema, with its values where they are a list. */
const leavesOf = (schema: ParameterSchema, path = ''): readonly string[] =>
  Object.entries(schema.properties ?? {}).flatMap(([key, inner]) => {
    const here = path === '' ? key : `${path}.${key}`;
    if (inner.properties) return leavesOf(inner, here);
    const values = inner.enum ?? inner.items?.enum ?? inner.anyOf?.flatMap((one) => one.enum ?? one.items?.enum ?? []);
    return values && values.length > 0 ? values.map((value) => `${here}=${value}`) : [here];
  });

describe('a page of listings', () => {
  it.each(ROWS)('is asked for with %s (%s) %j: %s', (path, type, value, part) => {
    expect(pageOf({ type, ...nested(path, value) })).toBe(expected(type, part));
  });

  it('has every parameter of the contract, and every value of those that have a list', () => {
    const known = new Set(
      ROWS.flatMap(([path, , value]) => [path, ...[value].flat().map((one) => `${path}=${String(one)}`)]),
    );
    const properties = ownParameters('realtya/listing');
    const all = leavesOf({ properties }).filter((leaf) => !/^(?:keyword|type|page)\b/.test(leaf));
    expect(all.length).toBeGreaterThan(200);
    expect(all.filter((leaf) => !known.has(leaf))).toEqual([]);
  });

  it.each([
    ['forSale', {}, `${REGION}`],
    ['forRent', {}, `${REGION}/apartments-for-rent`],
    ['sold', {}, `${REGION}/filter/include=sold-3mo`],
    ['forSale', { page: 3 }, `${REGION}/page-3`],
    ['forRent', { page: 2, beds: { min: 2 } }, `${REGION}/apartments-for-rent/filter/min-beds=2/page-2`],
    // What is of another type is left out: the site would not know it.
    ['forRent', { soldWithinOption: 'lastYear', timeOnSite: 'newListing' }, `${REGION}/apartments-for-rent`],
    ['forSale', { pets: ['dogsAllowed'], soldWithinOption: 'lastYear' }, REGION],
  ])('of type %s with %j is at %s', (type, params, path) => {
    expect(pageOf({ type, ...params })).toBe(`https://www.redfin.com${path}`);
  });

  it('counts spots outside where they are to be counted', () => {
    const homeFeatures = { garageSpotsMin: '2', options: ['includeOutdoorParking'] };
    expect(pageOf({ homeFeatures })).toBe(`https://www.redfin.com${REGION}/filter/min-parking=2`);
  });

  it('joins several filters in one path', () => {
    const params = {
      sort: 'newest',
      price: { min: 500_000, max: 900_000 },
      homeTypes: ['house', 'condo'],
      baths: 'two',
    };
    expect(pageOf(params)).toBe(
      `https://www.redfin.com${REGION}/filter/sort=lo-days,property-type=house+condo,min-price=500k,max-price=900k,min-baths=2`,
    );
  });

  it('of one property is not narrowed', () => {
    const path = '/WA/Town/1-Example-St-98101/home/12';
    expect(pageOf({ beds: { min: 2 }, type: 'sold', page: 2 }, path)).toBe(`https://www.redfin.com${path}`);
  });

  it('is asked for elsewhere where an operator says so', () => {
    expect(pageOf({ page: 2 }, REGION, 'http://127.0.0.1:9')).toBe(`http://127.0.0.1:9${REGION}/page-2`);
  });
});

describe('a keyword', () => {
  const firstOf = (keyword: string, origin?: string) => realtyaListingOperation.begin(checked({ keyword }), { origin });

  it('is looked up', () => {
    expect(firstOf('St. John & Söhne, 5')).toEqual({
      step: 'region',
      url: 'https://www.redfin.com/stingray/do/location-autocomplete?location=St.+John+%26+S%C3%B6hne%2C+5&start=0&count=10&v=2&iss=false&ooa=true&mrs=false',
    });
    expect(firstOf('Town', 'http://127.0.0.1:9').url).toMatch(/^http:\/\/127\.0\.0\.1:9\/stingray\//);
  });

  it('that is a zip code is a region by itself', () => {
    expect(firstOf(' 98101 ')).toEqual({ step: 'listing', url: 'https://www.redfin.com/zipcode/98101' });
  });
});
