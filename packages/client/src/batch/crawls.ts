import type { BatchAccepted, ScrapeWebDefaults, ScrapeWebResult } from '../generated/types.js';
import { pathPart } from '../http/check-text.js';
import type { KeyedCallOptions, Transport } from '../http/transport.js';
import type { Files } from '../resources/files.js';
import { Batch } from './batch.js';
import type { OpenOptions } from './batch-operation.js';
import type { BatchWebhook } from './batch-options.js';

const PATH = '/crawl/web';

export interface CrawlSubmission {
  /** Page to begin with. */
  readonly url: string;
  /** Most addresses to fetch, 1 to 1,000,000; those that fail or are duplicates count. Default: 1,000. */
  readonly limit?: number | undefined;
  /** Most links between `url` and a page. Default: 10. */
  readonly maxDepth?: number | undefined;
  /** Patterns of path and query, in which `*` stands for any characters: only these are fetched, and `url`. */
  readonly include?: readonly string[] | undefined;
  /** The same of what is not fetched. */
  readonly exclude?: readonly string[] | undefined;
  /** All paths of the host instead of those below the folder of `url`. */
  readonly crawlEntireDomain?: boolean | undefined;
  readonly includeSubdomains?: boolean | undefined;
  /** Links to other sites are followed too. */
  readonly allowExternal?: boolean | undefined;
  /** Default: `include`. */
  readonly sitemap?: 'include' | 'only' | 'skip' | undefined;
  readonly ignoreQueryParameters?: boolean | undefined;
  /** Default: `obey`. */
  readonly robots?: 'obey' | 'ignore' | undefined;
  /** Least time between two pages of a host, milliseconds. */
  readonly delay?: number | undefined;
  /** Most pages in flight at once. Default: 8. */
  readonly maxConcurrency?: number | undefined;
  /** Most credits that the crawl holds and is charged, together. */
  readonly maxCredits?: number | undefined;
  /** Parameters of every page. */
  readonly scrape?: Omit<ScrapeWebDefaults, 'url'> | undefined;
  readonly webhook?: BatchWebhook | undefined;
}

/** A page of a crawl, as its results name it. */
export interface CrawlPage {
  readonly url: string;
  /** Links between the first page and this one. */
  readonly depth: number;
}

/** A crawl is a batch whose requests are found while it runs; only `retryFailed` it has not. */
export type Crawl = Omit<Batch<CrawlPage, ScrapeWebResult>, 'retryFailed'>;

/** `client.crawls` */
export class Crawls {
  readonly #transport: Transport;
  readonly #files: Files;

  constructor(transport: Transport, files: Files) {
    this.#transport = transport;
    this.#files = files;
  }

  /** Starts a crawl. Pages cost what they cost by themselves; failed ones and duplicates are free. */
  async start(submission: CrawlSubmission, options?: KeyedCallOptions): Promise<Crawl> {
    const call = { method: 'POST', path: PATH, body: submission, isKeyed: true } as const;
    const { jobId } = await this.#transport.json<BatchAccepted>(call, options);
    return this.open(jobId);
  }

  /** A crawl that was started before, by this or any other process. */
  open(jobId: string, { cursor = 0 }: OpenOptions = {}): Crawl {
    return this.#open(jobId, cursor);
  }

  #open(jobId: string, cursor: number): Batch<CrawlPage, ScrapeWebResult> {
    const path = `${PATH}/${pathPart('jobId', jobId)}`;
    const again = (id: string): Batch<CrawlPage, ScrapeWebResult> => this.#open(id, 0);
    return new Batch({ transport: this.#transport, files: this.#files, path, again }, jobId, { cursor });
  }
}
