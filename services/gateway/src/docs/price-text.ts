import type { Operation, PriceLine } from '@quarry/contracts';

export const creditsText = (count: number): string => (count === 1 ? '1 credit' : `${count} credits`);

const line = ({ when, credits: count }: PriceLine): string =>
  when === 'always' ? creditsText(count) : `${creditsText(count)} (${when})`;

/** Such as `Price: 10 credits` or `Price: 1 credit (without a browser), 10 credits (in a browser)`. */
export const priceText = ({ prices }: Operation): string => `Price: ${prices.map(line).join(', ')}.`;

/** Such as `10` or `1 to 15`, for a list of endpoints. */
export const priceRange = ({ prices }: Operation): string => {
  const credits = prices.map(({ credits: count }) => count);
  const [least, most] = [Math.min(...credits), Math.max(...credits)];
  return least === most ? `${least}` : `${least} to ${most}`;
};
