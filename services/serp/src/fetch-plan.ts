import type { Tier } from '@quarry/egress';

/** How pages of one operation are asked for. */
export interface FetchPlan {
  /** In the order in which they are tried; the next one is asked where the one before met a wall or a page nobody knows. */
  readonly tiers: readonly Tier[];
  /** What makes an answer doubtful: it is believed once another exit has given it too. */
  readonly doubts: ReadonlySet<string>;
  /** Time for scripts to fill the page, by the browser. */
  readonly settleMs?: number;
}

const NONE: ReadonlySet<string> = new Set();
const CHEAP_FIRST: FetchPlan = { tiers: ['http', 'browser'], doubts: NONE };

const PLANS: Readonly<Record<string, FetchPlan>> = {
  // The answer is written while the page is open; without scripts there is none.
  'enginea/ai-mode': { tiers: ['browser', 'http'], doubts: NONE, settleMs: 2_000 },
  // Clients that the engine does not trust are told that there is nothing, whatever they search.
  'engineb/serp': { tiers: ['http', 'browser'], doubts: new Set(['no_results']) },
};

/** The plan of an operation; most ask plain HTTP first. */
export const fetchPlanOf = (operation: string): FetchPlan => PLANS[operation] ?? CHEAP_FIRST;
