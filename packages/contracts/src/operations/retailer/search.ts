import { defineOperation } from '../../define-operation.js';
import { onSite, orderedBounds, requireOneOf } from '../../input/cross-rules.js';
import { url } from '../../input/formats.js';
import { choice, decimal, text } from '../../input/scalars.js';
import { always } from '../price-lines.js';
import { page, QUERY_MAX_CHARS } from '../shared-fields.js';
import { domain, language, retailerTarget } from './retailer-fields.js';
import { retailerSearchResult } from './search-result.js';

const FACET = /^[^:|]+:(?:[^|]|\|(?!\|))+(?:\|\|[^:|]+:(?:[^|]|\|(?!\|))+)*$/;

export const retailerSearch = defineOperation({
  id: 'retailer/search',
  summary: 'Products of a search or category',
  queue: 'sites',
  target: retailerTarget,
  prices: always(10),
  result: retailerSearchResult,
  override: {
    by: 'url',
    fields: [
      ...(['q', 'catId', 'domain', 'language', 'sort', 'page'] as const),
      ...(['minPrice', 'maxPrice', 'deliveryType', 'facet'] as const),
    ],
  },
  example: { q: 'coffee grinder', sort: 'priceLowToHigh' },
  rules: [
    requireOneOf(['q', 'catId', 'url'], ['q', 'catId']),
    onSite('url', retailerTarget),
    orderedBounds('minPrice', 'maxPrice'),
  ],
  fields: {
    q: text({ note: 'Search text. Required unless catId or url is given.', maxChars: QUERY_MAX_CHARS }),
    catId: text({
      note: 'Category id, numbers joined with underscores. Without q, it lists the category.',
      pattern: /^\d+(?:_\d+)*$/,
      form: 'numbers joined with underscores, such as 3944_3951',
    }),
    domain,
    language,
    sort: choice({
      note: 'Order of the results.',
      values: ['bestMatch', 'priceLowToHigh', 'priceHighToLow', 'bestseller', 'highlyRated', 'newArrivals'],
      default: 'bestMatch',
    }),
    url: url({
      note: 'Full search or category URL; overrides the other parameters, which are then not even checked.',
    }),
    page,
    minPrice: decimal({ note: "Minimum price in the storefront's currency.", min: 0 }),
    maxPrice: decimal({ note: 'Maximum price.', min: 0 }),
    deliveryType: choice({ note: 'Only products with this fulfilment.', values: ['shipping', 'pickup'] }),
    facet: text({
      note: 'Filters as name:value, several joined with ||; the response lists valid ones in facets.',
      maxChars: 2048,
      pattern: FACET,
      form: 'name:value, several joined with ||',
    }),
  },
});
