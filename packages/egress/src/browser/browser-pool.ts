import { MAX_PAGE_TIME_MS } from '../fetch/time-budget.js';
import { createFairPlaces, type FairPlaces, type Sharer } from '../fair-places.js';
import { untilAborted } from '../wait.js';
import type { ChromiumProcess } from './process/chromium-process.js';
import { MAX_RENDERER_CPU_MS, RENDERER_CPU_SHARE } from './renderer-bounds.js';

/** Pages at once in one worker. */
export const MAX_CONTEXTS = 6;
/** A browser is replaced after so many pages, at this age, or above this memory. */
export const MAX_PAGES_PER_BROWSER = 100;
export const MAX_BROWSER_AGE_MS = 30 * 60_000;
export const MAX_BROWSER_MEMORY_BYTES = 2_000_000_000;
/** How often a browser with pages is checked. */
export const LOOK_EVERY_MS = 5_000;
/** A browser that grows to so many times its bound while a page is open is ended at once, with all its pages. */
export const RUNAWAY_FACTOR = 1.5;
/** A browser that does not respond for so long is hung. */
export const RESPONSE_TIMEOUT_MS = 30_000;
/** How often the renderers of a browser with pages are checked. */
export const RENDERER_LOOK_EVERY_MS = 500;
/** A renderer is ended, with its page, above this share of the browser's bound, but never below this many bytes. */
export const RENDERER_SHARE = 0.5;
export const MIN_RENDERER_BYTES = 300_000_000;
/** What all pages together may store in the browser process itself, outside of renderers: this share of its bound, at least so many bytes. */
export const SHARED_SHARE = 0.15;
export const MIN_SHARED_BYTES = 200_000_000;
/** Time for the last pages of a replaced browser to end. */
export const MAX_DRAIN_MS = MAX_PAGE_TIME_MS + 30_000;
/** The same if a page of it could not be closed. */
export const MAX_HUNG_DRAIN_MS = 60_000;

export interface BrowserLease {
  readonly process: ChromiumProcess;
  /** Whether another page waits for a place. */
  readonly isWanted: () => boolean;
  /** Returns the place. With `isHung` the browser is ended with its last page. */
  release(end?: { readonly isHung: boolean }): Promise<void>;
}

export interface BrowserPool {
  /** Undefined when the signal aborts or the pool closes first. Rejects when the browser does not start. */
  lease(signal: AbortSignal, sharer?: Sharer): Promise<BrowserLease | undefined>;
  close(): Promise<void>;
}

/**
 * Why a browser was replaced: `pages`, `age` and `memory` are limits of normal use; `runaway`: it grew while a page was open;
 * `hung`: it did not respond or could not close a page; `crashed`: it ended by itself.
 */
type ReplaceReason = 'pages' | 'age' | 'memory' | 'runaway' | 'hung' | 'crashed';

/** Called with what the pool does. */
export interface BrowserReport {
  /** Once for each replaced browser. */
  readonly replaced: (reason: ReplaceReason) => void;
  /** With the number of open pages, at each change. */
  readonly pagesOpen: (count: number) => void;
}

export interface BrowserPoolOptions {
  readonly launch: () => Promise<ChromiumProcess>;
  readonly report?: BrowserReport | undefined;
  readonly maxContexts?: number | undefined;
  readonly maxPages?: number | undefined;
  readonly maxAgeMs?: number | undefined;
  readonly maxMemoryBytes?: number | undefined;
  readonly minRendererBytes?: number | undefined;
  readonly minSharedBytes?: number | undefined;
  readonly maxRendererCpuMs?: number | undefined;
  readonly rendererCpuShare?: number | undefined;
  readonly maxDrainMs?: number | undefined;
  readonly maxHungDrainMs?: number | undefined;
  readonly lookEveryMs?: number | undefined;
  readonly rendererLookEveryMs?: number | undefined;
  readonly responseTimeoutMs?: number | undefined;
}

interface Slot {
  readonly process: ChromiumProcess;
  pages: number;
  active: number;
  isLookedAt: boolean;
  areRenderersLookedAt: boolean;
  isGivenUp: boolean;
  drainTimer?: NodeJS.Timeout;
}

