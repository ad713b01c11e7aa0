import { describe, expect, it } from '@jest/globals';
import { createFindPlace, lineOf } from './find-place.js';
import { lazyPlaces } from './load-places.js';
import { placeKey } from './place-names.js';

describe('a place of the tables', () => {
  it.each([
    ['Austin, Texas', 30.3, -97.7],
    ['Austin,Texas,United States', 30.3, -97.7],
    ['austin tx', 30.3, -97.7],
    ['Austin, TX 78701, USA', 30.3, -97.7],
    ['London', 51.5, -0.1],
    ['London,England,United Kingdom', 51.5, -0.1],
    ['London, UK', 51.5, -0.1],
    ['London, Ontario', 43, -81.2],
    ['London, ON, Canada', 43, -81.2],
    ['Springfield, Illinois, US', 39.8, -89.6],
    ['Springfield, MO', 37.2, -93.3],
    ['München', 48.1, 11.6],
    ['Munich,Bavaria,Germany', 48.1, 11.6],
    ['MUENCHEN', 48.1, 11.6],
    ['Zürich,\nSwitzerland; CH', 47.4, 8.5],
    ['Köln, Deutschland', 50.9, 7],
    ['Paris', 48.9, 2.3],
    ['Paris, TX', 33.7, -95.6],
    ['Birmingham', 52.5, -1.9],
    ['Birmingham, Alabama', 33.5, -86.8],
    ['New York', 40.7, -74],
    ['New York City', 40.7, -74],
    ['New York,New York,United States', 40.7, -74],
    ['Washington, D.C.', 38.9, -77],
    ['St. Louis, Missouri', 38.6, -90.2],
    ['São Paulo', -23.5, -46.6],
    ['Sydney, NSW, Australia', -33.9, 151.2],
    ['Singapore', 1.3, 103.9],
    ['東京', 35.7, 139.7],
    ['Москва', 55.8, 37.6],
  ])('%s is found', async (name, lat, lon) => {
    const found = (await lazyPlaces()())(name);
    expect(Math.abs((found?.lat ?? Number.NaN) - lat)).toBeLessThan(0.15);
    expect(Math.abs((found?.lon ?? Number.NaN) - lon)).toBeLessThan(0.15);
  });

  it.each([
    '',
    ' ,, ',
    'Texas',
    'Germany',
    'Deutschland',
    'Ontario',
    'US',
    'Austin, Bavaria',
    'London, Atlantis',
    'Nowhereville',
    '10 Downing Street',
    'x'.repeat(5_000),
    'Z\ud800 \u0007',
    '__proto__',
    'constructor',
    'Paris,'.repeat(50) + 'TX',
  ])('%j is not, and is not guessed', async (name) => {
    expect((await lazyPlaces()())(name)).toBeUndefined();
  });

  it('is read from the file once, and only when it is asked for', () => {
    const places = lazyPlaces();
    expect(places()).toBe(places());
  });
});

describe('tables', () => {
  it('give the largest of several cities that the name fits', () => {
    const find = createFindPlace({
      cities: 'AA.01\t1\t1\nAA.02\t2\t2\nBB.01\t3\t3',
      names: 'alpha\t0,1,2\nsouth\t2\n',
      regions: 'AA.01\tNorth\nAA.02\tSouth\nBB.01\tEast\n',
      largeCities: 0,
    });
    expect(find('Alpha')).toEqual({ lat: 1, lon: 1 });
    expect(find('Alpha, South')).toEqual({ lat: 2, lon: 2 });
    expect(find('Alpha, East, BB')).toEqual({ lat: 3, lon: 3 });
    expect(find('Alpha, East, AA')).toBeUndefined();
    // A region elsewhere has this name, and the city is a small one.
    expect(find('South')).toBeUndefined();
  });

  it('are searched to their first and last line', () => {
    const table = 'a\t1\nb\t2\nb b\t3\nz\t4\n';
    expect(['a', 'b', 'b b', 'z', '', 'aa', 'zz'].map((key) => lineOf(table, key))).toEqual([
      '1',
      '2',
      '3',
      '4',
      undefined,
      undefined,
      undefined,
    ]);
    expect(lineOf('', 'a')).toBeUndefined();
  });
});

it('compares names without case, accents and punctuation', () => {
  expect(['Saint-Étienne', 'ŁÓDŹ', "L'Aquila", 'Großenhain', ' Winston–Salem '].map(placeKey)).toEqual([
    'saint etienne',
    'lodz',
    'laquila',
    'grossenhain',
    'winston salem',
  ]);
});
