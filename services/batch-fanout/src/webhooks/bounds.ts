/** How long a claimed delivery is left alone: longer than a try may take, short if its process dies on it. */
export const DELIVERY_LEASE_MS = 30_000;
/** Share by which a pause varies, so that what failed together does not come back together. */
export const RETRY_JITTER = 0.2;
/** Deliveries of one process under way at once. */
export const MAX_UNDER_WAY = 64;
/** Of these to one receiver, so that one that hangs leaves places to the others. */
export const MAX_PER_HOST = 4;
/** How often due deliveries are looked for. */
export const POLL_MS = 500;
/** On shutdown, deliveries under way may end by themselves for this long; then they are cut, and sent again by another. */
export const CLOSE_GRACE_MS = 3_000;
