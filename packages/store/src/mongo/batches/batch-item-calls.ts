import type { UpdateQuery } from 'mongoose';
import type { BatchItemEngine } from '../../engine-port.js';
import { checkWithinHold } from '../../input-rules.js';
import { StoreError } from '../../store-error.js';
import { endOfItem, foundOf, isLive, openKey, toPackedItem } from './batch-documents.js';
import type { BatchDocument, BatchItemDocument } from './batch-documents.js';
import type { MongoEngine } from '../mongo-engine.js';
import { MAX_TURNS } from '../ledger/period-roll.js';
import type { StoredBytes } from '../ledger/stored-bytes.js';

/** What workers do with items. */
export const createBatchItemCalls = (engine: MongoEngine, stored: StoredBytes): BatchItemEngine => {
  const { batches, batchItems } = engine.models;

  const read = (itemId: string): Promise<BatchItemDocument | null> =>
    engine.run('batchItems.find', () => batchItems.findById(itemId).lean<BatchItemDocument>().exec());

  /** Items of an accepting job do not exist yet for callers. Only an item that waits can be one. */
  const find = async (itemId: string): Promise<BatchItemDocument | null> => {
    const item = await read(itemId);
    if (!item || item.state !== 'open' || item.handedOverAtMs !== undefined) return item;
    const job = await engine.run('batches.find', () => batches.findById(item.jobId).lean<BatchDocument>().exec());
    return job && isLive(job) ? item : null;
  };

  /** Changes an item as it was read. Null: it has ended, or moved to another attempt, meanwhile. */
  const change = (
    name: string,
    { open = '' }: BatchItemDocument,
    step: UpdateQuery<BatchItemDocument>,
  ): Promise<BatchItemDocument | null> =>
    engine.run(name, () =>
      batchItems.findOneAndUpdate({ open }, step, { returnDocument: 'after' }).lean<BatchItemDocument>().exec(),
    );

  return {
    beginItem: async (itemId, attempt, nowMs) => {
      const item = await read(itemId);
      if (item?.state !== 'open' || item.attempt !== attempt || item.handedOverAtMs === undefined) return null;
      // What was handed over keeps its deadline.
      if (item.deadlineAtMs <= nowMs) return null;
      const begun = await change('batchItems.begin', item, { $min: { startedAtMs: nowMs } });
      return begun && toPackedItem(begun);
    },
    nextItemAttempt: async (itemId, attempt) => {
      const item = await read(itemId);
      if (item?.state !== 'open' || item.attempt !== attempt || item.handedOverAtMs === undefined) return null;
      const next = attempt + 1;
      const step = { $set: { attempt: next, open: openKey(item.jobId, item.index, next) } };
      return (await change('batchItems.nextAttempt', item, step)) ? next : null;
    },
    finishItem: async (itemId, end, attempt, nowMs) => {
      for (let turn = 0; turn < MAX_TURNS; turn += 1) {
        const item = await find(itemId);
        if (!item) return null;
        const isCurrent = attempt === undefined || attempt === item.attempt;
        if (item.state !== 'open' || !isCurrent) return { isWinner: false, row: toPackedItem(item) };
        checkWithinHold(end, item.heldCredits);
        const step = endOfItem(end, nowMs, engine.nextOrder());
        const $set = { ...step.$set, ...foundOf(item, end) };
        const ended = await change('batchItems.end', item, { ...step, $set });
        if (ended) {
          await stored.add(ended);
          return { isWinner: true, row: toPackedItem(ended) };
        }
      }
      throw new StoreError('busy', `Item ${itemId} could not be ended: too many others move it.`);
    },
    getItem: async (itemId) => {
      const item = await find(itemId);
      return item && toPackedItem(item);
    },
  };
};