/** One browser for all jobs, and a second one only while the first drains. */
class Pool implements BrowserPool {
  private current: Slot | undefined;
  private draining: Slot | undefined;
  private starting: Promise<Slot> | undefined;
  private readonly ending = new Set<Promise<void>>();
  private readonly places: FairPlaces;
  private pagesOpen = 0;
  private isClosed = false;
  private readonly timers: readonly NodeJS.Timeout[];

  constructor(private readonly options: BrowserPoolOptions) {
    this.places = createFairPlaces({ places: options.maxContexts ?? MAX_CONTEXTS, keepsOne: true });
    const { lookEveryMs = LOOK_EVERY_MS, rendererLookEveryMs = RENDERER_LOOK_EVERY_MS } = options;
    this.timers = [
      setInterval(() => this.forAllWithPages((slot) => this.lookAt(slot)), lookEveryMs),
      setInterval(() => this.forAllWithPages((slot) => this.lookAtRenderers(slot)), rendererLookEveryMs),
    ];
    for (const timer of this.timers) timer.unref();
  }

  async lease(signal: AbortSignal, sharer?: Sharer): Promise<BrowserLease | undefined> {
    if (!(await this.places.take(sharer, signal))) return undefined;
    try {
      const slot = await untilAborted(this.ensureBrowser(), signal);
      if (!slot) {
        this.places.leave(sharer);
        return undefined;
      }
      this.changePages(slot, 1);
      slot.pages += 1;
      if (this.isClosed) {
        this.changePages(slot, -1);
        await this.end(slot);
        this.places.leave(sharer);
        return undefined;
      }
      return this.createLease(slot, sharer);
    } catch (error) {
      this.places.leave(sharer);
      throw error;
    }
  }

  async close(): Promise<void> {
    this.isClosed = true;
    for (const timer of this.timers) clearInterval(timer);
    this.places.close();
    await this.starting?.catch(() => undefined);
    for (const slot of [this.current, this.draining]) if (slot) void this.end(slot);
    await Promise.all(this.ending);
  }

  private createLease(slot: Slot, sharer: Sharer): BrowserLease {
    let isReleased = false;
    return {
      process: slot.process,
      isWanted: () => this.places.waitingCount > 0,
      release: async (end) => {
        if (isReleased) return;
        isReleased = true;
        this.changePages(slot, -1);
        try {
          await this.settle(slot, end?.isHung ?? false);
        } finally {
          this.places.leave(sharer);
        }
      },
    };
  }

  private changePages(slot: Slot, change: 1 | -1): void {
    slot.active += change;
    this.pagesOpen += change;
    this.options.report?.pagesOpen(this.pagesOpen);
  }

  private ensureBrowser(): Promise<Slot> {
    if (this.current && !this.current.process.isAlive()) void this.replace(this.current, 'crashed');
    if (this.current) return Promise.resolve(this.current);
    this.starting ??= this.start().finally(() => (this.starting = undefined));
    return this.starting;
  }

  private async start(): Promise<Slot> {
    const process = await this.options.launch();
    this.current = { process, pages: 0, active: 0, isLookedAt: false, areRenderersLookedAt: false, isGivenUp: false };
    return this.current;
  }

  private async settle(slot: Slot, isHung: boolean): Promise<void> {
    if (!slot.process.isAlive()) return this.replace(slot, 'crashed');
    if (isHung) return this.giveUp(slot);
    if (slot === this.draining) return slot.active === 0 ? this.end(slot) : undefined;
    // While one drains the next one is not replaced: there are never more than two.
    if (slot !== this.current || this.draining) return undefined;
    const reason = await this.wearOf(slot);
    return reason && this.retire(slot, reason);
  }

  private async wearOf({ pages, process }: Slot): Promise<ReplaceReason | undefined> {
    const { maxPages = MAX_PAGES_PER_BROWSER, maxAgeMs = MAX_BROWSER_AGE_MS } = this.options;
    if (pages >= maxPages) return 'pages';
    if (Date.now() - process.startedAtMs >= maxAgeMs) return 'age';
    const isLarge = (await process.memoryBytes()) > (this.options.maxMemoryBytes ?? MAX_BROWSER_MEMORY_BYTES);
    return isLarge ? 'memory' : undefined;
  }

