/** Time limit of a Redis call that a caller waits for; it fails if Redis is unavailable. */
export const COMMAND_TIMEOUT_MS = 5_000;
/** A TCP connection to Redis that takes longer counts as failed. */
export const CONNECT_TIMEOUT_MS = 2_000;
/** A closing connection is closed by force after this time. */
export const DISCONNECT_TIMEOUT_MS = 200;
/** Longest pause between two attempts to reconnect to Redis. */
export const RECONNECT_MAX_MS = 1_000;
/** Reconnects after which a caller's waiting command fails; commands of workers wait forever. */
export const CALLER_RECONNECTS = 4;

/**
 * The same for the whole fleet: the stalled check is shared through Redis, so the slowest worker would determine it.
 * A killed worker's job is taken over within `LOCK_DURATION_MS + STALLED_INTERVAL_MS`.
 */
export const LOCK_DURATION_MS = 6_000;
export const LOCK_RENEW_MS = 2_000;
export const STALLED_INTERVAL_MS = 2_000;
/** A job whose workers died more often than this is dropped, because it probably kills them. */
export const MAX_STALLED_COUNT = 3;

/** Slots of a killed worker are counted for this long at most; live workers register theirs every `LOCK_RENEW_MS`. */
export const REGISTERED_SLOTS_MS = 6_000;
/** Most jobs of one call of `enqueueMany`, `hasMany` or `withdraw`. */
export const MAX_JOBS_PER_CALL = 1_000;

/** An idle worker checks its queue at least this often, even without a wake-up. */
export const IDLE_POLL_MS = 5_000;
/** Pause after a failed fetch. */
export const FETCH_RETRY_MS = 1_000;
/** A handler that still runs this long after its abort loses its slot. */
export const ABANDON_AFTER_MS = 10_000;
/** Interactive jobs that start in a row before a waiting batch job gets its turn. */
export const INTERACTIVE_TURNS = 8;
/** Remembered cancels of jobs that this worker does not have yet. */
export const REMEMBERED_CANCELS = 1_000;
/** Remembered replies that nobody waits for yet. */
export const REMEMBERED_REPLIES = 1_000;
/** Events that the queue library keeps per queue; nothing reads them. */
export const KEPT_EVENTS = 100;
/** Longest delay of a timer in Node. */
export const MAX_TIMER_MS = 2_147_483_647;
/** Lease releases that are retained during a Redis outage, or for repetition; leases beyond that expire at their deadline. */
export const MAX_OWED_RELEASES = 10_000;
/**
 * Releases of this last span are repeated when the connection is lost: a Redis that crashes or fails over to a replica loses its
 * last writes, with `appendfsync everysec` those of two seconds.
 */
export const REPEATED_RELEASES_MS = 5_000;
/** Pause between two tries to release, and the number of tries: together the longest life of a request. */
export const OWED_RELEASE_RETRY_MS = 1_000;
export const OWED_RELEASE_TRIES = 300;
/** How long the holders of an account without leases in use stay known. */
export const KNOWN_LEASES_MS = 60_000;
/** How long releases of an account with unknown holders are remembered: longer than it takes to seed them. */
export const RELEASED_LEASES_MS = 30_000;
/** Waiting jobs that are searched for one of an account that holds no slot. */
export const MAX_LOOKED_THROUGH = 1_000;
/** Outcomes of items are summed for this long before they are counted. */
export const OUTCOMES_SUMMED_MS = 100;
/** Accounts whose outcomes are summed; at this many the sums are written at once. */
export const MAX_SUMMED_ACCOUNTS = 1_000;
/** How often a process tells of itself, and how long it counts as alive after that. */
export const BEAT_MS = 5_000;
export const BEAT_LIFE_MS = 20_000;
/** Processes that are listed; more than any fleet has. */
export const MAX_PROCESSES = 1_000;
/** Outcomes of exits are counted in spans of this length, and kept for a day. */
export const EXIT_SPAN_MS = 600_000;
export const EXIT_SPANS_KEPT = 144;
/** Pairs of exit and outcome in one span. */
export const MAX_EXIT_FIELDS = 1_000;

/** Longest gap between two turns at a site that is kept: that of the longest crawl-delay, and of the longest `delay` of a crawl. */
export const MAX_SITE_GAP_MS = 30_000;
