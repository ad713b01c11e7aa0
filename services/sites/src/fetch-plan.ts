import type { ProxyType, Tier } from '@quarry/egress';

/** How documents of one operation are asked for. */
export interface FetchPlan {
  /** In the order in which they are tried; the next one is asked where the one before met a wall or a page nobody knows. */
  readonly tiers: readonly Tier[];
  /** Omitted: the deployment's default exit. */
  readonly proxyType?: ProxyType;
}

const CHEAP_FIRST: FetchPlan = { tiers: ['http', 'browser'] };

const PLANS: Readonly<Record<string, FetchPlan>> = {
  // Data, which a browser would show in a page of its own.
  'storeplatform/collections': { tiers: ['http'] },
};

/** The plan of an operation; most ask plain HTTP first. */
export const fetchPlanOf = (operation: string): FetchPlan => PLANS[operation] ?? CHEAP_FIRST;
