import { expect, it } from '@jest/globals';
import { answersOf } from './api-answers.js';
import { readBuilding } from './read-building.js';

const RENTAL = '/stingray/api/v1/rentals/abc-1';

const PLAN = {
  ...{ name: '2X2', status: 'available', bedrooms: 2, fullBaths: 2, halfBaths: 0, availableUnits: 0 },
  ...{ rentPriceMin: 2840, rentPriceMax: 3057, sqftMin: 887, sqftMax: 887 },
};

const ANSWERS = {
  '/stingray/api/v1/rentals/homecards?propertyIds=17': {
    homes: [
      {
        homeData: { propertyId: '17', url: '/WA/Town/Old-Mill/apartment/17' },
        rentalExtension: { rentalId: 'abc-1', propertyName: 'Old Mill', description: 'Cut' },
      },
    ],
  },
  [`${RENTAL}/about?`]: { rentalId: 'abc-1', description: 'Whole &amp; long' },
  [`${RENTAL}/amenities?`]: { unitAmenities: ['Carpet', ''], communityAmenities: ['Pool'] },
  [`${RENTAL}/floorPlans?`]: {
    unitTypesByBedroom: [
      {
        bedroomTitle: 'All',
        availableUnitTypes: [PLAN],
        unavailableUnitTypes: [{ name: '3X2', status: 'unavailable' }],
      },
      { bedroomTitle: '2 Bed', availableUnitTypes: [PLAN] },
    ],
  },
};

const read = (answers: Readonly<Record<string, unknown>>) => {
  const dataCache = Object.fromEntries(
    Object.entries(answers).map(([path, value]) => [path, { res: { text: JSON.stringify(value) } }]),
  );
  const state = JSON.stringify({ 'ReactServerAgent.cache': { dataCache } });
  return readBuilding(answersOf(`root.__reactServerState.InitialContext = ${state};`));
};

it('a building has its amenities and plans, each once', () => {
  expect(read(ANSWERS)).toEqual({
    ...{ id: 'abc-1', propertyName: 'Old Mill', url: 'https://www.redfin.com/WA/Town/Old-Mill/apartment/17' },
    ...{ status: 'FOR_RENT', description: 'Whole & long' },
    propertyDetails: {
      interior: [{ 'Unit amenities': [{ value: 'Carpet' }] }],
      community: [{ 'Community amenities': [{ value: 'Pool' }] }],
    },
    floorPlans: [
      {
        ...{ name: '2X2', status: 'available', beds: 2, fullBaths: 2, halfBaths: 0, availableUnits: 0 },
        ...{ price: { min: 2840, max: 3057 }, area: { min: 887, max: 887 } },
      },
      { name: '3X2', status: 'unavailable' },
    ],
  });
});

it('a page of another kind has none of it', () => {
  expect(read({})).toEqual({});
});
