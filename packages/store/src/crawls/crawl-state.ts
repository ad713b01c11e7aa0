/** What makes a job a crawl: its items are found while it runs. */
export interface NewCrawl {
  /** What its leader goes by, plain JSON; the store does not read it. */
  readonly plan: unknown;
  /** Hold of each item: all items of a crawl hold the same. */
  readonly itemCredits: number;
}

export interface CrawlState extends NewCrawl {
  /** Addresses of the frontier: those that are items, then those that wait to become one. */
  readonly knownCount: number;
  /** Names of the bounds that left addresses out. */
  readonly limitsHit: readonly string[];
}

/** Addresses that the page of an item links to; written with its end. */
export interface FoundPages {
  /** Links between the first page and these addresses. */
  readonly depth: number;
  /** Canonical, each once, at most `MAX_FOUND_PAGES`. */
  readonly urls: readonly string[];
}
