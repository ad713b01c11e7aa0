import { describe, expect, it } from '@jest/globals';
import { validateParams } from '../validate-params.js';
import { OPERATIONS, operationById, operationForPath, TARGETS } from './index.js';

/** id, method, credits, queue */
const TABLE: [id: string, method: string, credits: number, queue: string][] = [
  ['scrape/web', 'POST', 10, 'browser-scrape'],
  ['enginea/serp', 'GET', 10, 'serp'],
  ['enginea/ai-mode', 'GET', 10, 'serp'],
  ['enginea/shopping', 'GET', 10, 'serp'],
  ['enginea/images', 'GET', 5, 'serp'],
  ['enginea/scholar', 'GET', 5, 'serp'],
  ['engineb/serp', 'GET', 10, 'serp'],
  ['enginec/serp', 'GET', 10, 'serp'],
  ['lodging/search', 'GET', 10, 'sites'],
  ['lodging/place', 'GET', 10, 'sites'],
  ['retailer/search', 'GET', 10, 'sites'],
  ['retailer/product', 'GET', 10, 'sites'],
  ['jobboard/listing', 'GET', 10, 'sites'],
  ['storeplatform/collections', 'GET', 5, 'sites'],
  ['realtya/listing', 'GET', 5, 'sites'],
  ['realtyb/property', 'GET', 5, 'sites'],
  ['localreviews/place', 'GET', 10, 'sites'],
];

const SMALLEST: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'lodging/search': {
    keyword: 'x',
    checkInDate: '2030-01-01',
    checkOutDate: '2030-01-02',
    rooms: '1',
    adults: '1',
    children: '0',
  },
  'lodging/place': {
    url: 'https://booking.com/hotel/x',
    checkInDate: '2030-01-01',
    checkOutDate: '2030-01-02',
    rooms: '1',
    adults: '1',
    children: '0',
  },
  'retailer/product': { itemId: '1' },
  'jobboard/listing': { keyword: 'x', location: 'y' },
  'storeplatform/collections': { url: 'https://store.example.com' },
  'realtya/listing': { keyword: 'x' },
  'realtyb/property': { url: 'https://zillow.com/homedetails/1_zpid/' },
  'localreviews/place': { placeId: 'x' },
  'scrape/web': { url: 'https://example.com' },
};

/** Exactly the defaults of each operation; `scrape/web` has its own test. */
const DEFAULTS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'enginea/serp': { domain: 'google.com', deviceType: 'desktop', filter: 1, nfpr: 0, start: 0, num: 10 },
  'enginea/ai-mode': { continuable: false },
  'enginea/shopping': { domain: 'google.com', deviceType: 'desktop', start: 0 },
  'enginea/images': { domain: 'google.com', deviceType: 'desktop', filter: 1, ijn: 0 },
  'enginea/scholar': { num: 10, asSdt: '0,5', filter: 1, asVis: 0, asRr: 0 },
  'engineb/serp': { deviceType: 'desktop' },
  'enginec/serp': { deviceType: 'desktop' },
  'lodging/search': { page: 1 },
  'lodging/place': {},
  'retailer/search': { domain: 'walmart.com', language: 'en', sort: 'bestMatch', page: 1 },
  'retailer/product': { domain: 'walmart.com', language: 'en', otherOffers: false },
  'jobboard/listing': { domain: 'www.indeed.com', sort: 'relevance', sponsoredOnly: false },
  'storeplatform/collections': { limit: 10, page: 1 },
  'realtya/listing': { type: 'forSale', page: 1 },
  'realtyb/property': { extractAgentEmails: false },
  'localreviews/place': { domain: 'www.yelp.com' },
};

const find = (id: string) => {
  const operation = operationById(id);
  if (!operation) throw new Error(`no operation ${id}`);
  return operation;
};

const paramsOf = (id: string, input: unknown): Record<string, unknown> => {
  const checked = validateParams(find(id), input);
  if (!checked.ok) throw new Error(JSON.stringify(checked.violations));
  return checked.params;
};

