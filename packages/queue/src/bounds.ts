/** A call that needs Redis and waits for a caller ends within this time, with an error when Redis is away. */
export const COMMAND_TIMEOUT_MS = 5_000;
/** A TCP connection to Redis that takes longer counts as failed. */
export const CONNECT_TIMEOUT_MS = 2_000;
/** A connection that is given up is closed by force after this time, also when the server has long closed it. */
export const DISCONNECT_TIMEOUT_MS = 200;
/** Longest pause between two tries to reach Redis again. */
export const RECONNECT_MAX_MS = 1_000;
/** Reconnects after which a waiting command of a caller fails; workers' commands wait for ever. */
export const CALLER_RECONNECTS = 4;

/**
 * One value for the whole fleet: the stalled check is shared through Redis, so the slowest worker would set the pace.
 * A killed worker's job is taken over within `LOCK_DURATION_MS + STALLED_INTERVAL_MS`.
 */
export const LOCK_DURATION_MS = 6_000;
export const LOCK_RENEW_MS = 2_000;
export const STALLED_INTERVAL_MS = 2_000;
/** A job whose worker died more often than this is dropped: it is likely what kills them. */
export const MAX_STALLED_COUNT = 3;

/** Slots of a worker that was killed are counted no longer than this; live ones tell of theirs every `LOCK_RENEW_MS`. */
export const REGISTERED_SLOTS_MS = 6_000;
/** Most jobs of one call of `enqueueMany`, `hasMany` or `withdraw`. */
export const MAX_JOBS_PER_CALL = 1_000;

/** An idle worker looks at its queue at least this often, even when no wake-up came. */
export const IDLE_POLL_MS = 5_000;
/** Pause after a failed fetch. */
export const FETCH_RETRY_MS = 1_000;
/** A handler that goes on this long after its abort loses its slot. */
export const ABANDON_AFTER_MS = 10_000;
/** Interactive jobs that start in a row before a waiting batch job gets its turn. */
export const INTERACTIVE_TURNS = 8;
/** Cancels of jobs this worker does not know (yet) that it remembers. */
export const REMEMBERED_CANCELS = 1_000;
/** Replies without a waiter that a listener keeps. */
export const REMEMBERED_REPLIES = 1_000;
/** Events that the queue library keeps per queue; nothing reads them. */
export const KEPT_EVENTS = 100;
/** Longest delay of a timer in Node. */
export const MAX_TIMER_MS = 2_147_483_647;
/** Leases that wait to be given back after a Redis outage, and those that may have to be once more; further ones run out at their deadline. */
export const MAX_OWED_RELEASES = 10_000;
/**
 * Releases of this last span are made again when the connection is lost: a Redis that crashes, or hands over to a replica,
 * comes back without what it wrote last. With `appendfsync everysec` that is two seconds.
 */
export const REPEATED_RELEASES_MS = 5_000;
/** Pause between two tries, and the number of tries: together the longest life of a request. */
export const OWED_RELEASE_RETRY_MS = 1_000;
export const OWED_RELEASE_TRIES = 300;
/** Who holds the places of an account that has none in use is remembered this long. */
export const KNOWN_LEASES_MS = 60_000;
/** Releases of an account whose owners are not known are remembered this long: longer than it takes to learn them. */
export const RELEASED_LEASES_MS = 30_000;
/** Waiting jobs that are looked through for one of an account that holds no slot. */
export const MAX_LOOKED_THROUGH = 1_000;
/** Outcomes of items are summed up for this long before they are counted. */
export const OUTCOMES_SUMMED_MS = 100;
/** Accounts whose outcomes are summed up; with this many they are counted at once. */
export const MAX_SUMMED_ACCOUNTS = 1_000;
