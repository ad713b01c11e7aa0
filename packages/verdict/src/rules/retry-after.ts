const HTTP_DATE = /^[A-Za-z]{3,9},? [\w: -]{10,40}(?: GMT)?$/;

/**
 * How long a Retry-After header asks to wait, given in seconds or as an HTTP date; 0 for a date in the past, undefined for
 * anything else. Not capped.
 */
export const readRetryAfter = (value: string | undefined, nowMs: number): number | undefined => {
  const text = value?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  if (!HTTP_DATE.test(text)) return undefined;
  const atMs = Date.parse(text);
  return Number.isNaN(atMs) ? undefined : Math.max(0, atMs - nowMs);
};
