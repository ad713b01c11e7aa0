import { defineOperation } from '../../define-operation.js';
import { orderedBounds } from '../../input/cross-rules.js';
import { always } from '../price-lines.js';
import { listingFields } from './listing-fields.js';
import { realtyaListingResult } from './listing-result.js';
import type { Target } from '../../target.js';

export const realtyaTarget: Target = { name: 'realtya', title: 'the first real-estate site' };

const BOUNDED = [
  'price',
  'monthlyPayment',
  'cost.pricePerSqft',
  'beds',
  'forSaleSquareFeet',
  'forRentSquareFootage',
  'stories',
  'yearBuilt',
];

export const realtyaListing = defineOperation({
  id: 'realtya/listing',
  summary: 'Real-estate listings of the first site',
  queue: 'sites',
  target: realtyaTarget,
  prices: always(5),
  result: realtyaListingResult,
  example: { keyword: 'Seattle, WA', type: 'forSale', price: { max: 900000 }, homeTypes: ['house', 'condo'] },
  rules: BOUNDED.map((path) => orderedBounds(`${path}.min`, `${path}.max`)),
  fields: listingFields,
});
