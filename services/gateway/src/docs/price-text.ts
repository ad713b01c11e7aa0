import type { Operation, PriceLine } from '@quarry/contracts';

const credits = (count: number): string => (count === 1 ? '1 credit' : `${count} credits`);

const line = ({ when, credits: count }: PriceLine): string =>
  when === 'always' ? credits(count) : `${credits(count)} (${when})`;

/** Such as `Price: 10 credits` or `Price: 1 credit (without a browser), 10 credits (in a browser)`. */
export const priceText = ({ prices }: Operation): string => `Price: ${prices.map(line).join(', ')}.`;
