import { choice, code } from '../../input/scalars.js';
import { isoLanguages } from '../shared-fields.js';
import { withWww, type Target } from '../../target.js';

export const retailerTarget: Target = {
  name: 'retailer',
  title: 'the retail site',
  hosts: withWww('walmart.com', 'walmart.ca', 'walmart.com.mx'),
};

export const domain = choice({
  note: 'Storefront; each has its own catalogue, prices and currency. The .com.mx one is untested.',
  values: ['walmart.com', 'walmart.ca', 'walmart.com.mx'],
  default: 'walmart.com',
});

export const language = code({
  note: "Language, two letters. One that the storefront lacks falls back to the storefront's default.",
  letters: 'lower',
  values: isoLanguages,
  default: 'en',
});
