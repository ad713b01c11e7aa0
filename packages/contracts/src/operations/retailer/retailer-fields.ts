import { choice, code } from '../../input/scalars.js';
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
  note: "Language tag, such as en or fr-CA. An unsupported one falls back to the storefront's default.",
  letters: 'lower',
  values: ['en', 'es', 'fr'],
  pattern: /^[a-z]{2,3}(?:-[a-z\d]{2,8}){0,4}$/,
  default: 'en',
});
