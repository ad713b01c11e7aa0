import { isFileKey, isKeyPart } from '../file-key.js';
import type { FileKey } from '../port.js';

/** Longest prefix of all keys in characters; S3 takes keys of 1,024 bytes. */
export const MAX_KEY_PREFIX_CHARS = 200;

const KEY_PREFIX = /^[A-Za-z0-9._/-]*$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DAY_CHARS = 10;
export const DAY_MS = 24 * 60 * 60 * 1000;

/** The day in UTC as `2026-11-20`, which sorts by time. */
const dayOf = (atMs: number): string => new Date(atMs).toISOString().slice(0, DAY_CHARS);

/** Undefined for anything but a day. */
export const endOfDayMs = (day: string): number | undefined => {
  const startMs = DAY.test(day) ? Date.parse(`${day}T00:00:00.000Z`) : Number.NaN;
  return Number.isNaN(startMs) ? undefined : startMs + DAY_MS;
};

/**
 * Names in the bucket: `files/<account>/<request>/<name>`, and an empty `days/<day>/<account>/<request>` for each day
 * on which the request got a file, so that a sweep lists only what is due, never newer files.
 */
export interface S3Layout {
  file(key: FileKey): string;
  readonly files: string;
  /** The key of a file; null for any other name. */
  readFile(key: string): FileKey | null;
  request(accountId: string, requestId: string): string;
  readonly days: string;
  day(day: string): string;
  marker(atMs: number, accountId: string, requestId: string): string;
  /** The request of a marker; null for any other name. */
  readMarker(marker: string): { readonly accountId: string; readonly requestId: string } | null;
  readonly sweepLease: string;
}

/** Throws a `RangeError` for a prefix that S3 servers could interpret differently. */
export const createLayout = (keyPrefix: string): S3Layout => {
  if (
    keyPrefix.length > MAX_KEY_PREFIX_CHARS ||
    !KEY_PREFIX.test(keyPrefix) ||
    /^\/|\/\/|(^|\/)\.{1,2}(\/|$)/.test(keyPrefix)
  )
    throw new RangeError('The key prefix of stored files may hold letters, digits, ".", "_", "-" and single slashes.');
  const root = keyPrefix === '' || keyPrefix.endsWith('/') ? keyPrefix : `${keyPrefix}/`;
  const [files, days] = [`${root}files/`, `${root}days/`];
  const request = (accountId: string, requestId: string) => `${files}${accountId}/${requestId}/`;
  const day = (name: string) => `${days}${name}/`;
  return {
    files,
    request,
    file: ({ accountId, requestId, name }) => request(accountId, requestId) + name,
    readFile: (path) => {
      const [accountId = '', requestId = '', name = '', ...more] = path.slice(files.length).split('/');
      const key = { accountId, requestId, name };
      return isFileKey(key) && more.length === 0 ? key : null;
    },
    days,
    day,
    marker: (atMs, accountId, requestId) => `${day(dayOf(atMs))}${accountId}/${requestId}`,
    readMarker: (marker) => {
      const [, accountId = '', requestId = '', ...more] = marker.slice(days.length).split('/');
      return isKeyPart(accountId) && isKeyPart(requestId) && more.length === 0 ? { accountId, requestId } : null;
    },
    sweepLease: `${root}sweep-lease`,
  };
};
