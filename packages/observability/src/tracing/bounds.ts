/** Ended spans that wait to be sent; further ones are dropped. About 1.5 KB each. */
export const MAX_QUEUED_SPANS = 4_096;
/** Most spans of one call of the collector. */
export const MAX_SPANS_PER_EXPORT = 256;
/** Spans wait at most this long for others to go with them. */
export const EXPORT_DELAY_MS = 1_000;
/** Longest time of one export, tries again included. */
export const EXPORT_TIMEOUT_MS = 5_000;
/** Exports under way at once; further ones fail. One goes at a time, until the end of the process sends all that waits. */
export const MAX_EXPORTS_AT_ONCE = MAX_QUEUED_SPANS / MAX_SPANS_PER_EXPORT + 1;
/** Longest time that the end of a process waits for the collector. */
export const TRACING_CLOSE_MS = 2_000;
/** Per span; further ones are dropped, longer values are cut. */
export const MAX_SPAN_ATTRIBUTES = 32;
export const MAX_ATTRIBUTE_CHARS = 256;
export const MAX_SPAN_LINKS = 4;
/** A collector that does not take spans is told of in the log at most so often. */
export const EXPORT_WARNING_MS = 60_000;
