import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Pages store data in the browser process itself (blobs, files of their origin, caches), outside of renderers, and the kernel does
 * not say which page's it is. Each page has its own context, whose memory is freed when it closes. So the most likely page is ended
 * and the memory that this frees is measured; a page that freed little was innocent and is rendered again.
 */

/** Longest wait until a closed context's memory is freed, and how often it is checked. */
export const GIVE_BACK_MS = 1_500;
const GIVE_BACK_LOOK_MS = 100;
/** Shortest time between two measurements of a browser without pages. */
export const REST_EVERY_MS = 10_000;

/** Memory above the bound in so many checks in a row is stored; less often, it may be temporary, as while a page is read. */
export const LOOKS_UNTIL_SUSPECTED = 3;
/** Additional memory allowed for a page while it is read and its picture taken, which is our own doing. */
export const READING_BYTES = 250_000_000;

export interface Tenant {
  /** Settles when the page is to be ended, to measure what that frees. */
  readonly suspected: Promise<void>;
  /** Sets how the page's likelihood is measured: what it is known to store, and how much processor time it uses. */
  weigh(how: () => Promise<number>): void;
  /** The page is being read from now on, until it leaves. */
  read(): void;
  /** The page's context is closed. True if it was suspected and guilty. */
  leave(): Promise<boolean>;
}

export interface Tenants {
  enter(): Tenant;
  /** Called with the memory of the browser process, of which `maxBytes` may come from pages. */
  look(bytes: number, maxBytes: number): Promise<void>;
}

export interface TenantsOptions {
  /** Reads the memory of the browser process without its renderers. */
  readonly readBytes: () => Promise<number>;
  readonly giveBackMs?: number | undefined;
  readonly nowMs?: (() => number) | undefined;
}

interface Entry {
  readonly suspect: () => void;
  how: () => Promise<number>;
  isRead: boolean;
}

interface Trial {
  readonly entry: Entry;
  readonly bytes: number;
  /** Half of a fair share of the excess: a page that frees at least this is guilty. */
  readonly guiltyBytes: number;
}

class Registry implements Tenants {
  private readonly entries = new Set<Entry>();
  /** Pages that were open when the excess was first seen, and have not been tried. */
  private untried: Set<Entry> | undefined;
  private trial: Trial | undefined;
  /** Checks in a row that found an excess. */
  private looks = 0;
  /** Memory of the browser process without any page. */
  private restBytes: number | undefined;
  private restAtMs = -Infinity;

  private readonly options: TenantsOptions;

  constructor(options: TenantsOptions) {
    this.options = options;
  }

  enter(): Tenant {
    const { promise, resolve } = Promise.withResolvers<void>();
    const entry: Entry = { suspect: resolve, how: async () => 0, isRead: false };
    if (this.entries.size === 0) void this.readRest();
    this.entries.add(entry);
    return {
      suspected: promise,
      weigh: (how) => (entry.how = how),
      read: () => void (entry.isRead = true),
      leave: () => this.leave(entry),
    };
  }

  async look(bytes: number, maxBytes: number): Promise<void> {
    this.restBytes = Math.min(this.restBytes ?? bytes, bytes);
    const excess = bytes - this.restBytes;
    const reading = [...this.entries].filter(({ isRead }) => isRead).length;
    const isTooMuch = excess > maxBytes + reading * READING_BYTES;
    this.looks = isTooMuch ? this.looks + 1 : 0;
    if (!isTooMuch) this.untried = undefined;
    if (this.looks < LOOKS_UNTIL_SUSPECTED || this.trial) return;
    // Pages opened later cannot have caused it.
    this.untried ??= new Set(this.entries);
    const entry = await this.mostLikely(this.untried);
    if (!entry) {
      // No page caused it: the browser has grown by itself, and will be replaced in time.
      this.restBytes = bytes;
      this.untried = undefined;
      return;
    }
    this.untried.delete(entry);
    this.trial = { entry, bytes, guiltyBytes: excess / (2 * this.entries.size) };
    entry.suspect();
  }

  private async readRest(): Promise<void> {
    const { readBytes, nowMs = () => performance.now() } = this.options;
    if (nowMs() - this.restAtMs < REST_EVERY_MS) return;
    this.restAtMs = nowMs();
    this.restBytes = await readBytes();
  }

  private async mostLikely(entries: ReadonlySet<Entry>): Promise<Entry | undefined> {
    const weighed = await Promise.all(
      [...entries].map(async (entry) => ({ entry, weight: await entry.how().catch(() => Infinity) })),
    );
    // Some may have left meanwhile.
    return weighed.filter(({ entry }) => this.entries.has(entry)).sort((a, b) => b.weight - a.weight)[0]?.entry;
  }

  private async leave(entry: Entry): Promise<boolean> {
    this.entries.delete(entry);
    this.untried?.delete(entry);
    const { trial } = this;
    if (trial?.entry !== entry) return false;
    try {
      return await this.hasGivenBack(trial);
    } finally {
      this.trial = undefined;
    }
  }

  private async hasGivenBack({ bytes, guiltyBytes }: Trial): Promise<boolean> {
    const looks = Math.ceil((this.options.giveBackMs ?? GIVE_BACK_MS) / GIVE_BACK_LOOK_MS);
    for (let look = 0; look < looks; look += 1) {
      if (bytes - (await this.options.readBytes()) >= guiltyBytes) return true;
      await sleep(GIVE_BACK_LOOK_MS);
    }
    return false;
  }
}

/** The pages of one browser. */
export const createTenants = (options: TenantsOptions): Tenants => new Registry(options);
