import type { BatchJob, NewBatchItem } from '../batches/batch-port.js';
import type { FoundPages } from './crawl-state.js';

export interface UnreadPages extends FoundPages {
  readonly itemId: string;
}

/** Some of the unread pages, in the order of their items. */
export interface UnreadPart {
  readonly pages: readonly UnreadPages[];
  /** There were more than were asked for. */
  readonly hasMore: boolean;
}

export interface CrawlAddress {
  readonly url: string;
  readonly depth: number;
}

export interface NewCrawlAddress extends CrawlAddress {
  /** Digest of the address: letters, digits, `_` and `-`, at most 64. */
  readonly key: string;
  /** Digest of what it is a variant of, as `key`; absent: its variants are not bounded. */
  readonly shape?: string | undefined;
}

/** Bounds that the store keeps and names. */
export type FrontierLimit = 'limit' | 'maxVariants';

/** Why a crawl has no more items: the account, its period, its key, the crawl's own `maxCredits`, or a stop. */
export type GrowthObstacle = 'credits' | 'creditPeriod' | 'keyCreditsPerDay' | 'maxCredits' | 'stopped';

export interface CrawlGrowth {
  readonly job: BatchJob;
  /** Items that were added. */
  readonly added: number;
  /** Why not all that were given. */
  readonly obstacle?: GrowthObstacle;
}

/**
 * The frontier of crawls and what their one leader does with it. As in `BatchStore`, every step may be repeated, and does nothing
 * unless the owner leads the job: it then returns null.
 */
export interface CrawlStore {
  /**
   * What ended pages link to and `absorb` has not been told of: of at most `limit` pages, and of no more than have `maxBytes` of JSON
   * together, unless one alone has more.
   */
  found(jobId: string, part: { limit: number; maxBytes: number }): Promise<UnreadPart>;
  /**
   * Gives each address that is new to the job the next place, in this order, while there are fewer than `maxKnown` and fewer than
   * `maxVariants` of its shape, at most 1,000 per call; then forgets what these items have found.
   */
  absorb(
    jobId: string,
    owner: string,
    input: {
      itemIds: readonly string[];
      addresses: readonly NewCrawlAddress[];
      maxKnown: number;
      maxVariants: number;
    },
  ): Promise<BatchJob | null>;
  /** Addresses by their place, from `fromPlace`. */
  addresses(jobId: string, page: { fromPlace: number; limit: number }): Promise<CrawlAddress[]>;
  /**
   * Holds the credits of items and adds them: the first of those given that can be paid, whose indexes follow the job's items. At
   * most 1,000 per call. An item that an earlier leader had stored is left as it is, under the id it has.
   */
  grow(
    jobId: string,
    owner: string,
    input: {
      items: readonly NewBatchItem[];
      /** Most credits of the job, held and charged. */
      maxCredits?: number | undefined;
      /** Of the job's key, see `KeyLimits`. */
      creditsPerDay?: number | undefined;
    },
  ): Promise<CrawlGrowth | null>;
  /**
   * Finishes a crawl whose items are all visible: `stopped` if a stop was requested, else `done`. Returns the job unchanged while
   * an item is not visible, or while something found is unread and no stop was requested.
   */
  close(jobId: string, owner: string, limitsHit: readonly string[]): Promise<BatchJob | null>;
  /**
   * The item of the same crawl that has this content: the given one, if no other has it or the other has failed. Null when the
   * item is unknown.
   */
  claimContent(itemId: string, contentKey: string): Promise<string | null>;
}
