/** The price classes of page scraping. */
export type PriceClass = 'plain' | 'rendered';

/** The ways to fetch a page, with their price classes. A new one is an entry here and code in egress. */
export const TIERS = {
  http: { priceClass: 'plain' },
  browser: { priceClass: 'rendered' },
} as const satisfies Readonly<Record<string, { readonly priceClass: PriceClass }>>;

export type Tier = keyof typeof TIERS;
