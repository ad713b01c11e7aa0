import type { IncomingHttpHeaders } from 'node:http';

/** What callers may say to the gateway. Never the cookie, nor what concerns the connection alone. */
const REQUEST_HEADERS = [
  ...['accept', 'accept-encoding', 'content-type', 'idempotency-key', 'prefer', 'range', 'if-none-match'],
];

/** What the gateway may say to callers. */
const RESPONSE_HEADERS = [
  ...['content-type', 'content-length', 'content-encoding', 'content-disposition', 'content-range', 'accept-ranges'],
  ...['etag', 'last-modified', 'vary', 'retry-after', 'allow', 'preference-applied', 'idempotency-replayed'],
  ...['x-request-id', 'x-credits-charged', 'x-credits-remaining', 'x-target-status', 'x-cache'],
  ...['ratelimit', 'ratelimit-policy'],
];

const pick = (headers: IncomingHttpHeaders, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );

export const headersToGateway = (headers: IncomingHttpHeaders): Record<string, string> =>
  pick(headers, REQUEST_HEADERS);

export const headersToCaller = (headers: IncomingHttpHeaders): Record<string, string> =>
  pick(headers, RESPONSE_HEADERS);
