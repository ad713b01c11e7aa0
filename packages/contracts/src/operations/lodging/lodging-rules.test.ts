import { describe, expect, it } from '@jest/globals';
import type { ValidateOptions } from '../../operation.js';
import { operationById } from '../index.js';
import { validateParams } from '../../validate-params.js';

const NOW_MS = Date.UTC(2026, 10, 20, 23, 30);

/** `field rule` of every violation, sorted; empty when the input is fine. */
const broken = (id: string, input: unknown, options?: ValidateOptions): readonly string[] => {
  const operation = operationById(id);
  if (!operation) throw new Error(`no operation ${id}`);
  const checked = validateParams(operation, input, { nowMs: NOW_MS, ...options });
  return checked.ok ? [] : checked.violations.map(({ field, rule }) => `${field} ${rule}`).sort();
};

const STAY = {
  checkInDate: '2026-11-21',
  checkOutDate: '2026-11-23',
  rooms: '1',
  adults: '2',
  children: '0',
};
const SEARCH = { keyword: 'Lisbon', ...STAY };
const PLACE = { url: 'https://www.booking.com/hotel/pt/x.html', ...STAY };

/** [what is sent, what is broken]; the second is empty where the first is fine. */
type Row = readonly [change: Readonly<Record<string, unknown>>, ...broken: readonly string[]];

const runRows = (id: string, base: Readonly<Record<string, unknown>>, rows: readonly Row[]): void => {
  it.each(rows.map((row) => [JSON.stringify(row[0]).slice(0, 120), row] as const))(
    '%s',
    (_name, [change, ...rules]) => {
      expect(broken(id, { ...base, ...change })).toEqual([...rules].sort());
    },
  );
};

describe.each(['lodging/search', 'lodging/place'])('stay of %s', (id) => {
  runRows(id, id === 'lodging/search' ? SEARCH : PLACE, [
    [{}],
    [{ checkInDate: undefined }, 'checkInDate required'],
    [{ checkInDate: '' }, 'checkInDate required'],
    [{ checkInDate: '2026-11-20' }, 'checkInDate after'],
    [{ checkInDate: '2026-11-19' }, 'checkInDate after'],
    [{ checkInDate: '2026-02-30' }, 'checkInDate date'],
    [{ checkInDate: '2027-02-29', checkOutDate: '2027-03-02' }, 'checkInDate date'],
    [{ checkInDate: '2028-02-29', checkOutDate: '2028-03-02' }],
    [{ checkInDate: '2026-11-31' }, 'checkInDate date'],
    [{ checkInDate: '21.11.2026' }, 'checkInDate date'],
    [{ checkInDate: '2026-1-21' }, 'checkInDate date'],
    [{ checkInDate: '2026-11-21T00:00' }, 'checkInDate maxLength'],
    [{ checkOutDate: '2026-11-21' }, 'checkOutDate afterField'],
    [{ checkOutDate: '2026-11-20' }, 'checkOutDate afterField'],
    [{ checkInDate: '2026-11-01', checkOutDate: '2026-10-01' }, 'checkInDate after', 'checkOutDate afterField'],
    [{ checkOutDate: 'soon' }, 'checkOutDate date'],
    [{ checkInDate: ['2026-11-21', '2026-11-22'] }, 'checkInDate string'],
    [{ rooms: '0' }, 'rooms min'],
    [{ rooms: undefined }, 'rooms required'],
    [{ adults: '0' }, 'adults min'],
    [{ adults: '' }, 'adults required'],
    [{ adults: undefined }, 'adults required'],
    [{ children: undefined }, 'children required'],
    [{ children: '-1' }, 'children range'],
    [{ children: '11' }, 'children range', 'childrenAges requiredWhen'],
    [{ children: 11 }, 'children range', 'childrenAges requiredWhen'],
    [{ children: '11', childrenAges: '' }, 'children range', 'childrenAges requiredWhen'],
    [{ children: '11', childrenAges: '3,99' }, 'children range', 'childrenAges.1 range'],
    [{ children: '11', childrenAges: '0,1,2,3,4,5,6,7,8,9,10' }, 'children range'],
    [{ children: '10', childrenAges: '0,1,2,3,4,5,6,7,8,17' }],
    [{ children: '2' }, 'childrenAges requiredWhen'],
    [{ children: '2', childrenAges: '' }, 'childrenAges requiredWhen'],
    [{ children: '0', childrenAges: '' }],
    [{ children: '2', childrenAges: '3' }, 'childrenAges fixedLength'],
    [{ children: '1', childrenAges: '3,4' }, 'childrenAges fixedLength'],
    [{ children: '0', childrenAges: '3' }, 'childrenAges fixedLength'],
    [{ children: '2', childrenAges: '3,18' }, 'childrenAges.1 range'],
    [{ children: '2', childrenAges: '1,2,30' }, 'childrenAges fixedLength', 'childrenAges.2 range'],
    [{ children: '3', childrenAges: 'a,2' }, 'childrenAges fixedLength', 'childrenAges.0 integer'],
    [{ children: 'x', childrenAges: 'a' }, 'children integer', 'childrenAges.0 integer'],
    [{ children: '3', childrenAges: '18,5,99' }, 'childrenAges.0 range', 'childrenAges.2 range'],
    [{ children: '2', childrenAges: '3, 4' }, 'childrenAges.1 integer'],
    [{ children: '2', childrenAges: '3,' }, 'childrenAges.1 integer'],
    [{ children: '1', childrenAges: '-1' }, 'childrenAges.0 integer'],
    [{ children: '1', childrenAges: '1.5' }, 'childrenAges.0 integer'],
    [{ children: '2', childrenAges: ['3', '4'] }, 'childrenAges string'],
    [{ language: 'EN-us', currency: 'usd' }],
    [{ currency: 'hotelCurrency' }],
    [{ currency: 'dollars' }, 'currency regex'],
    [{ language: 'english' }, 'language regex'],
    [{ wifi: 'true' }, 'wifi unknown'],
  ]);

  it('judges dates in UTC on the given clock', () => {
    const base = id === 'lodging/search' ? SEARCH : PLACE;
    const midnightMs = Date.UTC(2026, 10, 21);
    expect(broken(id, base, { nowMs: midnightMs - 1 })).toEqual([]);
    expect(broken(id, base, { nowMs: midnightMs })).toEqual(['checkInDate after']);
  });
});

