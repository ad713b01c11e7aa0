import { defineOperation } from '../../define-operation.js';
import { onSite, requireOneOf } from '../../input/cross-rules.js';
import { url } from '../../input/formats.js';
import { flag, text } from '../../input/scalars.js';
import { retailerProductResult } from './product-result.js';
import { domain, language, retailerTarget } from './retailer-fields.js';

const BASE_CREDITS = 10;
const OTHER_OFFERS_CREDITS = 5;

export const retailerProduct = defineOperation({
  id: 'retailer/product',
  summary: 'One product',
  queue: 'sites',
  target: retailerTarget,
  prices: [
    { when: 'otherOffers is false', credits: BASE_CREDITS },
    { when: 'otherOffers is true, whether or not other sellers exist', credits: BASE_CREDITS + OTHER_OFFERS_CREDITS },
  ],
  hold: ({ otherOffers }) => BASE_CREDITS + (otherOffers ? OTHER_OFFERS_CREDITS : 0),
  result: retailerProductResult,
  override: { by: 'url', fields: ['itemId', 'domain'] },
  example: { itemId: '5113183757', otherOffers: true },
  rules: [requireOneOf(['itemId', 'url']), onSite('url', retailerTarget)],
  fields: {
    itemId: text({
      note: 'Item id, numeric or alphanumeric. Required unless url is given.',
      maxChars: 64,
      pattern: /^[A-Za-z0-9]+$/,
      form: 'letters and digits only',
    }),
    url: url({ note: 'Full product URL; overrides itemId and domain.' }),
    domain,
    language,
    otherOffers: flag({ note: 'Also collect the offers of other sellers.', default: false }),
  },
});
