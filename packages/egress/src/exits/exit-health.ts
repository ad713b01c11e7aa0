import { LRUCache } from 'lru-cache';
import type { Exit } from './exit.js';

/** Suspension of an exit for a site after a block; each further one is longer by the factor, up to the maximum. */
export const FIRST_SITE_SUSPENSION_MS = 60_000;
export const SITE_SUSPENSION_GROWTH = 4;
export const MAX_SITE_SUSPENSION_MS = 3_600_000;
/** The same for a proxy that cannot be used, for all sites. */
export const FIRST_PROXY_SUSPENSION_MS = 10_000;
export const PROXY_SUSPENSION_GROWTH = 2;
export const MAX_PROXY_SUSPENSION_MS = 300_000;
/** Blocks in a row on new sessions of one template after which all its sessions count as blocked by that site. */
export const SESSION_BLOCKS_BEFORE_FLEET = 3;
/** Sites in a row for which a proxy never responded after which it counts as down: a single site may be silent itself. */
export const SILENT_SITES_BEFORE_DOWN = 3;
/** Remembered pairs of exit and site, and remembered proxies. */
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

/** Health of exits, per site and overall. It holds keys only: no address, no credentials. */
export class ExitHealth {
  private readonly sites = new LRUCache<string, Record>({ max: MAX_SITE_RECORDS });
  private readonly gateways = new LRUCache<string, Record>({ max: MAX_PROXY_RECORDS });
  private readonly silent = new LRUCache<string, Set<string>>({ max: MAX_PROXY_RECORDS });
  private readonly heldOff = new LRUCache<string, number>({ max: MAX_SITE_RECORDS });

  constructor(private readonly now: () => number) {}

  /** End of the suspension of this exit, or all exits of its template, for a host of the site; a time in the past if there is none. */
  suspendedUntilMs({ gatewayKey, key }: Pick<Exit, 'gatewayKey' | 'key'>, site: string, host?: string): number {
    return Math.max(
      this.gateways.get(gatewayKey)?.untilMs ?? 0,
      this.sites.get(pair(key, site))?.untilMs ?? 0,
      host === undefined ? 0 : this.heldOffUntilMs(key, host),
    );
  }

  /** Until when the host asked this exit to wait. Other hosts of its site may be anybody's, so it speaks for itself alone. */
  heldOffUntilMs(key: string, host: string): number {
    return this.heldOff.get(pair(key, host)) ?? 0;
  }

  /** When a proxy that cannot be used may be tried again; a time in the past if it is well. */
  downUntilMs(gatewayKey: string): number {
    return this.gateways.get(gatewayKey)?.untilMs ?? 0;
  }

  /** For how many sites exits of each template are suspended now. An exit of its own counts like all exits of the template. */
  suspendedSites(): ReadonlyMap<string, number> {
    const sites = new Map<string, Set<string>>();
    for (const [key, { untilMs }] of this.sites.entries()) {
      if (untilMs <= this.now()) continue;
      const at = key.indexOf(' ');
      const gateway = key.slice(0, at).split(':').slice(0, 2).join(':');
      sites.set(gateway, (sites.get(gateway) ?? new Set()).add(key.slice(at + 1)));
    }
    return new Map([...sites].map(([gateway, ofGateway]) => [gateway, ofGateway.size]));
  }

  holdOff(exit: Exit, host: string, untilMs: number): void {
    this.heldOff.set(pair(exit.key, host), untilMs);
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

  /** The target responded through this exit, in whatever way. */
  reached(exit: Exit): void {
    this.gateways.delete(exit.gatewayKey);
    this.silent.delete(exit.gatewayKey);
  }

  /** The target served its page to this exit. */
  served(exit: Exit, site: string): void {
    this.sites.delete(pair(exit.key, site));
    this.sites.delete(pair(exit.fleetKey, site));
  }

  private strike(records: LRUCache<string, Record>, key: string, growth: Growth, strikesBefore: number): void {
    const known = records.get(key);
    const atMs = this.now();
    // Older strikes no longer count.
    const isRecent = known !== undefined && atMs < known.untilMs + growth.maxMs;
    const strikes = (isRecent ? known.strikes : 0) + 1;
    const grownMs = growth.firstMs * growth.factor ** Math.max(0, strikes - strikesBefore);
    const untilMs = strikes < strikesBefore ? atMs : atMs + Math.min(growth.maxMs, grownMs);
    records.set(key, { strikes, untilMs });
  }
}
