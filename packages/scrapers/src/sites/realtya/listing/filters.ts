import * as words from './filter-words.js';
import type { RealtyListingParams, Span } from './params.js';

/** Parts of a filter, in the site's own terms: `min-beds=2`, `is-green`. */
type Parts = readonly (string | undefined)[];
type Words = Readonly<Record<string, string>>;

const word = (map: Words, key: string | undefined): string | undefined => {
  const found = key === undefined ? undefined : map[key];
  return found === '' ? undefined : found;
};
const several = (map: Words, keys: readonly string[] = []): string[] => [
  ...new Set(keys.flatMap((key) => word(map, key)?.split('+') ?? [])),
];
const given = (name: string, value: string | number | undefined): string | undefined =>
  value === undefined ? undefined : `${name}=${value}`;
const joined = (name: string, values: readonly string[]): string | undefined =>
  values.length > 0 ? `${name}=${values.join('+')}` : undefined;
const flag = (name: string, isSet: boolean | undefined): string | undefined => (isSet === true ? name : undefined);

const span = <T>(name: string, { min, max }: Span<T> = {}, written: (value: T) => string = String): Parts => [
  min === undefined ? undefined : `min-${name}=${written(min)}`,
  max === undefined ? undefined : `max-${name}=${written(max)}`,
];

/** Amounts as the site writes them, where that is exact: `1.25M`, `500k`, `1.15k`, `999`. */
const amount = (value: number): string => {
  if (value >= 1_000_000 && value % 10_000 === 0) return `${value / 1_000_000}M`;
  if (value >= 1_000 && value < 1_000_000 && value % 10 === 0) return `${value / 1_000}k`;
  return String(value);
};
const squareFeet = (value: number | string): string => `${amount(Number(value))}-sqft`;
const lot = (value: string): string => {
  const [size = '', unit] = value.split(' ');
  return unit === 'acres' ? `${size}-acre` : squareFeet(size);
};

const payment = ({ monthlyPayment = {} }: RealtyListingParams): Parts => [
  ...span('monthly-payment', monthlyPayment, amount),
  given('interest-rate', monthlyPayment.interestRate),
  given('insurance-rate', monthlyPayment.insuranceRate),
  given('down-payment-percent', monthlyPayment.downPaymentPercent),
  given('down-payment-amount', monthlyPayment.downPaymentAmount),
  given('mortgage-term', word(words.MORTGAGE_TERMS, monthlyPayment.mortgageTerm)),
];

const cost = ({ cost: { hoa, pricePerSqft, ...rest } = {} }: RealtyListingParams): Parts => [
  given('hoa', hoa),
  ...span('price-per-sqft', pricePerSqft),
  flag('exclude-land-lease', rest.excludeLandLeases),
  given('max-property-tax', rest.maxPropertyTaxPerYear),
  given('financing-type', rest.acceptedFinancing),
  word(words.PRICE_REDUCTIONS, rest.priceReduced),
];

const parking = (garageSpots: string | undefined, hasOutdoor: boolean): Parts => [
  given('min-parking', garageSpots),
  // The site counts every spot, unless only those in garages are requested.
  flag('has-garage', garageSpots !== undefined && !hasOutdoor),
];

const features = ({ homeFeatures = {} }: RealtyListingParams): Parts => {
  const { options = [], garageSpotsMin, poolType, basement, keywordSearch } = homeFeatures;
  const hasOutdoor = options.includes('includeOutdoorParking');
  const counted = garageSpotsMin === undefined ? options : options.filter((name) => name !== 'includeOutdoorParking');
  return [
    ...parking(garageSpotsMin, hasOutdoor),
    ...several(words.FEATURES, counted),
    given('pool-type', word(words.POOLS, poolType)),
    given('basement-type', basement),
    // Commas and slashes separate the filter itself.
    given('remarks', keywordSearch === undefined ? undefined : encodeURIComponent(keywordSearch)),
  ];
};

const surroundings = (params: RealtyListingParams): Parts => {
  const { schools = {}, transportScores = {}, openHouseAndTour = {} } = params;
  return [
    given('open-house', word(words.OPEN_HOUSES, openHouseAndTour.openHouse)),
    flag('has-virtual-tour', openHouseAndTour.videoTour),
    given('school-rating', schools.greatSchoolRating),
    joined('school-types', schools.schoolType ?? []),
    flag('include-unrated-schools', schools.includeUnratedSchools),
    given('walk-score', transportScores.walkScore),
    given('transit-score', transportScores.transitScore),
    given('bike-score', transportScores.bikeScore),
    flag('exclude-age-restricted', params.exclude55PlusCommunities),
  ];
};

const sellers = ({ type, soldWithinOption = 'lastThreeMonth', listingType = {} }: RealtyListingParams): Parts => [
  type === 'sold'
    ? given('include', word(words.SOLD_WITHIN, soldWithinOption))
    : joined('include', several(words.SELLERS, listingType.category)),
  flag('exclude-short-sale', listingType.excludeShortSales),
  flag('redfin-listings-only', listingType.siteListingsOnly),
];

const offers = (params: RealtyListingParams): Parts => [
  ...sellers(params),
  ...span('sqft', params.forSaleSquareFeet, squareFeet),
  ...(params.type === 'sold'
    ? []
    : [joined('status', several(words.STATUSES, params.statusOptions)), word(words.TIMES_ON_SITE, params.timeOnSite)]),
];

/** `2%2F15%2F2025`: without leading zeros. */
const dayOf = (date: string): string => encodeURIComponent(date.split('/').map(Number).join('/'));

const rent = (params: RealtyListingParams): Parts => [
  ...span('sqft', params.forRentSquareFootage, squareFeet),
  given('move-in-date', params.moveInDate === undefined ? undefined : dayOf(params.moveInDate)),
  ...several(words.PETS, params.pets),
  ...several(words.RENTAL_AMENITIES, params.rentalAmenities),
  ...several(words.RENTAL_TERMS, params.rentalOtherTerms),
  flag('has-deal', params.onlyWithDealOrPromotion),
];

/** `/filter/…` of a page of results; empty where the whole region is requested. */
export const filterPath = (params: RealtyListingParams): string => {
  const parts = [
    given('sort', word(words.SORTS, params.sort)),
    joined('property-type', several(words.HOME_TYPES, params.homeTypes)),
    ...span('price', params.price, amount),
    ...payment(params),
    ...cost(params),
    ...span('beds', params.beds),
    given('min-baths', word(words.BATHS, params.baths)),
    ...(params.type === 'forRent' ? rent(params) : offers(params)),
    ...span('lot-size', params.lotSize, lot),
    ...span('stories', params.stories),
    ...span('year-built', params.yearBuilt),
    ...features(params),
    ...surroundings(params),
  ].filter((part) => part !== undefined);
  const unique = [...new Set(parts)];
  return unique.length > 0 ? `/filter/${unique.join(',')}` : '';
};
