import type { SiteCounts } from '@quarry/store';

/** Hosts that are listed, those with the most requests lost first. */
export const MAX_HOSTS_SHOWN = 50;

/** How requests ended. */
export interface HostFigures {
  readonly requests: number;
  readonly blocked: number;
  /** No parser understood the page. */
  readonly unrecognized: number;
}

/** All operations and exits of one host together. */
export interface HostRates {
  readonly host: string;
  readonly today: HostFigures;
  /** The last 7 days, today included. */
  readonly week: HostFigures;
}

const NONE: HostFigures = { requests: 0, blocked: 0, unrecognized: 0 };

const add = (sum: HostFigures, { read, unrecognized, blocked, failed }: SiteCounts): HostFigures => ({
  requests: sum.requests + read + unrecognized + blocked + failed,
  blocked: sum.blocked + blocked,
  unrecognized: sum.unrecognized + unrecognized,
});

/** By number, not by share: one refused request of one says nothing. */
const lostOf = ({ week: { blocked, unrecognized } }: HostRates): number => blocked + unrecognized;

/** Of the counts of some days, of which one is today. */
export const hostRatesOf = (sites: readonly SiteCounts[], today: string): readonly HostRates[] => {
  const hosts = new Map<string, HostRates>();
  for (const site of sites) {
    const { host } = site;
    const sums = hosts.get(host) ?? { host, today: NONE, week: NONE };
    const ofToday = site.day === today ? add(sums.today, site) : sums.today;
    hosts.set(host, { host, today: ofToday, week: add(sums.week, site) });
  }
  return [...hosts.values()]
    .sort((one, other) => lostOf(other) - lostOf(one) || other.week.requests - one.week.requests)
    .slice(0, MAX_HOSTS_SHOWN);
};
