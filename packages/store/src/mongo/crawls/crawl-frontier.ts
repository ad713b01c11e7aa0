import { firstWithin } from '../../crawls/crawl-rules.js';
import type { CrawlEngine } from '../../engine-port.js';
import type { FrontierLimit, NewCrawlAddress } from '../../port.js';
import { StoreError } from '../../store-error.js';
import { itemKey, keysAfter, toBatchJob } from '../batches/batch-documents.js';
import type { BatchDocument, BatchItemDocument } from '../batches/batch-documents.js';
import { createJobReads } from '../batches/batch-reads.js';
import { MAX_TURNS } from '../ledger/period-roll.js';
import type { MongoEngine } from '../mongo-engine.js';
import { isDuplicateKey } from '../mongo-error.js';
import { createChoice, shapeKey } from './crawl-choice.js';
import type { CrawlAddressDocument } from './crawl-documents.js';

/**
 * The frontier. Places are given without a gap by inserts in order, which stop at the first place that another process has given:
 * what is left is then looked at again. What an item has found is forgotten last, so that every step can be repeated.
 */
export const createFrontier = (engine: MongoEngine) => {
  const { batches, batchItems, crawlAddresses } = engine.models;
  const { findLed } = createJobReads(engine);
  const { countKnown, choose } = createChoice(engine);

  /** False: another process has given one of these places, or added one of these addresses. */
  const insert = async (jobId: string, known: number, fresh: readonly NewCrawlAddress[]): Promise<boolean> => {
    const rows = fresh.map(({ key, url, depth, shape }, index) => ({
      ...{ _id: `${jobId}:${key}`, jobId, place: itemKey(jobId, known + index), url, depth },
      ...(shape === undefined ? {} : { shape: shapeKey(jobId, shape) }),
    }));
    try {
      await engine.run('crawlAddresses.insert', () => crawlAddresses.insertMany(rows, { ordered: true, lean: true }));
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  };

  const record = (
    jobId: string,
    knownCount: number,
    limits: readonly FrontierLimit[],
  ): Promise<BatchDocument | null> => {
    const named = limits.length > 0 ? { $addToSet: { limitsHit: { $each: [...limits] } } } : {};
    return engine.run('batches.frontier', () =>
      batches
        .findOneAndUpdate({ _id: jobId }, { $max: { knownCount }, ...named }, { returnDocument: 'after' })
        .lean<BatchDocument>()
        .exec(),
    );
  };

  const forget = async (jobId: string, itemIds: readonly string[]): Promise<void> => {
    if (itemIds.length === 0) return;
    await engine.run('batchItems.forgetFound', () =>
      batchItems.updateMany({ _id: { $in: [...itemIds] }, jobId }, { $unset: { found: 1, foundKey: 1 } }).exec(),
    );
  };

  const absorbPages: CrawlEngine['absorbPages'] = async (jobId, owner, input, nowMs) => {
    for (let turn = 0; turn < MAX_TURNS; turn += 1) {
      const job = await findLed(jobId, owner, nowMs);
      if (job?.crawl === undefined) return null;
      const known = await countKnown(job);
      const { fresh, limits } = await choose(jobId, input, known);
      if (fresh.length > 0 && !(await insert(jobId, known, fresh))) continue;
      const recorded = await record(jobId, known + fresh.length, limits);
      await forget(jobId, input.itemIds);
      return recorded && toBatchJob(recorded);
    }
    throw new StoreError('busy', `The frontier of ${jobId} is moved by too many others.`);
  };

  return { absorbPages } satisfies Partial<CrawlEngine>;
};

type CrawlFound = Awaited<ReturnType<CrawlEngine['listFoundPages']>>['pages'][number];

export const createFrontierReads = ({ models: { batchItems, crawlAddresses }, run }: MongoEngine) =>
  ({
    listFoundPages: async (jobId, limit, maxBytes) => {
      const sizes = await run('batchItems.foundSizes', () =>
        batchItems
          .aggregate<{ _id: string; bytes: number }>([
            { $match: { foundKey: keysAfter(jobId, -1) } },
            { $sort: { foundKey: 1 } },
            { $limit: limit },
            { $project: { bytes: { $strLenBytes: '$found' } } },
          ])
          .exec(),
      );
      const { rows, isCut } = firstWithin(sizes, ({ bytes }) => bytes, maxBytes);
      if (rows.length === 0) return { pages: [], hasMore: false };
      const ids = rows.map(({ _id }) => _id);
      const items = await run('batchItems.found', () =>
        batchItems
          .find({ _id: { $in: ids }, foundKey: keysAfter(jobId, -1) }, { found: 1 })
          .sort({ foundKey: 1 })
          .lean<Pick<BatchItemDocument, '_id' | 'found'>[]>()
          .exec(),
      );
      const pages = items.map(({ _id: itemId, found = '{}' }) => ({
        itemId,
        // safe because the end of an item wrote it
        ...(JSON.parse(found) as Omit<CrawlFound, 'itemId'>),
      }));
      return { pages, hasMore: isCut || rows.length === limit };
    },
    listAddresses: async (jobId, fromPlace, limit) => {
      // Places have no gap.
      const places = Array.from({ length: limit }, (_, index) => itemKey(jobId, fromPlace + index));
      const rows = await run('crawlAddresses.page', () =>
        crawlAddresses
          .find({ place: { $in: places } }, { url: 1, depth: 1 })
          .sort({ place: 1 })
          .lean<CrawlAddressDocument[]>()
          .exec(),
      );
      return rows.map(({ url, depth }) => ({ url, depth }));
    },
  }) satisfies Partial<CrawlEngine>;
