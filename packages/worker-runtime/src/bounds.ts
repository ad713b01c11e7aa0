/** Pauses between two tries of a call of the store that is away or busy: the first, and the longest. */
export const STORE_RETRY_MIN_MS = 50;
export const STORE_RETRY_MAX_MS = 1_000;
/** The end of a request is tried for this long past its deadline, or past the moment its worker must go. */
export const END_RETRY_GRACE_MS = 5_000;

/** A gateway that restarts its subscription, as after a restart of Redis, is waited for this long. */
export const LISTENER_GRACE_MS = 3_000;
export const LISTENER_POLL_MS = 250;
