import type { MockRoute, MockState } from './mock-route.js';

const DAY_MS = 86_400_000;
const dayOf = (index: number): string => new Date(Date.now() - (29 - index) * DAY_MS).toISOString().slice(0, 10);

const field = (name: string, usual: number, today: number, title = name) => ({
  ...{ field: name, title, isDrop: today < usual - 0.2, dropSince: today < usual - 0.2 ? dayOf(28) : null },
  band: usual > 0.3 ? { center: usual, low: Math.max(0, usual - 0.03), high: Math.min(1, usual + 0.03) } : null,
  days: Array.from({ length: 30 }, (_, index) => ({
    day: dayOf(index),
    pages: index % 9 === 4 ? 0 : 180 + ((index * 37) % 60),
    share: index % 9 === 4 ? null : index >= 28 ? today : Math.min(1, usual + 0.02 * Math.sin(index * 2)),
  })),
});

const FIELDS = [
  field('productResults[].price', 0.95, 0.12),
  field('@understood', 0.99, 0.98, 'page understood'),
  field('@shown', 0.96, 0.95, 'page shown (not blocked)'),
  field('productResults[].title', 1, 1),
  field('productResults[].reviews', 0.61, 0.6),
  field('relatedResults', 0.12, 0.2),
];

const missing = [1, 2, 3].map((index) => ({
  requestId: `19a42dc9-fb85-4f08-bb59-6e226ac3${String(1000 + index)}`,
  ...{ accountId: '5c5dabf6-ca7e-472a-bbee-22e90f281f69', hasPage: index !== 2 },
}));

const sites = (state: MockState) =>
  ['datacenter', 'residential'].map((exit, index) => ({
    ...{ host: state === 'long' ? `${'a-very-long-name.'.repeat(6)}example` : 'shop.example', exit },
    ...{ read: 4_210 - index * 3_000, unrecognized: 12 * index, blocked: 230 - index * 200, failed: 3 },
  }));

const operation = (id: string, summary: string, fields: readonly (typeof FIELDS)[number][], state: MockState) => ({
  ...{ operation: id, summary, pagesToday: 204, fieldsCount: fields.length, worst: fields[0] ?? null },
  ...{ dropsCount: fields.filter(({ isDrop }) => isDrop).length, sites: sites(state) },
});

const hosts = (state: MockState) =>
  ['shop.example', 'harbour-prices.example', 'slate.example'].map((host, index) => ({
    host: state === 'long' && index === 0 ? `${'a-very-long-name.'.repeat(6)}example` : host,
    week: { requests: 9_410 - index * 3_000, blocked: 430 - index * 200, unrecognized: 12 * index },
    today: { requests: index === 2 ? 0 : 812, blocked: index === 2 ? 0 : 96, unrecognized: 2 * (index % 2) },
  }));

/** The health of reading, with a layout that has changed. */
export const READING_ROUTES: readonly MockRoute[] = [
  {
    method: 'GET',
    path: /^\/api\/operator\/hosts$/,
    handle: ({ state }) => ({ body: { hosts: state === 'empty' ? [] : hosts(state) } }),
  },
  {
    method: 'GET',
    path: /^\/api\/operator\/reading$/,
    handle: ({ state }) => ({
      body: {
        operations:
          state === 'empty'
            ? []
            : [
                operation('retailer/search', 'Products of a search or category', FIELDS, state),
                operation('enginea/serp', 'Web results of the primary search engine', FIELDS.slice(1), state),
                operation('lodging/place', 'One accommodation', FIELDS.slice(5), state),
              ],
      },
    }),
  },
  {
    method: 'GET',
    path: /^\/api\/operator\/reading\/detail$/,
    handle: ({ state, query }) => ({
      body: {
        ...{ operation: query.get('operation'), summary: 'Products of a search or category', sites: sites(state) },
        fields: state === 'empty' ? [] : FIELDS.map((one) => ({ ...one, missing: one.isDrop ? missing : [] })),
      },
    }),
  },
  {
    method: 'GET',
    path: /^\/api\/operator\/reading\/page$/,
    handle: () => ({ type: 'text/html', body: '<h1>Shop</h1><p>A page without prices.</p>' }),
  },
];
