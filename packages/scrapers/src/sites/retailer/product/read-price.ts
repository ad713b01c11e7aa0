import { amountOf, at, textOf, type Json } from '../../shared/embedded-state.js';
import { partOf, shownAmount } from '../parts.js';
import type { Storefront } from '../storefront.js';
import type { Price } from './product.js';

/** A price that is told as a number and in words; the words alone are read where there is no number. */
export const amountIn = (price: Json): number | undefined =>
  amountOf(at(price, 'price')) ?? shownAmount(textOf(at(price, 'priceString')));

/** The price block of a product or an offer. */
export const priceBlock = (info: Json, storefront: Storefront): Price | undefined => {
  const current = at(info, 'currentPrice');
  const price = partOf<Price>({
    currentPrice: amountIn(current),
    currentPriceDisplay: textOf(at(current, 'priceDisplay')) ?? textOf(at(current, 'priceString')),
    beforePrice: amountIn(at(info, 'wasPrice')),
    beforePriceDisplay: textOf(at(info, 'wasPrice', 'priceString')),
    unitPrice: textOf(at(info, 'unitPrice', 'priceString')),
    priceRangeDisplay: textOf(at(info, 'priceRange', 'priceString')),
  });
  return price && { ...price, currency: textOf(at(current, 'currencyUnit')) ?? storefront.currency };
};