describe('price and filters of lodging/search', () => {
  runRows('lodging/search', SEARCH, [
    [{ price: { min: '10' } }],
    [{ price: { max: '20' } }],
    [{ price: { min: '10', max: '20' } }],
    [{ price: { min: '10.5', max: '20.25' } }],
    [{ price: { min: '9.99' } }, 'price.min min'],
    [{ price: { max: '19' } }, 'price.max min'],
    [{ price: { min: '5', max: '6' } }, 'price.min min', 'price.max min'],
    [{ price: { min: '50', max: '50' } }, 'price.max greaterThanField'],
    [{ price: { min: '90', max: '50' } }, 'price.max greaterThanField'],
    [{ price: {} }, 'price.min requiredIfNotExists', 'price.max requiredIfNotExists'],
    [{ price: { foo: '1' } }, 'price.foo unknown', 'price.min requiredIfNotExists', 'price.max requiredIfNotExists'],
    [{ price: { min: '20', foo: '1' } }, 'price.foo unknown'],
    [{ price: '50' }, 'price object'],
    [{ price: ['50'] }, 'price object'],
    [{ price: { min: ['10', '20'] } }, 'price.min number'],
    [{ price: { min: '' } }, 'price.min number'],
    [{ price: { min: '1e2' } }, 'price.min number'],
    [{ propertyType: 'hotels' }, 'propertyType array'],
    [{ propertyType: [] }, 'propertyType minLength'],
    [{ propertyType: [''] }, 'propertyType.0 enum'],
    [{ propertyType: ['hotels', 'igloos'] }, 'propertyType.1 enum'],
    [{ propertyType: [['hotels']] }, 'propertyType.0 string'],
    [{ propertyType: { a: 'hotels' } }, 'propertyType array'],
    [{ sort: ['topReviewed', 'ratingAndPrice'] }, 'sort string'],
    [{ sort: 'TopReviewed' }, 'sort enum'],
    [{ page: '0' }, 'page min'],
    [{ bedrooms: '-1' }, 'bedrooms min'],
    [{ keyword: ' ' }, 'keyword required'],
    [{ keyword: undefined }, 'keyword required'],
  ]);
});

describe('url of lodging/place', () => {
  const URLS: readonly (readonly [string, ...string[]])[] = [
    ['https://www.booking.com/hotel/pt/x.html'],
    ['http://booking.com/hotel/pt/x.html'],
    ['HTTPS://WWW.BOOKING.COM/hotel/pt/x.html'],
    ['https://www.booking.com:443/x'],
    ['https://de.booking.com/hotel', 'url urlHost'],
    ['https://www.booking.com:8443/x', 'url urlHost'],
    ['https://www.booking.com.evil.example/x', 'url urlHost'],
    ['https://evil.example/www.booking.com', 'url urlHost'],
    ['https://www.booking.com@evil.example/', 'url url'],
    ['https://user:pass@www.booking.com/', 'url url'],
    ['https://www.booking.com./x', 'url urlHost'],
    ['//www.booking.com/x', 'url url'],
    ['www.booking.com/x', 'url url'],
    ['ftp://www.booking.com/x', 'url urlScheme'],
    ['', 'url required'],
  ];
  it.each(URLS)('%s %s', (url, ...rules) => {
    expect(broken('lodging/place', { ...PLACE, url })).toEqual(rules);
  });

  it('takes the hosts of a configured origin, port included', () => {
    const url = 'http://127.0.0.1:4010/hotel/pt/x.html';
    const extraHosts = { lodging: ['127.0.0.1:4010'] };
    expect(broken('lodging/place', { ...PLACE, url })).toEqual(['url urlHost']);
    expect(broken('lodging/place', { ...PLACE, url }, { extraHosts })).toEqual([]);
    expect(broken('lodging/place', { ...PLACE, url: 'http://127.0.0.1:4011/' }, { extraHosts })).toEqual([
      'url urlHost',
    ]);
    expect(broken('realtyb/property', { url: 'http://127.0.0.1:4010/1_zpid/' }, { extraHosts })).toEqual([
      'url urlHost',
    ]);
  });
});
