import type { Violation } from '@quarry/contracts/errors';
import { ApiError } from './api-error.js';

const FALLBACK: Readonly<Record<number, string>> = {
  401: 'Your session has ended. Sign in again.',
  403: 'Your role does not allow this.',
  404: 'This does not exist, or no longer does.',
  413: 'This is larger than allowed.',
  429: 'Too many attempts. Wait a moment, then try again.',
};
const SERVER_FAULT = 'The service failed to respond. Nothing was changed; try again.';

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

const violationsOf = (value: unknown): Violation[] =>
  Array.isArray(value)
    ? value.filter(isObject).map(({ field, rule, message }) => ({
        field: textOf(field) ?? '',
        rule: textOf(rule) ?? '',
        message: textOf(message) ?? 'is not valid',
      }))
    : [];

/** Seconds of a Retry-After header; undefined for none or for a date. */
const secondsOf = (header: string | null): number | undefined =>
  header !== null && /^\d+$/.test(header) ? Number(header) : undefined;

/** The error that a failed response stands for. A body that is not the registry's shape, such as a proxy's page, is not shown. */
export const readError = (status: number, headers: Headers, body: unknown): ApiError => {
  const { error, message, errors, retryAfterSeconds } = isObject(body) ? body : {};
  const code = textOf(error);
  const own = code === undefined ? undefined : textOf(message);
  return new ApiError({
    status,
    code: code ?? (status >= 500 ? 'internal_error' : `http_${status}`),
    message: own ?? FALLBACK[status] ?? (status >= 500 ? SERVER_FAULT : `The request was refused (${status}).`),
    violations: violationsOf(errors),
    retryAfterSeconds:
      typeof retryAfterSeconds === 'number' ? retryAfterSeconds : secondsOf(headers.get('retry-after')),
    requestId: headers.get('x-request-id') ?? undefined,
  });
};
