import type { Tier } from '@quarry/egress';

/** How pages of one operation are asked for. */
export interface FetchPlan {
  /** In the order in which they are tried; the next one is asked where the one before met a wall or a page nobody knows. */
  readonly tiers: readonly Tier[];
  /** What makes an answer doubtful: it is believed once another exit has given it too. */
  readonly doubts: ReadonlySet<string>;
  /** Runs in the page until its own scripts have filled it, by the browser. */
  readonly untilFilled?: string;
}

const NONE: ReadonlySet<string> = new Set();
const CHEAP_FIRST: FetchPlan = { tiers: ['http', 'browser'], doubts: NONE };

/** Longest wait for a page to be filled, and how long one that grows no more is waited for. */
const MAX_FILL_MS = 18_000;
const QUIET_MS = 3_000;
const LOOK_MS = 100;

/** The controls to judge an answer come with its last part. */
const ANSWER_END = '[data-scope-id="turn"] button[aria-pressed], [data-subtree="aimc"] button[aria-pressed]';

/** A script that ends when `selector` is there, or when the page has grown no more for a while. */
const untilShown = (selector: string): string =>
  `await new Promise((done) => {
    let length = -1;
    let quietMs = 0;
    let leftMs = ${MAX_FILL_MS};
    const look = () => {
      const now = document.documentElement.textContent.length;
      quietMs = now === length ? quietMs + ${LOOK_MS} : 0;
      length = now;
      leftMs -= ${LOOK_MS};
      if (document.querySelector(${JSON.stringify(selector)}) || quietMs >= ${QUIET_MS} || leftMs <= 0) done();
      else setTimeout(look, ${LOOK_MS});
    };
    look();
  })`;

const PLANS: Readonly<Record<string, FetchPlan>> = {
  // The answer is written while the page is open; without scripts there is none.
  'enginea/ai-mode': {
    tiers: ['browser', 'http'],
    doubts: new Set(['unfinished']),
    untilFilled: untilShown(ANSWER_END),
  },
  // Clients that the engine does not trust are told that there is nothing, whatever they search.
  'engineb/serp': { tiers: ['http', 'browser'], doubts: new Set(['no_results']) },
};

/** The plan of an operation; most ask plain HTTP first. */
export const fetchPlanOf = (operation: string): FetchPlan => PLANS[operation] ?? CHEAP_FIRST;
