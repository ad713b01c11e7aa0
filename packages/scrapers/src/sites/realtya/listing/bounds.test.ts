import { expect, it } from '@jest/globals';
import { answersOf, MAX_ANSWERS } from './api-answers.js';
import { findPlace, MAX_ROWS } from './find-place.js';
import { MAX_LINKED_PAGES, readListing } from './parse.js';
import { MAX_ENTRIES as MAX_PLANS, readBuilding } from './read-building.js';
import { MAX_ENTRIES, readTaxHistory } from './read-details.js';
import { MAX_FACTS, readEntry } from './read-home.js';
import { checkedParams } from '../../../../test/checked-params.js';
import { MAX_HOMES, MOST_GIVEN, PAGE_SIZE, readMarket } from './read-market.js';

const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_unused, index) => make(index));

const pageOf = (answers: readonly (readonly [string, unknown])[]): string => {
  const entries = answers.map(([path, value]) => [path, { res: { text: JSON.stringify(value) } }] as const);
  const state = JSON.stringify({ 'ReactServerAgent.cache': { dataCache: Object.fromEntries(entries) } });
  return `root.__reactServerState.InitialContext = ${state};`;
};

const homes = (count: number) => many(count, (id) => ({ propertyId: id + 1, url: `/home/${id + 1}` }));

it(`${MAX_ANSWERS} answers of a page are looked through`, () => {
  const find = (before: number) =>
    answersOf(pageOf([...many(before, (index) => [`/other/${index}`, {}] as const), ['/wanted', { a: 1 }]])).find(
      /wanted/,
    );
  expect([find(MAX_ANSWERS - 1), find(MAX_ANSWERS)]).toEqual([{ a: 1 }, undefined]);
});

it(`${MAX_ROWS} rows of places are looked through`, () => {
  const find = (before: number) => {
    const rows = [...many(before, () => ({ url: '/real-estate-agents/a' })), { url: '/city/1/WA/T' }];
    return findPlace(JSON.stringify({ resultCode: 0, payload: { sections: [{ rows }] } }));
  };
  // The exact match is one of them.
  expect([find(MAX_ROWS - 2), find(MAX_ROWS - 1)]).toEqual([{ path: '/city/1/WA/T' }, 'none']);
});

it(`${MAX_HOMES} homes of a search are told apart`, () => {
  const page = pageOf([['/stingray/api/gis?', { homes: homes(MAX_HOMES + PAGE_SIZE) }]]);
  const last = MAX_HOMES / PAGE_SIZE;
  const countOf = (number: number) => readMarket(page, answersOf(page), number)?.properties.length;
  expect([countOf(last), countOf(last + 1)]).toEqual([PAGE_SIZE, 0]);
});

it(`${MOST_GIVEN} homes are no count of all`, () => {
  const totalOf = (count: number) => {
    const page = pageOf([['/stingray/api/gis?', { homes: homes(count) }]]);
    return readMarket(page, answersOf(page), 1)?.totalResults;
  };
  expect([totalOf(MOST_GIVEN - 1), totalOf(MOST_GIVEN)]).toEqual([MOST_GIVEN - 1, undefined]);
});

it(`${MAX_LINKED_PAGES} pages are linked`, () => {
  const text = pageOf([['/stingray/api/v1/search/rentals?', { homes: homes(1), numMatchedHomes: 1_000_000 }]]);
  const page = { step: 'listing', text, url: 'https://www.redfin.com/zipcode/98101' };
  const reading = readListing(checkedParams('realtya/listing', { keyword: '98101', type: 'forRent' }), [page], {});
  expect(reading).toMatchObject({ outcome: 'ok', result: { pagination: { otherPages: { 100: expect.any(String) } } } });
  expect(JSON.stringify(reading)).not.toContain(`page-${MAX_LINKED_PAGES + 1}"`);
});

it('lists of a home have bounds of their own', () => {
  const entry = readEntry({
    propertyId: 1,
    url: '/home/1',
    listingTags: many(MAX_FACTS + 5, (index) => `fact ${index}`),
  });
  expect(entry?.['atAGlanceFacts']).toHaveLength(MAX_FACTS);
  const allTaxInfo = many(MAX_ENTRIES + 5, (year) => ({ rollYear: year }));
  expect(readTaxHistory({ publicRecordsInfo: { allTaxInfo } })).toHaveLength(MAX_ENTRIES);
  const availableUnitTypes = many(MAX_PLANS + 5, (index) => ({ name: `plan ${index}` }));
  const building = pageOf([
    ['/v1/rentals/a/about', { rentalId: 'a' }],
    ['/v1/rentals/a/floorPlans', { unitTypesByBedroom: [{ availableUnitTypes }] }],
  ]);
  expect(readBuilding(answersOf(building))['floorPlans']).toHaveLength(MAX_PLANS);
});
