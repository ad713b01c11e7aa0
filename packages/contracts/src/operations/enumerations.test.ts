import { describe, expect, it } from '@jest/globals';
import { parse } from 'qs';
import enginea from '../enums/enginea.json' with { type: 'json' };
import { engineb } from '../enums/engineb.js';
import iso from '../enums/iso.json' with { type: 'json' };
import { jobboard } from '../enums/jobboard.js';
import { localreviews } from '../enums/localreviews.js';
import { lodging } from '../enums/lodging.js';
import { realtya } from '../enums/realtya.js';
import { LIST_MAX_ITEMS } from '../input/composites.js';
import { validateParams } from '../validate-params.js';
import { SCHOLAR_NUM_MAX } from './enginea/scholar.js';
import { operationById } from './index.js';

const BASES: Readonly<Record<string, string>> = {
  'lodging/search': 'keyword=x&checkInDate=2030-01-01&checkOutDate=2030-01-02&rooms=1&adults=1&children=0',
  'realtya/listing': 'keyword=x',
  'jobboard/listing': 'keyword=x&location=y',
  'localreviews/place': 'placeId=x',
  'retailer/product': 'itemId=1',
};

/** Validates a query string as it comes over the wire. */
const checkQuery = (id: string, query: string) => {
  const operation = operationById(id);
  if (!operation) throw new Error(`no operation ${id}`);
  const input = parse(`${BASES[id] ?? 'q=x'}&${query}`, { arrayLimit: 1000, parameterLimit: 2000, depth: 4 });
  return validateParams(operation, input);
};

const pair = (name: string, value: string | number): string => `${name}=${encodeURIComponent(value)}`;

/** operation, literal name, values, how many there are */
const SINGLE: readonly (readonly [string, string, readonly (string | number)[], number])[] = [
  ['enginea/serp', 'domain', enginea.domain, 195],
  ['enginea/serp', 'gl', enginea.gl, 245],
  ['enginea/serp', 'hl', enginea.hl, 159],
  ['enginea/serp', 'tbm', enginea.tbm, 5],
  ['enginea/serp', 'safe', ['active', 'off'], 2],
  ['enginea/serp', 'deviceType', ['desktop', 'mobile', 'tablet'], 3],
  ['enginea/serp', 'filter', [0, 1], 2],
  ['enginea/serp', 'nfpr', [0, 1], 2],
  ['enginea/ai-mode', 'gl', enginea.gl, 245],
  ['enginea/shopping', 'domain', enginea.domain, 195],
  ['enginea/images', 'hl', enginea.hl, 159],
  ['enginea/scholar', 'scisbd', [1, 2], 2],
  ['engineb/serp', 'mkt', engineb.mkt, 38],
  ['engineb/serp', 'mkt', iso.countries, 249],
  ['engineb/serp', 'cc', engineb.cc, 36],
  ['engineb/serp', 'setLang', iso.languages, 184],
  ['engineb/serp', 'safeSearch', ['off', 'moderate', 'strict'], 3],
  ['enginec/serp', 'safeSearch', ['off', 'moderate', 'strict'], 3],
  ['enginec/serp', 'cc', iso.countries, 249],
  ['lodging/search', 'sort', lodging.sort, 10],
  [
    'retailer/search',
    'sort',
    ['bestMatch', 'priceLowToHigh', 'priceHighToLow', 'bestseller', 'highlyRated', 'newArrivals'],
    6,
  ],
  ['retailer/search', 'deliveryType', ['shipping', 'pickup'], 2],
  ['retailer/product', 'domain', ['walmart.com', 'walmart.ca', 'walmart.com.mx'], 3],
  ['jobboard/listing', 'domain', jobboard.domain, 62],
  ['jobboard/listing', 'sort', ['relevance', 'date'], 2],
  ['jobboard/listing', 'remoteType', ['remote', 'hybrid'], 2],
  ['jobboard/listing', 'datePosted', [1, 3, 7, 14], 4],
  ['localreviews/place', 'domain', localreviews.domain, 41],
  ['realtya/listing', 'type', ['forSale', 'forRent', 'sold'], 3],
  ['realtya/listing', 'sort', realtya.sort, 12],
  ['realtya/listing', 'monthlyPayment[mortgageTerm]', realtya.mortgageTerm, 6],
  ['realtya/listing', 'cost[acceptedFinancing]', ['FHA', 'VA'], 2],
  ['realtya/listing', 'cost[priceReduced]', realtya.priceReduced, 8],
  ['realtya/listing', 'baths', realtya.baths, 6],
  ['realtya/listing', 'timeOnSite', realtya.timeOnSite, 12],
  ['realtya/listing', 'soldWithinOption', realtya.soldWithinOption, 8],
  ['realtya/listing', 'forSaleSquareFeet[min]', realtya.forSaleSquareFeet, 20],
  ['realtya/listing', 'forSaleSquareFeet[max]', realtya.forSaleSquareFeet, 20],
  ['realtya/listing', 'lotSize[min]', realtya.lotSize, 16],
  ['realtya/listing', 'lotSize[max]', realtya.lotSize, 16],
  ['realtya/listing', 'stories[min]', realtya.stories, 8],
  ['realtya/listing', 'stories[max]', realtya.stories, 8],
  ['realtya/listing', 'yearBuilt[min]', realtya.yearBuilt, 23],
  ['realtya/listing', 'yearBuilt[max]', realtya.yearBuilt, 23],
  ['realtya/listing', 'homeFeatures[garageSpotsMin]', realtya.garageSpotsMin, 5],
  ['realtya/listing', 'homeFeatures[poolType]', realtya.poolType, 4],
  ['realtya/listing', 'homeFeatures[basement]', ['finished', 'unfinished'], 2],
  ['realtya/listing', 'openHouseAndTour[openHouse]', ['thisWeekend', 'anytime'], 2],
];

