import { operationById, OPERATIONS, PAGE_SHOWN, PAGE_UNDERSTOOD } from '@quarry/contracts';
import type { FieldCounts, SiteCounts } from '@quarry/store';
import { dayOf } from '../utc-day.js';
import { BAND_DAYS, bandOf, isDrop, MIN_PAGES, type Band } from './band.js';
import { hostRatesOf, type HostRates } from './host-rates.js';

/** Days that are shown. */
export const SHOWN_DAYS = 30;
/** Days that are read: those shown, and those that make the band of the first day in which a lasting drop may have begun. */
export const READ_DAYS = SHOWN_DAYS + BAND_DAYS;
/** Sites of one operation that are shown; the rest is added up. */
export const MAX_SITES_SHOWN = 50;
/** Sites are shown with their last days. */
export const SITE_DAYS = 7;

const DAY_MS = 86_400_000;
const NO_COUNTS = { found: 0, pages: 0 };

export interface FieldDay {
  readonly day: string;
  readonly found: number;
  readonly pages: number;
}

export interface FieldHealth {
  readonly field: string;
  /** `SHOWN_DAYS` days, oldest first, the last one today. */
  readonly days: readonly FieldDay[];
  /** What is usual; null until enough days had enough pages. */
  readonly band: Band | null;
  readonly isDrop: boolean;
  /** First day of a drop that lasts until today. */
  readonly dropSince: string | null;
}

/** How the requests of some days to one site ended, by the kind of exit. */
export type SiteHealth = Omit<SiteCounts, 'day' | 'operation'>;

export interface OperationHealth {
  readonly operation: string;
  readonly summary: string;
  /** Pages read today. */
  readonly pagesToday: number;
  /** Drops first, then the fields that are furthest below the usual. */
  readonly fields: readonly FieldHealth[];
  /** Of the last `SITE_DAYS` days, those with the most requests first. */
  readonly sites: readonly SiteHealth[];
}

export interface ReadingReport {
  readonly today: string;
  readonly operations: readonly OperationHealth[];
  /** Of the last `SITE_DAYS` days. */
  readonly hosts: readonly HostRates[];
}

const PAGE_FIELDS: readonly string[] = [PAGE_SHOWN, PAGE_UNDERSTOOD];

const isDropOn = (days: readonly FieldDay[], index: number): boolean | undefined => {
  const day = days[index];
  if (day === undefined || day.pages < MIN_PAGES) return undefined;
  const band = bandOf(days.slice(Math.max(0, index - BAND_DAYS), index));
  return band === undefined ? undefined : isDrop(day, band);
};

/** Goes back over the days of a drop; days that say nothing are passed over. */
const beginOf = (days: readonly FieldDay[]): string | null => {
  let since: string | null = null;
  for (let index = days.length - 1; index >= 0; index -= 1) {
    const dropped = isDropOn(days, index);
    if (dropped === false || (dropped === undefined && index === days.length - 1)) break;
    if (dropped) since = days[index]?.day ?? since;
  }
  return since;
};

const fieldHealth = (field: string, days: readonly FieldDay[]): FieldHealth => {
  const band = bandOf(days.slice(0, -1));
  const dropSince = beginOf(days);
  return { field, days: days.slice(-SHOWN_DAYS), band: band ?? null, isDrop: dropSince !== null, dropSince };
};

/** How far the share of today is below the usual; 0 if nothing is usual yet. */
const shortfall = ({ days, band }: FieldHealth): number => {
  const { found, pages } = days.at(-1) ?? NO_COUNTS;
  return band === null || pages === 0 ? 0 : band.center - found / pages;
};

const byWorst = (one: FieldHealth, other: FieldHealth): number =>
  Number(other.isDrop) - Number(one.isDrop) || shortfall(other) - shortfall(one);

const addSites = (one: SiteHealth, { read, unrecognized, blocked, failed }: SiteHealth): SiteHealth => ({
  ...{ host: one.host, exit: one.exit, read: one.read + read, unrecognized: one.unrecognized + unrecognized },
  ...{ blocked: one.blocked + blocked, failed: one.failed + failed },
});

const sumBySite = (sites: readonly SiteHealth[]): SiteHealth[] => {
  const sums = new Map<string, SiteHealth>();
  for (const site of sites) {
    const { host, exit, read, unrecognized, blocked, failed } = site;
    const sum = sums.get(`${host} ${exit}`);
    sums.set(`${host} ${exit}`, sum ? addSites(sum, site) : { host, exit, read, unrecognized, blocked, failed });
  }
  return [...sums.values()];
};

const requestsOf = ({ read, unrecognized, blocked, failed }: SiteHealth): number =>
  read + unrecognized + blocked + failed;

const siteHealth = (sites: readonly SiteCounts[]): readonly SiteHealth[] => {
  const sorted = sumBySite(sites).sort((one, other) => requestsOf(other) - requestsOf(one));
  const rest = sorted.slice(MAX_SITES_SHOWN).map((site) => ({ ...site, host: 'other' }));
  return sumBySite([...sorted.slice(0, MAX_SITES_SHOWN), ...rest]);
};

/** The health of reading of every operation that was called in the days shown. */
export const reportOf = (
  { fields, sites }: { readonly fields: readonly FieldCounts[]; readonly sites: readonly SiteCounts[] },
  nowMs: number,
): ReadingReport => {
  const today = dayOf(nowMs);
  const dayNames = Array.from({ length: READ_DAYS }, (_, index) => dayOf(nowMs - (READ_DAYS - 1 - index) * DAY_MS));
  const siteDays = new Set(dayNames.slice(-SITE_DAYS));
  const fieldsOf = Map.groupBy(fields, ({ operation }) => operation);
  const lastSites = sites.filter(({ day }) => siteDays.has(day));
  const sitesOf = Map.groupBy(lastSites, ({ operation }) => operation);
  const describe = (operation: string): OperationHealth => {
    const byField = Map.groupBy(fieldsOf.get(operation) ?? [], ({ field }) => field);
    const described = [...byField].map(([field, counts]) => {
      const byDay = new Map(counts.map((count) => [count.day, count]));
      const days = dayNames.map((day) => {
        const { found, pages } = byDay.get(day) ?? NO_COUNTS;
        return { day, found, pages };
      });
      return fieldHealth(field, days);
    });
    const understood = described.find(({ field }) => field === PAGE_UNDERSTOOD);
    return {
      operation,
      summary: operationById(operation)?.summary ?? '',
      pagesToday: understood?.days.at(-1)?.pages ?? 0,
      fields: described.sort(byWorst),
      sites: siteHealth(sitesOf.get(operation) ?? []),
    };
  };
  const called = OPERATIONS.map(({ id }) => id).filter((id) => fieldsOf.has(id) || sitesOf.has(id));
  return { today, operations: called.map(describe), hosts: hostRatesOf(lastSites, today) };
};

/** Words for what is counted like a field. */
export const fieldTitle = (field: string): string => {
  if (!PAGE_FIELDS.includes(field)) return field;
  return field === PAGE_SHOWN ? 'page shown (not blocked)' : 'page understood';
};
