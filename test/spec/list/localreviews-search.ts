import { refused, sent, type EntryList } from '../entry.js';

const STATE = {
  legacyProps: {
    searchAppProps: {
      searchPageProps: {
        mainContentComponentsListProps: [
          { bizId: 'a1', searchResultBusiness: { name: 'Stone Works', businessUrl: '/biz/stone-works', isAd: false } },
          { type: 'pagination', props: { totalResults: 30, resultsPerPage: 10, startResult: 10 } },
        ],
      },
    },
  },
};

const PAGE = `<!doctype html><html><head><title>Masons</title></head><body><h1>Masons</h1>
<p>${'Places where stone is worked, one after the other. '.repeat(12)}</p>
<script data-hypernova-key="x__Search__dynamic" type="application/json"><!--${JSON.stringify(STATE)}--></script></body></html>`;

export const LOCALREVIEWS_SEARCH: EntryList = {
  table: 'localreviews/search',
  operation: 'localreviews/search',
  valid: { keyword: 'masons', location: 'Austin, TX' },
  page: PAGE,
  entries: [
    sent('keyword', 'is what is searched for', {}, { path: '/search', query: { find_desc: 'masons', cflt: null } }),
    {
      rows: ['keyword', 'category'],
      rule: 'are required, one of them',
      give: { keyword: null },
      seen: { refused: ['keyword', 'category'].map((field) => ({ field, rule: 'requiredIfNotExists' })) },
    },
    sent('category', 'is the category', { category: 'masonry' }, { query: { cflt: 'masonry', find_desc: 'masons' } }),
    sent('category', 'is enough alone', { category: 'masonry', keyword: null }, { query: { find_desc: null } }),
    refused('category', 'is an alias', { category: 'Masonry & Co' }, 'category', 'regex'),
    sent('location', 'is the place', {}, { query: { find_loc: 'Austin, TX' } }),
    refused('location', 'is required', { location: null }, 'location', 'required'),
    sent('start', 'is left out for the first page', { start: '0' }, { query: { start: null } }),
    sent('start', 'is the first result', { start: '20' }, { query: { start: '20' } }),
    { rows: ['start'], rule: 'of the next page is in the response', seen: { answer: { 'pagination.nextStart': 20 } } },
    refused('start', 'is not negative', { start: '-10' }, 'start', 'min'),
    {
      rows: ['domain'],
      rule: 'is the host that is asked',
      give: { domain: 'www.yelp.ca' },
      seen: {
        address: /^https:\/\/www\.yelp\.ca\/search\?/,
        answer: { 'places[].url': 'https://www.yelp.ca/biz/stone-works' },
      },
    },
    refused('domain', 'is a host of the site', { domain: 'example.com' }, 'domain', 'enum'),
  ],
};
