/** Redirects followed to a robots.txt: the minimum of RFC 9309. */
export const MAX_ROBOTS_REDIRECTS = 5;
/** Bytes of a robots.txt that count, at least as many as RFC 9309 requires; the rest is cut off at the end of a line. */
export const MAX_ROBOTS_BYTES = 512_000;
/** Patterns with a `*` that count: these are the ones that take time. */
export const MAX_WILDCARD_PATTERNS = 5_000;
/** A longer robots.txt is not read. */
export const MAX_ROBOTS_DOWNLOAD_BYTES = 4 * MAX_ROBOTS_BYTES;
/** Longest wait for a robots.txt. */
export const ROBOTS_TIMEOUT_MS = 15_000;
/** How long a robots.txt is remembered, and how long one that could not be read. */
export const ROBOTS_MAX_AGE_MS = 86_400_000;
export const ROBOTS_RETRY_AFTER_MS = 300_000;
/** Origins whose rules are remembered, and characters of all their rules. */
export const MAX_ROBOTS_ORIGINS = 2_000;
export const MAX_ROBOTS_CHARACTERS = 16_000_000;
/** Longest path and query that is matched; the rest is ignored. */
export const MAX_ROBOTS_PATH_LENGTH = 2_048;
/** Longest Crawl-delay that is obeyed. */
export const MAX_CRAWL_DELAY_MS = 30_000;
