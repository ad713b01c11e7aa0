import type { UpdateQuery } from 'mongoose';
import type { BatchItem, RequestEnd } from '../../port.js';
import { StoreError } from '../../store-error.js';
import { isLive, openKey, toBatchItem } from './batch-documents.js';
import type { BatchDocument, BatchItemDocument } from './batch-documents.js';
import { endOfItem } from './batch-item-end.js';
import type { MongoEngine } from '../mongo-engine.js';
import { MAX_TURNS } from '../ledger/period-roll.js';
import type { StoredBytes } from '../ledger/stored-bytes.js';

/** What workers do with items. */
export const createBatchItemCalls = (engine: MongoEngine, stored: Pick<StoredBytes, 'add'>) => {
  const { batches, batchItems } = engine.models;

  const read = (itemId: string): Promise<BatchItemDocument | null> =>
    engine.run('batchItems.find', () => batchItems.findById(itemId).lean<BatchItemDocument>().exec());

  /** An item of a job that is accepting is not there yet: it can be no other than one that waits. */
  const find = async (itemId: string): Promise<BatchItemDocument | null> => {
    const item = await read(itemId);
    if (!item || item.state !== 'open' || item.handedOverAtMs !== undefined) return item;
    const job = await engine.run('batches.find', () => batches.findById(item.jobId).lean<BatchDocument>().exec());
    return job && isLive(job) ? item : null;
  };

  /** Changes an item as it was read; null: it has ended, or moved to another attempt, meanwhile. */
  const change = (
    name: string,
    { open = '' }: BatchItemDocument,
    step: UpdateQuery<BatchItemDocument>,
  ): Promise<BatchItemDocument | null> =>
    engine.run(name, () =>
      batchItems.findOneAndUpdate({ open }, step, { returnDocument: 'after' }).lean<BatchItemDocument>().exec(),
    );

  return {
    begin: async (itemId: string, attempt: number, nowMs: number): Promise<BatchItem | null> => {
      const item = await read(itemId);
      if (item?.state !== 'open' || item.attempt !== attempt || item.handedOverAtMs === undefined) return null;
      // What was handed over keeps its deadline.
      if (item.deadlineAtMs <= nowMs) return null;
      const begun = await change('batchItems.begin', item, { $min: { startedAtMs: nowMs } });
      return begun && toBatchItem(begun);
    },
    nextAttempt: async (itemId: string, attempt: number): Promise<number | null> => {
      const item = await read(itemId);
      if (item?.state !== 'open' || item.attempt !== attempt || item.handedOverAtMs === undefined) return null;
      const next = attempt + 1;
      const step = { $set: { attempt: next, open: openKey(item.jobId, item.index, next) } };
      return (await change('batchItems.nextAttempt', item, step)) ? next : null;
    },
    finish: async (
      itemId: string,
      end: RequestEnd,
      attempt: number | undefined,
      nowMs: number,
    ): Promise<{ isWinner: boolean; row: BatchItem } | null> => {
      for (let turn = 0; turn < MAX_TURNS; turn += 1) {
        const item = await find(itemId);
        if (!item) return null;
        const isCurrent = attempt === undefined || attempt === item.attempt;
        if (item.state !== 'open' || !isCurrent) return { isWinner: false, row: toBatchItem(item) };
        if (end.chargedCredits > item.heldCredits) {
          throw new StoreError('invalid_input', 'chargedCredits may not exceed the credits held.');
        }
        const ended = await change('batchItems.end', item, endOfItem(end, nowMs, engine.nextOrder()));
        if (ended) {
          await stored.add(ended);
          return { isWinner: true, row: toBatchItem(ended) };
        }
      }
      throw new StoreError('busy', `Item ${itemId} could not be ended: too many others move it.`);
    },
    get: async (itemId: string): Promise<BatchItem | null> => {
      const item = await find(itemId);
      return item && toBatchItem(item);
    },
  };
};
