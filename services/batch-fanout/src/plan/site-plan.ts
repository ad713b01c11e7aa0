import { PackedIds } from './packed-ids.js';

/** An item that waits to be handed over. */
export interface WaitingItem {
  readonly id: string;
  readonly index: number;
  readonly site: string;
  /** Its own, if it has one. */
  readonly timeoutMs?: number | undefined;
}

interface Site {
  readonly name: string;
  /** Places of `PackedIds`, in the order of submission; those before `next` are taken. */
  readonly places: number[];
  next: number;
  inFlight: number;
  /** Whether it is in the ring. */
  isReady: boolean;
}

/** Taken places of a site's list are removed in steps of this many. */
const CUT_AFTER = 1_024;

/**
 * The waiting items of a job, by site. Sites take turns; items of one site go in the order of submission, and at most `siteLimit` of
 * them are in flight, so that a slow site cannot occupy the workers. Every step takes constant time.
 */
export class SitePlan {
  readonly #siteLimit: number;
  readonly #ids = new PackedIds();
  readonly #sites = new Map<string, Site>();
  /** Sites with a waiting item that may have another in flight, in the order of their turns. */
  #ring: Site[] = [];
  #turn = 0;
  #waiting = 0;

  constructor(siteLimit: number) {
    this.#siteLimit = siteLimit;
  }

  get waitingCount(): number {
    return this.#waiting;
  }

  /** In the order of their indexes. */
  add({ id, index, site: name, timeoutMs }: WaitingItem): void {
    const site = this.#siteOf(name);
    site.places.push(this.#ids.push(id, index, timeoutMs));
    this.#waiting += 1;
    this.#makeReady(site);
  }

  /** Counts an item that is already in flight. */
  noteOut(name: string): void {
    this.#siteOf(name).inFlight += 1;
  }

  /** Takes up to `count` items, which are in flight from now on. */
  take(count: number): WaitingItem[] {
    const taken: WaitingItem[] = [];
    while (taken.length < count) {
      const site = this.#nextSite();
      if (site === undefined) break;
      site.inFlight += 1;
      taken.push(this.#takeFirst(site));
      this.#makeReady(site);
    }
    return taken;
  }

  /** An item of the site is no longer in flight. */
  noteBack(name: string): void {
    const site = this.#sites.get(name);
    if (site === undefined) return;
    site.inFlight = Math.max(0, site.inFlight - 1);
    this.#makeReady(site);
    if (site.inFlight === 0 && !site.isReady) this.#sites.delete(name);
  }

  /** Takes up to `count` items to be ended, regardless of `siteLimit`; they are not in flight. */
  drop(count: number): WaitingItem[] {
    const dropped: WaitingItem[] = [];
    for (const site of this.#sites.values()) {
      while (dropped.length < count && site.next < site.places.length) dropped.push(this.#takeFirst(site));
      if (dropped.length === count) break;
    }
    return dropped;
  }

  #takeFirst(site: Site): WaitingItem {
    // safe because it is called for sites with a waiting item
    const place = site.places[site.next] as number;
    site.next += 1;
    this.#waiting -= 1;
    if (site.next >= CUT_AFTER) {
      site.places.splice(0, site.next);
      site.next = 0;
    }
    return { ...this.#ids.take(place), site: site.name };
  }

  #siteOf(name: string): Site {
    const known = this.#sites.get(name);
    if (known !== undefined) return known;
    const site: Site = { name, places: [], next: 0, inFlight: 0, isReady: false };
    this.#sites.set(name, site);
    return site;
  }

  #makeReady(site: Site): void {
    if (site.isReady || site.next >= site.places.length || site.inFlight >= this.#siteLimit) return;
    site.isReady = true;
    this.#ring.push(site);
  }

  /** Takes the site whose turn it is out of the ring. */
  #nextSite(): Site | undefined {
    while (this.#turn < this.#ring.length) {
      // safe because the turn is within the ring
      const site = this.#ring[this.#turn] as Site;
      this.#turn += 1;
      if (this.#turn >= CUT_AFTER) {
        this.#ring = this.#ring.slice(this.#turn);
        this.#turn = 0;
      }
      site.isReady = false;
      if (site.next < site.places.length && site.inFlight < this.#siteLimit) return site;
    }
    this.#ring = [];
    this.#turn = 0;
    return undefined;
  }
}

/**
 * Most items of one site that one job has in flight. If the request rate is limited, more items than can be requested within a
 * second would only wait in the workers' slots.
 */
export const siteLimitOf = (siteConcurrency: number, siteRequestsPerSecond: number): number => {
  const bounds = [siteConcurrency, siteRequestsPerSecond].filter((bound) => bound > 0);
  return bounds.length === 0 ? Number.POSITIVE_INFINITY : Math.min(...bounds);
};
