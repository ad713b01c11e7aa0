/** How long a claim lasts: longer than a try, yet short if the process dies. */
export const DELIVERY_LEASE_MS = 30_000;
/** Share by which a pause varies, so that deliveries that failed together are not retried together. */
export const RETRY_JITTER = 0.2;
/** Deliveries of one process at once. */
export const MAX_UNDER_WAY = 64;
/** Of these to one receiver, so that a receiver that hangs leaves room for others. */
export const MAX_PER_HOST = 4;
/** How often due deliveries are looked for. */
export const POLL_MS = 500;
/** Largest stored response that an event of a page carries; of a larger one it has the address alone. */
export const MAX_PAGE_EVENT_BYTES = 1_048_576;
/** On shutdown, time for running deliveries to end; then they are cut, and sent again by another process. */
export const CLOSE_GRACE_MS = 3_000;
