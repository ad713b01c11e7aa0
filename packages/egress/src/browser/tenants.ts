/**
 * What pages keep with the browser itself (blobs, files of their origin, caches) is in no renderer, and the kernel does not say whose
 * it is. Each page has a context of its own, and all of it is given back when that closes: so the most likely page is ended, what
 * that gave back is measured, and a page that gave back little was innocent and is rendered anew.
 */

/** Longest wait for a closed context's memory to be given back, and how often it is looked at. */
export const GIVE_BACK_MS = 1_500;
const GIVE_BACK_LOOK_MS = 100;
/** How often it is asked at most what the browser holds before a page comes to it alone. */
export const REST_EVERY_MS = 10_000;

/** What is too much so many times in a row is kept; what comes and goes with a page that is being read is not. */
export const LOOKS_UNTIL_SUSPECTED = 3;
/** What a page may take besides while it is read and its picture taken: that is our own work. */
export const READING_BYTES = 250_000_000;

export interface Tenant {
  /** Settles when the page is to be ended to see what that gives back. */
  readonly suspected: Promise<void>;
  /** How likely it is this page: what it is known to store, and how hard it works. */
  weigh(how: () => Promise<number>): void;
  /** It is read from now on, until it leaves. */
  read(): void;
  /** The page's context is closed. True when it was suspected, and rightly. */
  leave(): Promise<boolean>;
}

export interface Tenants {
  enter(): Tenant;
  /** Hears what the browser holds beside its renderers, of which `maxBytes` may come from pages. */
  look(bytes: number, maxBytes: number): Promise<void>;
}

export interface TenantsOptions {
  /** What the browser holds beside its renderers. */
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
  /** Half of a fair share of what is too much: who gave back so much was not innocent. */
  readonly guiltyBytes: number;
}

class Registry implements Tenants {
  private readonly entries = new Set<Entry>();
  /** Those that were there when too much was seen first, and have not been tried. */
  private untried: Set<Entry> | undefined;
  private trial: Trial | undefined;
  /** So many in a row have seen too much. */
  private looks = 0;
  /** What the browser holds by itself. */
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
    // Who came later cannot have been it.
    this.untried ??= new Set(this.entries);
    const entry = await this.mostLikely(this.untried);
    if (!entry) {
      // Nobody's: the browser has grown by itself, and is replaced in its own time.
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
    // Meanwhile some may have left.
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
      await new Promise((resolve) => setTimeout(resolve, GIVE_BACK_LOOK_MS));
    }
    return false;
  }
}

/** The pages of one browser. */
export const createTenants = (options: TenantsOptions): Tenants => new Registry(options);
