type Words = Readonly<Record<string, string>>;

/** Empty: the site's default. */
export const SORTS: Words = {
  recommended: '',
  newest: 'lo-days',
  oldest: 'hi-days',
  priceLowToHigh: 'lo-price',
  priceHighToLow: 'hi-price',
  minSquareFeet: 'lo-sqft',
  maxSquareFeet: 'hi-sqft',
  bedrooms: 'hi-beds',
  bathrooms: 'hi-baths',
  lotSize: 'hi-lot-sqf',
  squareFeetPrice: 'lo-dollarsqft',
  mostRecentlySold: 'hi-sale-date',
};

export const MORTGAGE_TERMS: Words = {
  fixed15Years: '15-year-fixed',
  fixed20Years: '20-year-fixed',
  fixed30Years: '30-year-fixed',
  fixed30YearsFha: '30-year-fixed-fha',
  fixed30YearsVa: '30-year-fixed-va',
  fixed30YearsJumbo: '30-year-fixed-jumbo',
};

export const PRICE_REDUCTIONS: Words = {
  inTheLastDay: 'price-reduced=1day',
  inTheLast3Days: 'price-reduced=3days',
  inTheLast7Days: 'price-reduced=1wk',
  inTheLast14Days: 'price-reduced=2wk',
  inTheLast30Days: 'price-reduced=1mo',
  moreThan30Days: 'min-price-reduced=1mo',
  moreThan60Days: 'min-price-reduced=2mo',
  moreThan120Days: 'min-price-reduced=4mo',
};

export const BATHS: Words = { one: '1', oneAndHalf: '1.5', two: '2', twoAndHalf: '2.5', three: '3', four: '4' };

export const HOME_TYPES: Words = {
  house: 'house',
  townhouse: 'townhouse',
  townhome: 'townhouse',
  condo: 'condo',
  land: 'land',
  multiFamily: 'multifamily',
  mobile: 'manufactured',
  coOp: 'co-op',
  other: 'other',
  apartment: 'apartment',
};

export const STATUSES: Words = { active: 'active', comingSoon: 'comingsoon', contingentPending: 'contingent+pending' };

export const TIMES_ON_SITE: Words = {
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
};

export const SOLD_WITHIN: Words = {
  lastOneWeek: 'sold-1wk',
  lastOneMonth: 'sold-1mo',
  lastThreeMonth: 'sold-3mo',
  lastSixMonth: 'sold-6mo',
  lastYear: 'sold-1yr',
  lastTwoYear: 'sold-2yr',
  lastThreeYear: 'sold-3yr',
  lastFiveYear: 'sold-5yr',
};

export const SELLERS: Words = {
  byAgent: 'forsale+mlsfsbo',
  byOwnerFsbo: 'fsbo',
  newConstruction: 'construction',
  foreclosures: 'foreclosed',
};

export const FEATURES: Words = {
  airConditioning: 'air-conditioning',
  waterfront: 'water-front',
  hasAView: 'has-view',
  fireplace: 'fireplace',
  fixerUpper: 'is-fixer',
  guestHouse: 'guest-house',
  elevator: 'has-elevator',
  washerDryerHookup: 'washer-dryer',
  petsAllowed: 'pets-allowed',
  primaryBedroomOnMainFloor: 'primary-bed-on-main',
  rvparking: 'rv-parking',
  greenHome: 'is-green',
  accessibleHome: 'is-accessible',
  includeOutdoorParking: 'has-parking',
};

export const POOLS: Words = {
  privatePool: 'private',
  communityPool: 'community',
  privateOrCommunityPool: 'either',
  noPrivatePool: 'none',
};

export const OPEN_HOUSES: Words = { thisWeekend: 'weekend', anytime: 'anytime' };

export const PETS: Words = { dogsAllowed: 'dogs-allowed', catsAllowed: 'cats-allowed' };

export const RENTAL_AMENITIES: Words = {
  airConditioning: 'air-conditioning',
  dishwasher: 'has-dishwasher',
  inUnitWasherDryer: 'washer-dryer-in-unit',
  parkingAllowed: 'has-parking',
  utilitiesIncluded: 'utilities-included',
  attFiber: 'has-att-fiber',
  furnished: 'is-furnished',
  laundryFacility: 'has-laundry-facility',
  pool: 'has-pool',
  washerDryerHookup: 'has-laundry-hookups',
};

export const RENTAL_TERMS: Words = {
  incomeRestricted: 'is-income-restricted',
  student: 'is-student-housing',
  shortTerm: 'has-short-term-lease',
  seniorLiving: 'is-senior-living',
  military: 'is-military-housing',
};
