/** Longest wait that a target's Retry-After gets within one fetch; a longer one means no further try. */
export const MAX_RETRY_AFTER_MS = 30_000;

const HTTP_DATE = /^[A-Za-z]{3,9},? [\w: -]{10,40}(?: GMT)?$/;

/**
 * How long a Retry-After header asks to wait, in seconds or as an HTTP date; 0 for a moment gone by, undefined for what is
 * neither. Not capped.
 */
export const readRetryAfter = (value: string | undefined, nowMs: number): number | undefined => {
  const text = value?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  if (!HTTP_DATE.test(text)) return undefined;
  const atMs = Date.parse(text);
  return Number.isNaN(atMs) ? undefined : Math.max(0, atMs - nowMs);
};
