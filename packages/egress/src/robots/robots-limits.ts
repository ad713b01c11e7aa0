/** Redirects followed to a robots.txt, as RFC 9309 asks for at least. */
export const MAX_ROBOTS_REDIRECTS = 5;
/** Bytes of a robots.txt that count, as RFC 9309 asks for at least; the rest is cut off at the end of a line. */
export const MAX_ROBOTS_BYTES = 512_000;
/** Patterns with a `*` that count; they are what costs time. */
export const MAX_WILDCARD_PATTERNS = 5_000;
/** A longer robots.txt is not read at all. */
export const MAX_ROBOTS_DOWNLOAD_BYTES = 4 * MAX_ROBOTS_BYTES;
/** Longest wait for one. */
export const ROBOTS_TIMEOUT_MS = 15_000;
/** A robots.txt is asked for again after so long, one that could not be had sooner. */
export const ROBOTS_MAX_AGE_MS = 86_400_000;
export const ROBOTS_RETRY_AFTER_MS = 300_000;
/** Origins whose rules are remembered, and characters of rules in all. */
export const MAX_ROBOTS_ORIGINS = 2_000;
export const MAX_ROBOTS_CHARACTERS = 16_000_000;
/** Longest path and query that is matched; what follows is as if it were not there. */
export const MAX_ROBOTS_PATH_LENGTH = 2_048;
/** Longest Crawl-delay that is kept to. */
export const MAX_CRAWL_DELAY_MS = 30_000;
