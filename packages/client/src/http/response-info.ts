/** What the headers of a response say. */
export interface ResponseInfo {
  readonly status: number;
  readonly requestId: string | undefined;
  /** Credits charged for this call. */
  readonly creditsCharged: number;
  /** Credits left in this period. */
  readonly creditsRemaining: number | undefined;
  /** The response to an earlier call with the same Idempotency-Key. */
  readonly isReplayed: boolean;
  /** The response of an earlier call, as `maxAge` asked for. */
  readonly isCached: boolean;
  /** How often the call was sent. */
  readonly tries: number;
  readonly headers: Headers;
}

const numberIn = (headers: Headers, name: string): number | undefined => {
  const text = headers.get(name);
  return text !== null && /^\d+$/.test(text) ? Number(text) : undefined;
};

export const readResponseInfo = ({ status, headers }: Response, tries: number): ResponseInfo => ({
  status,
  requestId: headers.get('x-request-id') ?? undefined,
  creditsCharged: numberIn(headers, 'x-credits-charged') ?? 0,
  creditsRemaining: numberIn(headers, 'x-credits-remaining'),
  isReplayed: headers.get('idempotency-replayed') === 'true',
  isCached: headers.get('x-cache') === 'hit',
  tries,
  headers,
});

/** `Retry-After` in seconds, from a number or a date; undefined without a valid one. */
export const readRetryAfterSeconds = (headers: Headers, nowMs: number): number | undefined => {
  const text = headers.get('retry-after');
  if (text === null) return undefined;
  if (/^\d+$/.test(text)) return Number(text);
  const atMs = Date.parse(text);
  return Number.isNaN(atMs) ? undefined : Math.max(0, Math.ceil((atMs - nowMs) / 1_000));
};
