import { randomUUID } from 'node:crypto';
import type { BatchEngine } from '../../engine-port.js';
import { endOfItem, openKey } from './batch-documents.js';
import type { BatchDocument, BatchItemDocument } from './batch-documents.js';
import type { ChangeJob } from './batch-publish.js';
import { createJobReads } from './batch-reads.js';
import type { MongoEngine } from '../mongo-engine.js';
import { MAX_TURNS } from '../ledger/period-roll.js';

/** The attempt of an item that is handed over. */
const FIRST_ATTEMPT = 1;

interface OpenItem extends Pick<BatchItemDocument, '_id' | 'index' | 'handedOverAtMs'> {
  readonly open: string;
}

interface ManyChanged {
  readonly stepToken: string;
  readonly asked: readonly OpenItem[];
  readonly modifiedCount: number;
}

/** Commands for many items; each changes those that have not changed since they were read. */
const createManyItems = ({ models: { batchItems }, run }: MongoEngine) => {
  const findOpen = async (jobId: string, itemIds: readonly string[]): Promise<OpenItem[]> => {
    const found = await run('batchItems.find', () =>
      batchItems
        .find({ _id: { $in: [...itemIds] } }, { jobId: 1, index: 1, open: 1, handedOverAtMs: 1 })
        .lean<(Omit<OpenItem, 'open'> & Pick<BatchItemDocument, 'jobId' | 'open'>)[]>()
        .exec(),
    );
    return found.flatMap(({ open, ...item }) =>
      item.jobId === jobId && open !== undefined ? [{ ...item, open }] : [],
    );
  };

  /** The items that a command for many has changed, in the given order; they have its token. */
  const changedOf = async (itemIds: readonly string[], command: ManyChanged): Promise<string[]> => {
    const { stepToken, asked, modifiedCount } = command;
    const askedIds = asked.map(({ _id }) => _id);
    const isWhole = modifiedCount === asked.length;
    const changed = new Set(isWhole ? askedIds : await findChanged(askedIds, stepToken));
    return itemIds.filter((id) => changed.has(id));
  };

  const findChanged = async (itemIds: string[], stepToken: string): Promise<string[]> => {
    const found = await run('batchItems.changed', () =>
      batchItems
        .find({ _id: { $in: itemIds } }, { stepToken: 1 })
        .lean<Pick<BatchItemDocument, '_id' | 'stepToken'>[]>()
        .exec(),
    );
    return found.flatMap((item) => (item.stepToken === stepToken ? [item._id] : []));
  };

  return { findOpen, changedOf };
};

/** What the leader of a job does with its items. */
export const createBatchLeading = (engine: MongoEngine, change: ChangeJob) => {
  const { batchItems } = engine.models;
  const { findLed } = createJobReads(engine);
  const { findOpen, changedOf } = createManyItems(engine);

  const start = async (job: BatchDocument, owner: string, nowMs: number): Promise<void> => {
    let pending: BatchDocument | null = job;
    while (pending?.state === 'pending') {
      const started = { ...pending, state: 'in_progress' as const, startedAtMs: nowMs };
      if (await change(pending, started, { owner, nowMs })) return;
      pending = await findLed(job._id, owner, nowMs);
    }
  };

  const handOverItems: BatchEngine['handOverItems'] = async (jobId, owner, { itemIds, deadlineAtMs }, nowMs) => {
    const job = await findLed(jobId, owner, nowMs);
    if (!job || job.stopRequestedAtMs !== undefined) return [];
    const waiting = (await findOpen(jobId, itemIds)).filter(({ handedOverAtMs }) => handedOverAtMs === undefined);
    if (waiting.length === 0) return [];
    const stepToken = randomUUID();
    const steps = waiting.map(({ index, open }) => ({
      updateOne: {
        filter: { open },
        update: {
          $set: { open: openKey(jobId, index, FIRST_ATTEMPT), handedOverAtMs: nowMs, deadlineAtMs, stepToken },
        },
      },
    }));
    const { modifiedCount } = await engine.run('batchItems.handOver', () =>
      batchItems.bulkWrite(steps, { ordered: false }),
    );
    if (modifiedCount > 0) await start(job, owner, nowMs);
    return changedOf(itemIds, { stepToken, asked: waiting, modifiedCount });
  };

  const endBatchItems: BatchEngine['endBatchItems'] = async (jobId, owner, { itemIds, end }, nowMs) => {
    if (!(await findLed(jobId, owner, nowMs))) return [];
    const ended: string[] = [];
    for (let turn = 0; turn < MAX_TURNS; turn += 1) {
      const asked = await findOpen(jobId, itemIds);
      if (asked.length === 0) break;
      const stepToken = randomUUID();
      const step = endOfItem(end, nowMs, engine.nextOrder(), stepToken);
      const { modifiedCount } = await engine.run('batchItems.endMany', () =>
        batchItems.updateMany({ open: { $in: asked.map(({ open }) => open) } }, step).exec(),
      );
      ended.push(...(await changedOf(itemIds, { stepToken, asked, modifiedCount })));
      // Those that moved to another attempt meanwhile are read again.
      if (modifiedCount === asked.length) break;
    }
    return ended;
  };

  return { handOverItems, endBatchItems };
};
