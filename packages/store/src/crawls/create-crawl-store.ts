import { checkCount, checkItemIds, checkNewItems, MAX_BATCH_ITEMS } from '../batches/batch-rules.js';
import { packItem } from '../batches/create-batch-stores.js';
import type { CrawlEngine } from '../engine-port.js';
import { boundLimit, check, checkCredits, checkId } from '../input-rules.js';
import type { Clock, CrawlStore } from '../port.js';
import { checkAddresses } from './crawl-rules.js';

const checkPlaces = (count: number, field: string): void =>
  check(
    Number.isSafeInteger(count) && count >= 0 && count <= MAX_BATCH_ITEMS,
    `${field} must be an integer from 0 to ${MAX_BATCH_ITEMS}.`,
  );

export const createCrawls = (engine: CrawlEngine, clock: Clock): CrawlStore => ({
  found: async (jobId, { limit, maxBytes }) => {
    check(Number.isSafeInteger(maxBytes) && maxBytes >= 1, 'maxBytes must be an integer of at least 1.');
    return engine.listFoundPages(jobId, boundLimit(limit), maxBytes);
  },
  absorb: async (jobId, owner, { itemIds, addresses, maxKnown, maxVariants }) => {
    checkItemIds(itemIds);
    checkAddresses(addresses);
    checkPlaces(maxKnown, 'maxKnown');
    checkPlaces(maxVariants, 'maxVariants');
    return engine.absorbPages(jobId, owner, { itemIds, addresses, maxKnown, maxVariants }, clock());
  },
  addresses: async (jobId, { fromPlace, limit }) => {
    checkPlaces(fromPlace, 'fromPlace');
    return engine.listAddresses(jobId, fromPlace, boundLimit(limit));
  },
  grow: async (jobId, owner, { items, maxCredits = null, creditsPerDay = null }) => {
    checkCount(items.length);
    checkNewItems(items);
    if (maxCredits !== null) checkCredits(maxCredits, 'maxCredits');
    if (creditsPerDay !== null) checkCredits(creditsPerDay, 'creditsPerDay');
    return engine.growCrawl(jobId, owner, { items: items.map(packItem), maxCredits, creditsPerDay }, clock());
  },
  close: (jobId, owner, limitsHit) => engine.closeCrawl(jobId, owner, limitsHit, clock()),
  claimContent: async (itemId, contentKey) => {
    checkId(contentKey, 'contentKey');
    return engine.claimContent(itemId, contentKey);
  },
});
