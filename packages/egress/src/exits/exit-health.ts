import { BoundedMap } from './bounded-map.js';
import type { Exit } from './exit.js';

/** A block keeps an exit off that site for so long, and each further one for a multiple, up to the longest. */
export const FIRST_SITE_SUSPENSION_MS = 60_000;
export const SITE_SUSPENSION_GROWTH = 4;
export const MAX_SITE_SUSPENSION_MS = 3_600_000;
/** The same for a proxy that cannot be used at all, on all sites. */
export const FIRST_PROXY_SUSPENSION_MS = 10_000;
export const PROXY_SUSPENSION_GROWTH = 2;
export const MAX_PROXY_SUSPENSION_MS = 300_000;
/** Blocks in a row on new sessions of one template before all of them count as blocked on that site. */
export const SESSION_BLOCKS_BEFORE_FLEET = 3;
/** Sites in a row for which a proxy never answered before it counts as down: one of them may be silent itself. */
export const SILENT_SITES_BEFORE_DOWN = 3;
/** Pairs of exit and site, and proxies, that are remembered. */
export const MAX_SITE_RECORDS = 20_000;
export const MAX_PROXY_RECORDS = 1_000;

interface Record {
  readonly strikes: number;
  readonly untilMs: number;
}

interface Growth {
  readonly firstMs: number;
  readonly factor: number;
  readonly maxMs: number;
}

const SITE_GROWTH: Growth = {
  firstMs: FIRST_SITE_SUSPENSION_MS,
  factor: SITE_SUSPENSION_GROWTH,
  maxMs: MAX_SITE_SUSPENSION_MS,
};
const PROXY_GROWTH: Growth = {
  firstMs: FIRST_PROXY_SUSPENSION_MS,
  factor: PROXY_SUSPENSION_GROWTH,
  maxMs: MAX_PROXY_SUSPENSION_MS,
};

const pair = (key: string, site: string): string => `${key} ${site}`;

/** How well exits do, per site and as such. Keys only: no address, no credentials. */
export class ExitHealth {
  private readonly sites = new BoundedMap<Record>(MAX_SITE_RECORDS);
  private readonly gateways = new BoundedMap<Record>(MAX_PROXY_RECORDS);
  private readonly silent = new BoundedMap<Set<string>>(MAX_PROXY_RECORDS);
  private readonly heldOff = new BoundedMap<number>(MAX_SITE_RECORDS);

  constructor(private readonly now: () => number) {}

  /** End of what keeps this exit, or this fleet, from the site; a time in the past where nothing does. */
  suspendedUntilMs({ gatewayKey, key }: Pick<Exit, 'gatewayKey' | 'key'>, site: string): number {
    return Math.max(
      this.gateways.get(gatewayKey)?.untilMs ?? 0,
      this.sites.get(pair(key, site))?.untilMs ?? 0,
      this.heldOffUntilMs(key, site),
    );
  }

  /** The site asked this exit to wait. */
  heldOffUntilMs(key: string, site: string): number {
    return this.heldOff.get(pair(key, site)) ?? 0;
  }

  holdOff(exit: Exit, site: string, untilMs: number): void {
    this.heldOff.set(pair(exit.key, site), untilMs);
  }

  blocked(exit: Exit, site: string): void {
    this.strike(this.sites, pair(exit.key, site), SITE_GROWTH, 1);
    if (exit.key !== exit.fleetKey) {
      this.strike(this.sites, pair(exit.fleetKey, site), SITE_GROWTH, SESSION_BLOCKS_BEFORE_FLEET);
    }
  }

  proxyFailed(exit: Exit): void {
    this.strike(this.gateways, exit.gatewayKey, PROXY_GROWTH, 1);
  }

  proxySilent(exit: Exit, site: string): void {
    for (const key of new Set([exit.key, exit.fleetKey])) this.strike(this.sites, pair(key, site), PROXY_GROWTH, 1);
    const sites = this.silent.get(exit.gatewayKey) ?? new Set<string>();
    sites.add(site);
    this.silent.set(exit.gatewayKey, sites);
    if (sites.size < SILENT_SITES_BEFORE_DOWN) return;
    this.silent.delete(exit.gatewayKey);
    this.proxyFailed(exit);
  }

  /** The target answered through this exit, whatever it said. */
  reached(exit: Exit): void {
    this.gateways.delete(exit.gatewayKey);
    this.silent.delete(exit.gatewayKey);
  }

  /** The target showed this exit its page. */
  served(exit: Exit, site: string): void {
    this.sites.delete(pair(exit.key, site));
    this.sites.delete(pair(exit.fleetKey, site));
  }

  private strike(records: BoundedMap<Record>, key: string, growth: Growth, strikesBefore: number): void {
    const known = records.get(key);
    const atMs = this.now();
    // What was long ago counts no more.
    const isRecent = known !== undefined && atMs < known.untilMs + growth.maxMs;
    const strikes = (isRecent ? known.strikes : 0) + 1;
    const grownMs = growth.firstMs * growth.factor ** Math.max(0, strikes - strikesBefore);
    const untilMs = strikes < strikesBefore ? atMs : atMs + Math.min(growth.maxMs, grownMs);
    records.set(key, { strikes, untilMs });
  }
}
