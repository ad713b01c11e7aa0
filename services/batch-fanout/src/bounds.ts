/** A leader that died is followed by another within this and a look for leases. */
export const LEASE_MS = 6_000;
/** A lease is renewed this many times within its life. */
export const LEASE_RENEWALS = 4;
/** How often a replica looks for jobs that nobody leads. A hint of the gateway makes it look at once. */
export const LEASE_LOOK_MS = 500;
/** Jobs taken in one look, so that replicas which look at the same time share them. */
export const LEASES_PER_LOOK = 8;
/**
 * Jobs one replica leads at once, and their open items, whose plans are in memory. Beyond either it leads one job more of each
 * account that has none here, so that nobody waits for the jobs of another.
 */
export const MAX_LED_JOBS = 500;
export const MAX_LED_ITEMS = 1_000_000;

/** Open items read in one call while a plan is made. */
export const PLAN_PAGE = 1_000;
/** Items handed over, ended or asked for in one call. */
export const STEP_ITEMS = 500;
/** Items in flight per slot of the live workers: one that runs and one that waits its turn. */
export const WINDOW_PER_SLOT = 2;
/** How often open work and live slots are looked at. */
export const SAMPLE_MS = 1_000;

/** After a look that found no live worker, as when Redis was just emptied, the last count holds for this long. */
export const SLOTS_REMEMBERED_MS = 5_000;

/** After a hint of an end, others that are about to come are waited for this long before the window is filled up. */
export const REFILL_DELAY_MS = 15;
/** How often a leader looks by itself: at what the queue has lost, what is overdue, what ended without a hint. */
export const LOOK_MS = 2_000;
/** An item the queue has lost is enqueued again until it has had this many attempts; then it ends as `internal_error`. */
export const MAX_ATTEMPTS = 5;
/** A worker tries this long past an item's deadline to end it itself; then the leader does. */
export const OVERDUE_GRACE_MS = 6_000;

/** Items made visible in one call. */
export const PUBLISH_LIMIT = 500;
/** Shortest pause between two publishings of one job, and the pause as a multiple of what the last one took. */
export const PUBLISH_PAUSE_MS = 150;
export const PUBLISH_PAUSE_FACTOR = 4;

/** Of a batch whose trace is recorded, about so many items are; all of them where there are no more. */
export const MAX_TRACED_ITEMS = 200;

/** Pauses after a step that failed: the first, and the longest. */
export const RETRY_MIN_MS = 100;
export const RETRY_MAX_MS = 2_000;
/** A step that has been running for this long stands still: the process is not alive. */
export const STUCK_AFTER_MS = 60_000;
/** Longest time that steps under way get to end when the process must go. */
export const DRAIN_GRACE_MS = 10_000;
