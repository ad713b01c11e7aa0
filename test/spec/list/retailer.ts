import { refused, sent, type AskedOfTarget, type EntryList, type Given } from '../entry.js';

const searches = (row: string, rule: string, give: Given, asked: AskedOfTarget) =>
  sent(row, rule, give, { path: '/search', ...asked });
const products = (row: string, rule: string, give: Given, path: string) => sent(row, rule, give, { path });

export const RETAILER: readonly EntryList[] = [
  {
    table: 'retailer/search',
    operation: 'retailer/search',
    valid: { q: 'kettle' },
    entries: [
      searches('q', 'is the search text', {}, { query: { q: 'kettle' } }),
      {
        rows: ['q', 'catId'],
        rule: 'are not both missing',
        give: { q: null },
        seen: {
          refused: [
            { field: 'q', rule: 'requiredIfNotExists' },
            { field: 'catId', rule: 'requiredIfNotExists' },
          ],
        },
      },
      searches(
        'catId',
        'is searched in with q',
        { catId: '4044_90548' },
        { query: { q: 'kettle', cat_id: '4044_90548' } },
      ),
      sent('catId', 'is browsed alone', { q: null, catId: '4044_90548' }, { path: '/browse/4044_90548' }),
      refused('catId', 'is numbers joined with underscores', { catId: 'kitchen' }, 'catId', 'regex'),
      sent('domain', 'chooses the storefront', { domain: 'walmart.ca' }, { path: '/en/search' }),
      {
        rows: ['domain'],
        rule: 'is the host that is asked',
        give: { domain: 'walmart.ca' },
        seen: { address: /^https:\/\/www\.walmart\.ca\/en\/search\?/ },
      },
      { rows: ['domain'], rule: 'has a default', seen: { address: /^https:\/\/www\.walmart\.com\/search\?/ } },
      refused('domain', 'is a storefront', { domain: 'example.com' }, 'domain', 'enum'),
      searches('language', 'is English unless stated', {}, { query: { q: 'kettle' } }),
      sent('language', 'is Spanish on the first storefront', { language: 'es' }, { path: '/es/search' }),
      sent('language', 'is French on the second', { domain: 'walmart.ca', language: 'fr' }, { path: '/fr/search' }),
      searches('language', 'falls back where a storefront has it not', { language: 'fr' }, {}),
      searches('sort', 'is the best match unless stated', {}, { query: { sort: null } }),
      searches('sort', 'is the order', { sort: 'priceLowToHigh' }, { query: { sort: 'price_low' } }),
      refused('sort', 'is one of its values', { sort: 'cheapest' }, 'sort', 'enum'),
      sent('url', 'is asked as it is', { q: null, url: 'https://www.walmart.com/browse/10002?facet=brand:A' }, { path: '/browse/10002', query: { facet: 'brand:A' } }), // oxfmt-ignore
      searches('url', 'overrides the other parameters', { url: 'https://www.walmart.com/search?q=teapot', minPrice: '5' }, { query: { q: 'teapot', min_price: null } }), // oxfmt-ignore
      {
        rows: ['url'],
        rule: 'states the storefront',
        give: { url: 'https://www.walmart.ca/en/search?q=teapot', domain: 'walmart.com' },
        seen: { address: /^https:\/\/www\.walmart\.ca\/en\/search\?q=teapot$/ },
      },
      refused('url', 'is on the site', { url: 'https://example.com/search?q=teapot' }, 'url', 'urlHost'),
      searches('page', 'is left out for the first page', { page: '1' }, { query: { page: null } }),
      searches('page', 'is the page', { page: '3' }, { query: { page: '3' } }),
      {
        rows: ['page'],
        rule: 'is empty after the last',
        give: { page: '11' },
        seen: { counts: { productResults: 0 } },
      },
      refused('page', 'is at least 1', { page: '0' }, 'page', 'min'),
      searches('minPrice', 'is the lower bound', { minPrice: '10.5' }, { query: { min_price: '10.5' } }),
      refused('minPrice', 'is a number', { minPrice: '$10' }, 'minPrice', 'number'),
      searches('maxPrice', 'is the upper bound', { maxPrice: '50' }, { query: { max_price: '50' } }),
      refused(
        'maxPrice',
        'is not below the lower bound',
        { minPrice: '50', maxPrice: '10' },
        'maxPrice',
        'notLessThanField',
      ),
      searches(
        'deliveryType',
        'keeps one kind',
        { deliveryType: 'pickup' },
        { query: { facet: 'fulfillment_method:Pickup' } },
      ),
      refused('deliveryType', 'is one of its values', { deliveryType: 'drone' }, 'deliveryType', 'enum'),
      searches('facet', 'is a name and a value', { facet: 'brand:A & B' }, { query: { facet: 'brand:A & B' } }),
      searches(
        'facet',
        'is several with two bars',
        { facet: 'brand:A||color:Red' },
        { query: { facet: 'brand:A||color:Red' } },
      ),
      {
        rows: ['facet'],
        rule: 'is listed in the response',
        seen: { answer: { 'facets[].values[].value': 'brand:A & B' } },
      },
      refused('facet', 'has a colon', { facet: 'brand' }, 'facet', 'regex'),
    ],
  },
  {
    table: 'retailer/product',
    operation: 'retailer/product',
    valid: { itemId: '1001' },
    entries: [
      products('itemId', 'is the product', {}, '/ip/1001'),
      products('itemId', 'may have letters', { itemId: '6000ABC123', domain: 'walmart.ca' }, '/en/ip/6000ABC123'),
      {
        rows: ['itemId', 'url'],
        rule: 'are not both missing',
        give: { itemId: null },
        seen: {
          refused: [
            { field: 'itemId', rule: 'requiredIfNotExists' },
            { field: 'url', rule: 'requiredIfNotExists' },
          ],
        },
      },
      refused('itemId', 'has letters and digits alone', { itemId: '10/01' }, 'itemId', 'regex'),
      products('url', 'overrides itemId', { url: 'https://www.walmart.com/ip/kettle/2002' }, '/ip/kettle/2002'),
      refused('url', 'is on the site', { url: 'https://example.com/ip/kettle/2002' }, 'url', 'urlHost'),
      {
        rows: ['domain'],
        rule: 'is the storefront',
        give: { domain: 'walmart.ca' },
        seen: { address: /^https:\/\/www\.walmart\.ca\/en\/ip\/1001$/ },
      },
      {
        rows: ['domain', 'url'],
        rule: 'is ignored when url is given',
        give: { domain: 'walmart.ca', url: 'https://www.walmart.com/ip/kettle/2002' },
        seen: { address: /^https:\/\/www\.walmart\.com\/ip\/kettle\/2002$/ },
      },
      refused('domain', 'is a storefront', { domain: 'example.com' }, 'domain', 'enum'),
      products('language', 'is the language', { language: 'es' }, '/es/ip/1001'),
      products('language', 'falls back where a storefront has it not', { language: 'fr' }, '/ip/1001'),
      {
        rows: ['otherOffers'],
        rule: 'is absent unless competitors are counted',
        seen: { answer: { 'product.itemId': '1001', 'product.otherOffers': null } },
      },
      {
        rows: ['otherOffers'],
        rule: 'is the count and the lowest price where the page has them',
        give: { itemId: '72' },
        seen: { timesAsked: 1, answer: { 'product.otherOffers.totalOffers': 2, 'product.otherOffers.lowestPrice': 18, 'product.otherOffers.offers': null } }, // oxfmt-ignore
      },
      {
        rows: ['otherOffers'],
        rule: 'is the list of sellers when it is true',
        give: { itemId: '73', otherOffers: 'true' },
        seen: {
          timesAsked: 2,
          asked: { path: /\/GetAllSellerOffers\// },
          answer: { 'product.otherOffers.offers[].sellerName': 'Seller 2' },
        },
      },
      refused('otherOffers', 'is true or false', { otherOffers: 'yes' }, 'otherOffers', 'boolean'),
    ],
  },
];
