import type { ProxyType, Tier } from '@quarry/egress';

/** How documents of one operation are asked for. */
export interface FetchPlan {
  /** In the order in which they are tried; the next one is asked where the one before met a wall or a page nobody knows. */
  readonly tiers: readonly Tier[];
  /** Exits that the site answers best, taken where the deployment has such; elsewhere its default exit is. */
  readonly preferredExit?: ProxyType;
}

const CHEAP_FIRST: FetchPlan = { tiers: ['http', 'browser'] };

/** Sites that refuse most clients from data centres. */
const GUARDED: FetchPlan = { ...CHEAP_FIRST, preferredExit: 'residential' };

const PLANS: Readonly<Record<string, FetchPlan>> = {
  'jobboard/listing': GUARDED,
  'localreviews/place': GUARDED,
  'realtyb/property': GUARDED,
  'retailer/product': GUARDED,
  'retailer/search': GUARDED,
  // Data, which a browser would show in a page of its own.
  'storeplatform/collections': { tiers: ['http'] },
};

/** The plan of an operation; most ask plain HTTP first. */
export const fetchPlanOf = (operation: string): FetchPlan => PLANS[operation] ?? CHEAP_FIRST;

/** The exit that a plan takes: the preferred one where there is such; undefined for the deployment's default. */
export const exitOf = ({ preferredExit }: FetchPlan, available: ReadonlySet<ProxyType>): ProxyType | undefined =>
  preferredExit !== undefined && available.has(preferredExit) ? preferredExit : undefined;
