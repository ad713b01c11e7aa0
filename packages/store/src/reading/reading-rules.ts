import { check, checkId, MAX_HOST_CHARS } from '../input-rules.js';
import type { FieldCounts, MissingPage, ReadingCounts, ReadingRange, SiteCounts } from './reading-port.js';

/** Days for which counts are kept. */
export const READING_RETENTION_DAYS = 60;
/** Requests that are remembered for each field and day. */
export const MAX_MISSING_PAGES = 3;
/** Sites with counts of their own for each day and operation; the rest is counted together. Stores that add at once may exceed it by what they add. */
export const MAX_SITES_PER_DAY = 1_000;
/** Stands for the sites that have no counts of their own. */
export const OTHER_SITES = 'other';
/** Counts of fields, and of sites, in one call. */
export const MAX_COUNTS_ADDED = 5_000;
/** Counts of fields, and of sites, that one listing returns; the oldest days are left out. */
export const MAX_COUNTS_LISTED = 100_000;
const MAX_NAME_CHARS = 120;

const DAY_MS = 86_400_000;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const isDay = (day: string): boolean => DAY.test(day) && !Number.isNaN(Date.parse(day));

export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

const checkDay = (day: string, field: string): void => check(isDay(day), `${field} must be a day such as 2026-01-31.`);

// Spaces separate the parts of ids in MongoDB.
const isName = (text: string, most: number): boolean => text.length >= 1 && text.length <= most && /^\S+$/.test(text);

const checkName = (text: string, field: string, most = MAX_NAME_CHARS): void =>
  check(isName(text, most) && text.isWellFormed(), `${field} must be 1 to ${most} characters without spaces.`);

const isCount = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;

const checkPage = ({ requestId, accountId }: MissingPage): void => {
  checkId(requestId, 'requestId');
  checkId(accountId, 'accountId');
};

const checkField = (counts: FieldCounts & { readonly missing: readonly MissingPage[] }): void => {
  const { day, operation, field, found, pages, missing } = counts;
  checkDay(day, 'day');
  checkName(operation, 'operation');
  checkName(field, 'field');
  check(isCount(pages), 'pages must be a non-negative integer.');
  check(found >= 0 && found <= pages, 'found must be from 0 to pages.');
  check(missing.length <= MAX_MISSING_PAGES, `missing must be at most ${MAX_MISSING_PAGES} requests.`);
  missing.forEach(checkPage);
};

const checkSite = ({ day, operation, host, exit, read, unrecognized, blocked, failed }: SiteCounts): void => {
  checkDay(day, 'day');
  checkName(operation, 'operation');
  checkName(host, 'host', MAX_HOST_CHARS);
  checkName(exit, 'exit');
  check([read, unrecognized, blocked, failed].every(isCount), 'counts must be non-negative integers.');
};

export const checkReadingCounts = ({ fields, sites }: ReadingCounts): void => {
  const isBounded = fields.length <= MAX_COUNTS_ADDED && sites.length <= MAX_COUNTS_ADDED;
  check(isBounded, `At most ${MAX_COUNTS_ADDED} counts can be added at once.`);
  fields.forEach(checkField);
  sites.forEach(checkSite);
};

export const checkReadingDay = (day: string, operation: string): void => {
  checkDay(day, 'day');
  checkName(operation, 'operation');
};

export const checkReadingRange = ({ fromDay, toDay, operation }: ReadingRange): void => {
  checkDay(fromDay, 'fromDay');
  checkDay(toDay, 'toDay');
  if (operation !== undefined) checkName(operation, 'operation');
  const days = (Date.parse(toDay) - Date.parse(fromDay)) / DAY_MS;
  check(days >= 0 && days <= READING_RETENTION_DAYS, `The range must be 0 to ${READING_RETENTION_DAYS} days.`);
};

/** The oldest day that is kept. */
export const oldestKeptDay = (nowMs: number): string => dayOf(nowMs - READING_RETENTION_DAYS * DAY_MS);

/** The newest of both, newest last. */
export const newestMissing = (before: readonly MissingPage[], added: readonly MissingPage[]): readonly MissingPage[] =>
  [...before, ...added].slice(-MAX_MISSING_PAGES);

const sumOf = (one: SiteCounts, other: SiteCounts): SiteCounts => ({
  ...one,
  read: one.read + other.read,
  unrecognized: one.unrecognized + other.unrecognized,
  blocked: one.blocked + other.blocked,
  failed: one.failed + other.failed,
});

/** Each site once, with those that are not kept added up under one name. */
export const foldSites = (
  sites: readonly SiteCounts[],
  isKept: (site: SiteCounts) => boolean,
): readonly SiteCounts[] => {
  const sums = new Map<string, SiteCounts>();
  for (const site of sites) {
    const named = isKept(site) ? site : { ...site, host: OTHER_SITES };
    const key = `${named.day} ${named.operation} ${named.host} ${named.exit}`;
    const sum = sums.get(key);
    sums.set(key, sum === undefined ? named : sumOf(sum, named));
  }
  return [...sums.values()];
};
