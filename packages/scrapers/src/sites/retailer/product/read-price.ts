import { definedOrNone, onlyAmount } from '@quarry/html';
import { amountOf, at, textOf, type Json } from '../../../shared/json-values.js';
import type { Storefront } from '../storefront.js';
import type { Price } from './product.js';

/** A price given as a number and as text; the text is read where there is no number. */
export const amountIn = (price: Json): number | undefined =>
  amountOf(at(price, 'price')) ?? onlyAmount(textOf(at(price, 'priceString')));

/** The price block of a product or an offer. */
export const priceBlock = (info: Json, storefront: Storefront): Price | undefined => {
  const current = at(info, 'currentPrice');
  const price = definedOrNone<Price>({
    currentPrice: amountIn(current),
    currentPriceDisplay: textOf(at(current, 'priceDisplay')) ?? textOf(at(current, 'priceString')),
    beforePrice: amountIn(at(info, 'wasPrice')),
    beforePriceDisplay: textOf(at(info, 'wasPrice', 'priceString')),
    unitPrice: textOf(at(info, 'unitPrice', 'priceString')),
    priceRangeDisplay: textOf(at(info, 'priceRange', 'priceString')),
  });
  return price && { ...price, currency: textOf(at(current, 'currencyUnit')) ?? storefront.currency };
};