describe('the list of operations', () => {
  it('holds the endpoints of the contract, those that came later behind them', () => {
    expect(OPERATIONS.slice(0, TABLE.length).map(({ id, method, queue }) => [id, method, queue])).toEqual(
      TABLE.map(([id, method, , queue]) => [id, method, queue]),
    );
  });

  it('batches pages and web search', () => {
    expect(OPERATIONS.filter(({ isBatchable }) => isBatchable).map(({ id }) => id)).toEqual([
      'scrape/web',
      'enginea/serp',
    ]);
  });

  it.each(TABLE)('finds %s by id and path', (id) => {
    const path = id === 'scrape/web' ? '/scrape/web' : `/scrape/${id}`;
    expect(find(id).path).toBe(path);
    expect(operationForPath(path)).toBe(find(id));
  });

  it('finds nothing under other names', () => {
    expect(operationById('enginea')).toBeUndefined();
    expect(operationById('__proto__')).toBeUndefined();
    expect(operationForPath('/scrape/scrape/web')).toBeUndefined();
    expect(operationForPath('/scrape/web/')).toBeUndefined();
  });

  it('declares each engine and site once: a further operation imports the target of the first', () => {
    const names = TARGETS.map(({ name }) => name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it('uses neutral words in every parameter name', () => {
    const names = JSON.stringify(OPERATIONS.map(({ input }) => Object.keys(input.fields))).toLowerCase();
    expect(names).not.toMatch(/google|bing|duck|booking|walmart|indeed|shopify|redfin|zillow|yelp/);
  });
});

describe.each(TABLE)('%s', (id, _method, credits) => {
  const smallest = SMALLEST[id] ?? { q: 'x' };

  it('takes its example and its own checked parameters again', () => {
    const once = paramsOf(id, find(id).example);
    expect(paramsOf(id, once)).toEqual(once);
  });

  it('costs what the price list says', () => {
    const operation = find(id);
    const params = paramsOf(id, smallest);
    expect(operation.holdCredits(params)).toBe(credits);
    expect(operation.prices.map((line) => line.credits)).toContain(credits);
    const served = { tier: 'browser', proxyType: 'datacenter' } as const;
    expect(operation.priceCredits(params, served)).toBeLessThanOrEqual(credits);
    if (id !== 'scrape/web') expect(operation.priceCredits(params, served)).toBe(credits);
  });

  it('applies exactly its defaults', () => {
    if (id === 'scrape/web') return;
    const typed = Object.fromEntries(Object.entries(paramsOf(id, smallest)).filter(([name]) => !(name in smallest)));
    expect(typed).toEqual(DEFAULTS[id]);
  });

  it('is a zod schema', () => {
    const schema = find(id).paramsSchema();
    expect(schema.safeParse(smallest)).toEqual({ success: true, data: paramsOf(id, smallest) });
    expect(schema.safeParse({ ...smallest, nope: '1' }).error?.issues).toEqual([
      expect.objectContaining({ code: 'unrecognized_keys', path: [], keys: ['nope'] }),
    ]);
    expect(schema.safeParse(null).error?.issues).toEqual([
      expect.objectContaining({ code: 'invalid_type', path: [], expected: 'object' }),
    ]);
    expect(validateParams(find(id), { ...smallest, nope: '1' })).toMatchObject({
      violations: [{ field: 'nope', rule: 'unknown' }],
    });
    expect(validateParams(find(id), null)).toMatchObject({ violations: [{ field: '', rule: 'object' }] });
  });
});

describe('surcharges', () => {
  it.each([
    ['retailer/product', { itemId: '1', otherOffers: 'true' }, 15],
    ['retailer/product', { itemId: '1', otherOffers: 'false' }, 10],
    ['realtyb/property', { ...SMALLEST['realtyb/property'], extractAgentEmails: 'true' }, 10],
    ['realtyb/property', { ...SMALLEST['realtyb/property'], extractAgentEmails: 'false' }, 5],
  ])('%s with %j costs %s', (id, input, credits) => {
    const params = paramsOf(id, input);
    expect(find(id).holdCredits(params)).toBe(credits);
    expect(find(id).priceCredits(params, { tier: 'browser', proxyType: 'datacenter' })).toBe(credits);
  });
});
