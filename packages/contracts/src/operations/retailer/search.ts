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
  isBuilt: true,
  prices: always(10),
  result: retailerSearchResult,
  example: { q: 'coffee grinder', sort: 'priceLowToHigh' },
  rules: [
    requireOneOf(['q', 'catId', 'url'], ['q', 'catId']),
    onSite('url', retailerTarget),
    orderedBounds('minPrice', 'maxPrice'),
  ],
  fields: {
    q: text({ note: 'Search text. Required unless catId or url is given.', maxChars: QUERY_MAX_CHARS }),
    catId: text({
      note: 'Category id, numbers joined with underscores. Alone it browses the category.',
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
      note: 'Full search or category URL, taken as it is; overrides the other parameters.',
    }),
    page,
    minPrice: decimal({ note: "Lowest price in the storefront's currency.", min: 0 }),
    maxPrice: decimal({ note: 'Highest price.', min: 0 }),
    deliveryType: choice({ note: 'Only products with this fulfilment.', values: ['shipping', 'pickup'] }),
    facet: text({
      note: "Filters name:value, several joined with ||; valid ones stand in the answer's facets.",
      maxChars: 2048,
      pattern: FACET,
      form: 'name:value, several joined with ||',
    }),
  },
});