  /** Pages may stay open for minutes, so the browser is checked meanwhile. */
  private forAllWithPages(look: (slot: Slot) => Promise<void>): void {
    for (const slot of [this.current, this.draining]) if (slot && slot.active > 0) void look(slot);
  }

  private async lookAt(slot: Slot): Promise<void> {
    if (slot.isLookedAt) return;
    slot.isLookedAt = true;
    const { maxMemoryBytes = MAX_BROWSER_MEMORY_BYTES, responseTimeoutMs = RESPONSE_TIMEOUT_MS } = this.options;
    const isRunaway = (await slot.process.memoryBytes()) > maxMemoryBytes * RUNAWAY_FACTOR;
    if (isRunaway) await this.replace(slot, 'runaway');
    else if (!(await slot.process.answers(responseTimeoutMs))) await this.replace(slot, 'hung');
    slot.isLookedAt = false;
  }

  private async lookAtRenderers(slot: Slot): Promise<void> {
    if (slot.areRenderersLookedAt) return;
    slot.areRenderersLookedAt = true;
    const { maxMemoryBytes = MAX_BROWSER_MEMORY_BYTES, minRendererBytes = MIN_RENDERER_BYTES } = this.options;
    await slot.process.holdToBounds({
      maxBytes: Math.max(minRendererBytes, maxMemoryBytes * RENDERER_SHARE),
      maxCpuMs: this.options.maxRendererCpuMs ?? MAX_RENDERER_CPU_MS,
      cpuShare: this.options.rendererCpuShare ?? RENDERER_CPU_SHARE,
      maxSharedBytes: Math.max(this.options.minSharedBytes ?? MIN_SHARED_BYTES, maxMemoryBytes * SHARED_SHARE),
    });
    slot.areRenderersLookedAt = false;
  }

  /** One page could not be closed; the other pages may be fine, and get time to end. */
  private giveUp(slot: Slot): Promise<void> | undefined {
    const isSecond = this.draining !== undefined && this.draining !== slot;
    if (slot.active === 0 || isSecond) return this.replace(slot, 'hung');
    this.noteReplaced(slot, 'hung');
    if (this.current === slot) this.current = undefined;
    this.drain(slot, this.options.maxHungDrainMs ?? MAX_HUNG_DRAIN_MS);
    return undefined;
  }

  private async retire(slot: Slot, reason: ReplaceReason): Promise<void> {
    // Another job may have retired it while its memory was read.
    if (slot !== this.current || this.draining) return;
    this.current = undefined;
    this.noteReplaced(slot, reason);
    if (slot.active === 0) return this.end(slot);
    this.drain(slot, this.options.maxDrainMs ?? MAX_DRAIN_MS);
  }

  private drain(slot: Slot, maxMs: number): void {
    this.draining = slot;
    clearTimeout(slot.drainTimer);
    slot.drainTimer = setTimeout(() => void this.end(slot), maxMs);
  }

  private replace(slot: Slot, reason: ReplaceReason): Promise<void> {
    this.noteReplaced(slot, reason);
    return this.end(slot);
  }

  /** Only the first reason counts: a browser that was given up is ended, and then looks crashed. */
  private noteReplaced(slot: Slot, reason: ReplaceReason): void {
    if (!slot.isGivenUp && !this.isClosed) this.options.report?.replaced(reason);
    slot.isGivenUp = true;
  }

  private end(slot: Slot): Promise<void> {
    if (this.current === slot) this.current = undefined;
    if (this.draining === slot) this.draining = undefined;
    clearTimeout(slot.drainTimer);
    const ended = slot.process.kill().finally(() => this.ending.delete(ended));
    this.ending.add(ended);
    return ended;
  }
}

export const createBrowserPool = (options: BrowserPoolOptions): BrowserPool => new Pool(options);
