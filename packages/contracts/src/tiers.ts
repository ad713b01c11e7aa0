/** Columns of a price list that depends on how a page was fetched. */
export type PriceClass = 'plain' | 'rendered';

/** The ways to fetch a page, and what each is priced as. A new one is an entry here and its code in egress. */
export const TIERS = {
  http: { priceClass: 'plain' },
  browser: { priceClass: 'rendered' },
} as const satisfies Readonly<Record<string, { readonly priceClass: PriceClass }>>;

export type Tier = keyof typeof TIERS;
