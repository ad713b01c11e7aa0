import type { OperationId } from '../../../packages/contracts/src/index.js';
import type { Entry, EntryList, Given, Seen } from '../entry.js';
import { AI_MODE_PAGE } from '../pages/ai-mode-page.js';

const STAY = { checkInDate: '2030-06-10', checkOutDate: '2030-06-14', rooms: '1', adults: '2', children: '0' };
const PLACE = 'https://www.booking.com/hotel/gb/oak-inn.html';
const HOME = 'https://www.zillow.com/homedetails/1-Example-St/12_zpid/';
const [SEARCHES, LODGING, JOBS_AND_PLACES, PICTURES, HOMES] = [
  'AI mode, web search, shopping, second and third search engine',
  'Accommodation search, accommodation place',
  'Job listing, local-business place',
  'Images, scholar',
  'Store collections, real-estate listing, real-estate property',
] as const;

const one = (table: string, operation: OperationId, valid: Given, entries: readonly Entry[]): EntryList => ({
  table,
  operation,
  valid,
  ...(operation === 'enginea/ai-mode' ? { page: AI_MODE_PAGE } : {}),
  entries,
});

const costs = (row: string, operation: OperationId, charged: number, valid: Given): EntryList =>
  one('prices', operation, valid, [{ rows: [row], rule: `${operation} costs ${charged}`, seen: { charged } }]);

const Q = { q: 'slate roofs' };

export const PRICES: readonly EntryList[] = [
  costs(SEARCHES, 'enginea/ai-mode', 10, Q),
  costs(SEARCHES, 'enginea/serp', 10, Q),
  costs(SEARCHES, 'enginea/shopping', 10, Q),
  costs(SEARCHES, 'engineb/serp', 10, Q),
  costs(SEARCHES, 'enginec/serp', 10, Q),
  costs(LODGING, 'lodging/search', 10, { keyword: 'Oak Bay', ...STAY }),
  costs(LODGING, 'lodging/place', 10, { url: PLACE, ...STAY }),
  costs('Retail search', 'retailer/search', 10, { q: 'kettle' }),
  costs('Retail product', 'retailer/product', 10, { itemId: '1001' }),
  one('prices', 'retailer/product', { otherOffers: 'true' }, [
    { rows: ['Retail product'], rule: 'costs 5 more with otherOffers', give: { itemId: '73' }, seen: { charged: 15 } },
    { rows: ['Retail product'], rule: 'does so without sellers', give: { itemId: '1001' }, seen: { charged: 15 } },
    {
      rows: ['Retail product'],
      rule: 'is free when it fails',
      give: { url: 'https://www.walmart.com/ip/gone/1' },
      seen: { status: 404, error: 'target_not_found', charged: 0 },
    },
  ]),
  costs(JOBS_AND_PLACES, 'jobboard/listing', 10, { keyword: 'mason', location: 'Texas' }),
  costs(JOBS_AND_PLACES, 'localreviews/place', 10, { placeId: 'stone-works' }),
  costs(PICTURES, 'enginea/images', 5, Q),
  costs(PICTURES, 'enginea/scholar', 5, Q),
  costs(HOMES, 'storeplatform/collections', 5, { url: 'https://stones.example/shop' }),
  costs(HOMES, 'realtya/listing', 5, { keyword: '98101' }),
  costs(HOMES, 'realtyb/property', 5, { url: HOME }),
  costs(HOMES, 'realtyb/property', 10, { url: HOME, extractAgentEmails: 'true' }),
];

const limit = (row: string, rule: string, give: Given, seen: Seen): Entry => ({ rows: [row], rule, give, seen });
const range = (field: string): Seen => ({ refused: [{ field, rule: 'range' }] });
const min = (field: string): Seen => ({ refused: [{ field, rule: 'min' }] });

export const LIMITS: readonly EntryList[] = [
  one('limits', 'lodging/search', { keyword: 'Oak Bay', ...STAY }, [
    limit('Results per page', 'are 25', {}, { counts: { results: 25 } }),
    limit('Results per page', 'begin anew on the second', { page: '2' }, { answer: { 'results[].title': 'Inn 25' } }),
    limit('Children', 'are at most 10', { children: '11', childrenAges: '1,1,1,1,1,1,1,1,1,1,1' }, range('children')),
    limit('Children', 'are at most 17 years old', { children: '1', childrenAges: '18' }, range('childrenAges.0')),
    limit('Price bounds', 'begin at 10', { 'price[min]': '9.99' }, min('price.min')),
    limit('Price bounds', 'end at 20 or more', { 'price[max]': '19.99' }, min('price.max')),
  ]),
  one('limits', 'retailer/search', { q: 'kettle' }, [
    limit('Results depth', 'is about 10 pages', { page: '11' }, { counts: { productResults: 0 }, charged: 10 }),
  ]),
  one('limits', 'storeplatform/collections', { url: 'https://stones.example/shop' }, [
    limit('Collections per request', 'are 10', {}, { counts: { collections: 10 } }),
    limit('Collections per request', 'are at most 250', { limit: '251' }, range('limit')),
    limit('Collections per request', 'are at least 1', { limit: '0' }, range('limit')),
  ]),
];
