/** Pauses between two tries of a call of the store that is away or busy: the first, and the longest. */
export const STORE_RETRY_MIN_MS = 50;
export const STORE_RETRY_MAX_MS = 1_000;
/** The end of a request is tried for this long past its deadline, or past the moment its worker must go. */
export const END_RETRY_GRACE_MS = 5_000;

/** A gateway that restarts its subscription, as after a restart of Redis, is waited for this long. */
export const LISTENER_GRACE_MS = 3_000;
export const LISTENER_POLL_MS = 250;

/** How long it is believed what an account has stored and had free of charge, and of how many accounts. */
export const ALLOWANCE_KNOWN_MS = 1_000;
export const MAX_ALLOWANCES_KNOWN = 10_000;
/** Largest page that is kept for a failure, which is free: beyond it the failure has no link to its page. */
export const MAX_FREE_PAGE_CHARS = 4_194_304;
