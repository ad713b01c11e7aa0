/** Life of a lease: a dead leader is replaced within this time and `LEASE_LOOK_MS`. */
export const LEASE_MS = 6_000;
/** Renewals of a lease within its life. */
export const LEASE_RENEWALS = 4;
/** How often a replica looks for jobs without a leader. On a hint of the gateway it looks at once. */
export const LEASE_LOOK_MS = 500;
/** Most jobs leased at once, so that replicas that look at the same time share them. */
export const LEASES_PER_LOOK = 8;
/**
 * Jobs that one replica leads, and their open items, whose plans are in memory. Beyond either it leads one more job of each account
 * that has none here, so that no account waits for the jobs of another.
 */
export const MAX_LED_JOBS = 500;
export const MAX_LED_ITEMS = 1_000_000;

/** Open items read in one call while a plan is loaded. */
export const PLAN_PAGE = 1_000;
/** Items handed over, ended or checked in one call. */
export const STEP_ITEMS = 500;
/** Items in flight per slot of the live workers: one that runs and one that waits. */
export const WINDOW_PER_SLOT = 2;
/** How often open work and live slots are sampled. */
export const SAMPLE_MS = 1_000;

/** If a sample finds no live worker, as after Redis was emptied, the last count is used for this long. */
export const SLOTS_REMEMBERED_MS = 5_000;

/** After the hint of an end, how long further hints are waited for before the window is filled. */
export const REFILL_DELAY_MS = 15;
/** How often a leader checks for items that the queue has lost, that are overdue, or that ended without a hint. */
export const LOOK_MS = 2_000;
/** Most attempts of an item that the queue loses; then it ends as `internal_error`. */
export const MAX_ATTEMPTS = 5;
/** How long past an item's deadline the worker may still end it; then the leader does. */
export const OVERDUE_GRACE_MS = 6_000;

/** Items of a crawl that are open at once: its hold is that of so many pages. */
export const CRAWL_AHEAD_ITEMS = 200;
/** Items that are added at once while more than the rest of those are open: a step costs as much for one item as for all of them. */
export const CRAWL_STEP_ITEMS = 50;
/** How often the links of pages are absorbed while more than `CRAWL_AHEAD_ITEMS` addresses wait. */
export const CRAWL_ABSORB_MS = 1_000;
/** Pages of a crawl whose links are read at once, the bytes of these links, and addresses that one step adds to its frontier. */
export const FRONTIER_STEP_PAGES = 50;
export const FRONTIER_STEP_BYTES = 8_388_608;
export const FRONTIER_STEP_ADDRESSES = 1_000;
/** Most addresses of one shape in a crawl, such as the days of a calendar; see `shapeOf`. */
export const MAX_VARIANTS = 500;

/** Items published in one call. */
export const PUBLISH_LIMIT = 500;
/** Shortest pause between two publishings of one job, and the pause as a multiple of what the last one took. */
export const PUBLISH_PAUSE_MS = 150;
export const PUBLISH_PAUSE_FACTOR = 4;

/** About so many items of a recorded batch are recorded, or all of a smaller one. */
export const MAX_TRACED_ITEMS = 200;

/** Pauses after a step that failed: the first, and the longest. */
export const RETRY_MIN_MS = 100;
export const RETRY_MAX_MS = 2_000;
/** A step that has been running for this long is stuck: the process is not alive. */
export const STUCK_AFTER_MS = 60_000;
/** Longest time for running steps to end when the process stops. */
export const DRAIN_GRACE_MS = 10_000;
