import { refused, sent, type EntryList } from '../entry.js';

const list = (
  row: string,
  rule: string,
  give: Readonly<Record<string, string>>,
  query: Readonly<Record<string, string | null>>,
) =>
  // oxfmt-ignore
  sent(row, rule, give, { path: '/collections.json', query });

export const STOREPLATFORM: EntryList = {
  table: 'storeplatform/collections',
  operation: 'storeplatform/collections',
  valid: { url: 'https://stones.example/shop' },
  entries: [
    list('url', 'is the store', {}, {}),
    {
      rows: ['url'],
      rule: 'is the host that is asked',
      seen: { address: /^https:\/\/stones\.example\/collections\.json/ },
    },
    refused('url', 'is required', { url: null }, 'url', 'required'),
    refused('url', 'is complete', { url: 'stones.example' }, 'url', 'url'),
    list('limit', 'is 10 unless stated', {}, { limit: '10' }),
    {
      rows: ['limit'],
      rule: 'is the number of collections',
      give: { limit: '5' },
      seen: { counts: { collections: 5 } },
    },
    list('limit', 'is at most 250', { limit: '250' }, { limit: '250' }),
    refused('limit', 'is not above 250', { limit: '251' }, 'limit', 'range'),
    refused('limit', 'is at least 1', { limit: '0' }, 'limit', 'range'),
    list('page', 'is left out for the first page', { page: '1' }, { page: null }),
    list('page', 'is the page', { page: '2' }, { page: '2' }),
    refused('page', 'is positive', { page: '0' }, 'page', 'min'),
    refused('page', 'is an integer', { page: '1.5' }, 'page', 'integer'),
  ],
};

export const LOCALREVIEWS: EntryList = {
  table: 'localreviews/place',
  operation: 'localreviews/place',
  valid: { placeId: 'stone-works' },
  entries: [
    sent('placeId', 'is the alias of a place', {}, { path: '/biz/stone-works' }),
    sent(
      'placeId',
      'is the id of a place',
      { placeId: 'M1JJfYM_exJE9lqTIWg7FA' },
      { path: '/biz/M1JJfYM_exJE9lqTIWg7FA' },
    ),
    refused('placeId', 'is required', { placeId: null }, 'placeId', 'required'),
    refused('placeId', 'is no path', { placeId: 'stone/works' }, 'placeId', 'regex'),
    {
      rows: ['domain'],
      rule: 'is the host that is asked',
      give: { domain: 'www.yelp.ca' },
      seen: { address: /^https:\/\/www\.yelp\.ca\/biz\/stone-works$/ },
    },
    { rows: ['domain'], rule: 'has a default', seen: { address: /^https:\/\/www\.yelp\.com\/biz\/stone-works$/ } },
    refused('domain', 'is a host of the site', { domain: 'example.com' }, 'domain', 'enum'),
  ],
};
