/** Pauses between two calls of an unavailable or busy store: the first, and the longest. */
export const STORE_RETRY_MIN_MS = 50;
export const STORE_RETRY_MAX_MS = 1_000;
/** How long ending a request is tried past its deadline, or past the abort of its job. */
export const END_RETRY_GRACE_MS = 5_000;

/** How long a gateway may take to renew its subscription, as after a restart of Redis. */
export const LISTENER_GRACE_MS = 3_000;
export const LISTENER_POLL_MS = 250;

/** How long an account's stored bytes and free outcomes are remembered, and of how many accounts. */
export const ALLOWANCE_KNOWN_MS = 1_000;
export const MAX_ALLOWANCES_KNOWN = 10_000;
/** Largest page stored for a failure, which is free; a failure with a larger page has no link to it. */
export const MAX_FREE_PAGE_CHARS = 4_194_304;