describe.each(SINGLE)('%s %s', (id, name, values, count) => {
  it(`takes each of its ${count} values and no other`, () => {
    expect(new Set(values).size).toBe(count);
    const refused = values.filter((value) => !checkQuery(id, pair(name, value)).ok);
    expect(refused).toEqual([]);
    expect(checkQuery(id, pair(name, 'no-such-value')).ok).toBe(false);
    expect(checkQuery(id, `${name}=${values[0]}&${name}=${values[0]}`).ok).toBe(false);
  });
});

const LISTS: readonly (readonly [string, string, readonly string[], number])[] = [
  ['enginea/serp', 'lr', enginea.lr, 43],
  ['enginea/scholar', 'lr', enginea.lr, 43],
  ['lodging/search', 'propertyType', lodging.propertyType, 8],
  ['lodging/search', 'rating', lodging.rating, 5],
  ['lodging/search', 'reviewScore', lodging.reviewScore, 4],
  ['lodging/search', 'distanceFromCenter', lodging.distanceFromCenter, 3],
  ['lodging/search', 'propertyAccessibility', lodging.propertyAccessibility, 7],
  ['lodging/search', 'meals', lodging.meals, 2],
  ['lodging/search', 'facilities', lodging.facilities, 13],
  ['lodging/search', 'roomFacilities', lodging.roomFacilities, 25],
  ['lodging/search', 'roomAccessibility', lodging.roomAccessibility, 11],
  ['lodging/search', 'bedPreference', lodging.bedPreference, 2],
  ['lodging/search', 'reservationPolicy', lodging.reservationPolicy, 2],
  ['lodging/search', 'travelGroup', lodging.travelGroup, 2],
  ['lodging/search', 'onlinePayment', lodging.onlinePayment, 1],
  ['realtya/listing', 'homeTypes', realtya.homeTypes, 10],
  ['realtya/listing', 'statusOptions', realtya.statusOptions, 3],
  ['realtya/listing', 'listingType[category]', realtya.listingCategory, 4],
  ['realtya/listing', 'homeFeatures[options]', realtya.homeFeatures, 14],
  ['realtya/listing', 'schools[schoolType]', realtya.schoolType, 3],
  ['realtya/listing', 'pets', realtya.pets, 2],
  ['realtya/listing', 'rentalAmenities', realtya.rentalAmenities, 10],
  ['realtya/listing', 'rentalOtherTerms', realtya.rentalOtherTerms, 5],
];

describe.each(LISTS)('%s %s[]', (id, name, values, count) => {
  const listOf = (length: number): string =>
    Array.from({ length }, (_, index) => pair(`${name}[]`, values[index % values.length] ?? '')).join('&');

  it(`takes all ${count} values at once, up to ${LIST_MAX_ITEMS} of them`, () => {
    expect(new Set(values).size).toBe(count);
    const checked = checkQuery(id, listOf(values.length));
    const path = name.replace(']', '').split('[');
    expect(checked).toMatchObject({ ok: true });
    const kept = path.reduce<unknown>(
      (value, key) => (value as Record<string, unknown>)[key],
      checked.ok ? checked.params : {},
    );
    expect(kept).toEqual(values);
    expect(checkQuery(id, listOf(LIST_MAX_ITEMS))).toMatchObject({ ok: true });
  });

  it('refuses one value too many, another value and a nested list', () => {
    const field = name.replace('[', '.').replace(']', '');
    expect(checkQuery(id, listOf(LIST_MAX_ITEMS + 1))).toMatchObject({
      violations: [{ field, rule: 'maxLength' }],
    });
    expect(checkQuery(id, `${listOf(1)}&${pair(`${name}[]`, 'no such value')}`)).toMatchObject({
      violations: [{ field: `${field}.1` }],
    });
    expect(checkQuery(id, `${name}[][]=x`).ok).toBe(false);
  });
});

it('takes every list of one operation in one request', () => {
  const query = LISTS.filter(([id]) => id === 'lodging/search')
    .flatMap(([, name, values]) => values.map((value) => pair(`${name}[]`, value)))
    .join('&');
  expect(checkQuery('lodging/search', query)).toMatchObject({ ok: true });
});

it('reads the literal names of a query string', () => {
  const checked = checkQuery(
    'realtya/listing',
    'cost[pricePerSqft][min]=50&cost[pricePerSqft][max]=100&price[min]=1&listingType[category][]=byAgent&cost[excludeLandLeases]=true',
  );
  expect(checked).toMatchObject({
    ok: true,
    params: {
      cost: { pricePerSqft: { min: 50, max: 100 }, excludeLandLeases: true },
      price: { min: 1 },
      listingType: { category: ['byAgent'] },
    },
  });
});

describe('types that the specification states are taken whole', () => {
  it.each(['0', '1', '75', '123.45', '99999', ...realtya.pricePerSqft.map(String)])(
    'price per square foot %s',
    (value) => {
      expect(checkQuery('realtya/listing', `cost[pricePerSqft][min]=${value}&cost[pricePerSqft][max]=99999`).ok).toBe(
        true,
      );
    },
  );

  it('but no price per square foot below 0', () => {
    expect(checkQuery('realtya/listing', 'cost[pricePerSqft][min]=-1')).toMatchObject({
      violations: [{ field: 'cost.pricePerSqft.min', rule: 'min' }],
    });
  });

  it.each([
    [0, false],
    [1, true],
    [20, true],
    [SCHOLAR_NUM_MAX, true],
    [SCHOLAR_NUM_MAX + 1, false],
  ])('num=%d of scholarly articles: %s', (num, isFine) => {
    expect(checkQuery('enginea/scholar', `num=${num}`).ok).toBe(isFine);
  });
});
