/** Ended spans that wait to be sent; further ones are dropped. About 1.5 KB each. */
export const MAX_QUEUED_SPANS = 4_096;
/** Most spans of one call of the collector. */
export const MAX_SPANS_PER_EXPORT = 256;
/** Spans wait at most this long for others to go with them. */
export const EXPORT_DELAY_MS = 1_000;
/** Longest time of one export, retries included. */
export const EXPORT_TIMEOUT_MS = 5_000;
/** Exports at once; further ones fail. There is one at a time until the process ends, which sends all that wait. */
export const MAX_EXPORTS_AT_ONCE = MAX_QUEUED_SPANS / MAX_SPANS_PER_EXPORT + 1;
/** Longest wait for the collector when the process ends. */
export const TRACING_CLOSE_MS = 2_000;
/** Per span; further ones are dropped, longer values are cut. */
export const MAX_SPAN_ATTRIBUTES = 32;
export const MAX_ATTRIBUTE_CHARS = 256;
export const MAX_SPAN_LINKS = 4;
/** Shortest time between log lines about a collector that does not accept spans. */
export const EXPORT_WARNING_MS = 60_000;
