import { createHash, randomUUID } from 'node:crypto';
import { crawlItemParams, type CrawlPlan } from '@quarry/contracts';
import type { PassFaultPoint } from '@quarry/observability';
import type { BatchJob, CrawlAddress, CrawlStore, GrowthObstacle, NewBatchItem, NewCrawlAddress } from '@quarry/store';
import {
  CRAWL_ABSORB_MS,
  CRAWL_AHEAD_ITEMS,
  CRAWL_STEP_ITEMS,
  FRONTIER_STEP_ADDRESSES,
  FRONTIER_STEP_BYTES,
  FRONTIER_STEP_PAGES,
  MAX_VARIANTS,
} from '../bounds.js';
import { inChunks } from '../lead/in-chunks.js';
import { shapeOf } from './address-shape.js';

export interface CrawlFeedOptions {
  readonly owner: string;
  readonly crawls: CrawlStore;
  readonly faultPoint: PassFaultPoint;
  /** The job as last read. */
  readonly job: () => BatchJob;
  readonly setJob: (job: BatchJob) => void;
  /** Another replica leads the job. */
  readonly onLost: () => void;
  /** True: no further step may begin. */
  readonly isOver: () => boolean;
}

const MAX_SITE_CHARS = 255;
const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** The plan of a crawl; undefined for a batch. */
export const crawlPlanOfJob = ({ crawl }: BatchJob): CrawlPlan | undefined =>
  // safe because the gateway alone starts crawls
  crawl?.plan as CrawlPlan | undefined;

const toAddress = (url: string, depth: number): NewCrawlAddress => {
  const shape = shapeOf(url);
  return { url, depth, key: digestOf(url), ...(shape === undefined ? {} : { shape: digestOf(shape) }) };
};

/** Moves what pages have found into the frontier of one crawl, and the next addresses of the frontier into items. */
export class CrawlFeed {
  readonly #options: CrawlFeedOptions;
  readonly #plan: CrawlPlan;
  /** Why the last growth was not whole. */
  #obstacle: GrowthObstacle | undefined;
  /** On the clock of `performance`. */
  #nextAbsorbAtMs = 0;

  constructor(options: CrawlFeedOptions, plan: CrawlPlan) {
    this.#options = options;
    this.#plan = plan;
  }

  /** Absorbs what was found, then adds items while few are open. Returns the index of the first new item, if there are some. */
  async expand(openCount: number, isEnding: boolean): Promise<number | undefined> {
    if (isEnding) return undefined;
    if (this.#state.knownCount === 0) await this.#absorb([toAddress(this.#plan.scope.root, 0)], []);
    const room = CRAWL_AHEAD_ITEMS - openCount;
    if (this.#waitingCount < CRAWL_AHEAD_ITEMS || performance.now() >= this.#nextAbsorbAtMs) await this.#absorbFound();
    // More items than a crawl may have in flight are open: the next may wait until they are worth a step.
    return room < CRAWL_STEP_ITEMS ? undefined : this.#grow(room);
  }

  /** Finishes the crawl if nothing is left of it that may be done. */
  async closeIfDone(openCount: number, isEnding: boolean): Promise<void> {
    const { job, isOver, crawls, owner } = this.#options;
    const { id, visibleCount, requestsCount, stopRequestedAtMs } = job();
    const isWaiting = this.#waitingCount > 0 && this.#obstacle === undefined && !isEnding;
    if (openCount > 0 || visibleCount < requestsCount || isWaiting || isOver()) return;
    // A crawl whose time is over says what it knows; one that was stopped need not.
    if (stopRequestedAtMs === undefined) await this.#absorbFound();
    if (!isEnding && this.#obstacle === undefined && this.#waitingCount > 0) return;
    this.#note(await crawls.close(id, owner, this.#limitsHit(isEnding)));
  }

  /** Bounds of the crawl as a whole that leave addresses out; the store names those of its frontier. */
  #limitsHit(isEnding: boolean): readonly string[] {
    if (this.#options.job().stopRequestedAtMs !== undefined || this.#waitingCount <= 0) return [];
    if (isEnding) return ['maxTime'];
    return this.#obstacle === undefined ? [] : [this.#obstacle];
  }

  get #state(): { readonly knownCount: number; readonly itemCredits: number } {
    const { crawl } = this.#options.job();
    if (crawl === undefined) throw new Error('the job is no crawl');
    return crawl;
  }

  /** Addresses that are no item yet. */
  get #waitingCount(): number {
    return this.#state.knownCount - this.#options.job().requestsCount;
  }

  #note(job: BatchJob | null): boolean {
    if (job === null) this.#options.onLost();
    else this.#options.setJob(job);
    return job !== null;
  }

  async #absorb(addresses: readonly NewCrawlAddress[], itemIds: readonly string[]): Promise<boolean> {
    const { crawls, owner, job, faultPoint } = this.#options;
    const bounds = { maxKnown: this.#plan.limit, maxVariants: MAX_VARIANTS };
    const absorbed = await crawls.absorb(job().id, owner, { addresses, itemIds, ...bounds });
    await faultPoint('fanout.absorbed');
    return this.#note(absorbed);
  }

  async #absorbFound(): Promise<void> {
    const { crawls, job, isOver } = this.#options;
    while (!isOver()) {
      const part = { limit: FRONTIER_STEP_PAGES, maxBytes: FRONTIER_STEP_BYTES };
      const { pages, hasMore } = await crawls.found(job().id, part);
      const known = new Set<string>();
      const addresses = pages
        .flatMap(({ depth, urls }) => urls.map((url) => toAddress(url, depth)))
        .filter(({ key }) => !known.has(key) && known.add(key));
      const chunks = inChunks(addresses, FRONTIER_STEP_ADDRESSES);
      // The pages are forgotten with the last of their addresses.
      const last = chunks.pop() ?? [];
      for (const chunk of chunks) if (isOver() || !(await this.#absorb(chunk, []))) return;
      if (pages.length === 0) break;
      if (!(await this.#absorb(last, pages.map(({ itemId }) => itemId)))) return; // oxfmt-ignore
      if (!hasMore) break;
    }
    this.#nextAbsorbAtMs = performance.now() + CRAWL_ABSORB_MS;
  }

  async #grow(room: number): Promise<number | undefined> {
    const { crawls, owner, job, isOver, faultPoint } = this.#options;
    const { id, requestsCount: fromPlace } = job();
    const waiting = this.#waitingCount;
    if (waiting <= 0) this.#obstacle = undefined;
    const limit = Math.min(room, waiting);
    if (limit <= 0 || isOver()) return undefined;
    const addresses = await crawls.addresses(id, { fromPlace, limit });
    if (addresses.length === 0) return undefined;
    const items = addresses.map((address, place) => this.#itemOf(address, fromPlace + place));
    const { maxCredits, creditsPerDay } = this.#plan;
    const grown = await crawls.grow(id, owner, { items, maxCredits, creditsPerDay });
    await faultPoint('fanout.grown');
    if (!this.#note(grown && grown.job) || grown === null) return undefined;
    this.#obstacle = grown.obstacle;
    return grown.added > 0 ? fromPlace : undefined;
  }

  #itemOf({ url, depth }: CrawlAddress, index: number): NewBatchItem {
    const site = (URL.parse(url)?.host ?? '').slice(0, MAX_SITE_CHARS);
    const params = crawlItemParams(this.#plan, { url, depth, isFirst: index === 0 });
    const holdCredits = this.#state.itemCredits;
    return { id: randomUUID(), index, site, query: { url, depth }, params, holdCredits };
  }
}
