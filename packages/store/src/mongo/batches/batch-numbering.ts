import { itemKey, keysAfter } from './batch-documents.js';
import type { BatchDocument, BatchItemDocument } from './batch-documents.js';
import type { MongoEngine } from '../mongo-engine.js';
import { isDuplicateKey } from '../mongo-error.js';

const ENDED_FIELDS = {
  state: 1,
  verdict: 1,
  heldCredits: 1,
  chargedCredits: 1,
  handedOverAtMs: 1,
  seq: 1,
  due: 1,
} as const;

/** The fields of an item that matter when it becomes visible. */
export type EndedItem = Pick<
  BatchItemDocument,
  '_id' | 'heldCredits' | 'chargedCredits' | 'handedOverAtMs' | 'state' | 'verdict'
> & {
  seq?: number;
  due?: string;
};
type NumberedItem = EndedItem & { seq: number };

const isNumbered = (item: EndedItem): item is NumberedItem => item.seq !== undefined;

/** The least numbers above `visible` that none of these items has. */
const freeNumbers = (visible: number, taken: readonly NumberedItem[], count: number): number[] => {
  const used = new Set(taken.map(({ seq }) => seq));
  const free: number[] = [];
  for (let seq = visible + 1; free.length < count; seq += 1) if (!used.has(seq)) free.push(seq);
  return free;
};

/** Those that follow the visible ones without a gap. */
const withoutGap = (visible: number, items: readonly NumberedItem[]): NumberedItem[] => {
  const sorted = [...items].sort((left, right) => left.seq - right.seq);
  const gap = sorted.findIndex(({ seq }, position) => seq !== visible + position + 1);
  return gap === -1 ? sorted : sorted.slice(0, gap);
};

/**
 * Numbers the ended items of a job. The unique index on `place` stops two processes that number at once, and a numbered
 * item is not due any more: each number is given once, and each item gets one. The numbered items are read first, then
 * the due ones, which get the least free numbers: no number is ever greater than the count of ended items, and the next
 * call fills a gap that a process left when it died or was overtaken.
 */
export const createNumbering = ({ models: { batchItems }, run }: MongoEngine) => {
  const findNumbered = async (job: BatchDocument, limit: number): Promise<NumberedItem[]> => {
    const { _id: jobId, visibleCount } = job;
    const place = { $gt: itemKey(jobId, visibleCount), $lte: itemKey(jobId, visibleCount + limit) };
    const found = await run('batchItems.numbered', () =>
      batchItems.find({ place }, ENDED_FIELDS).sort({ place: 1 }).lean<EndedItem[]>().exec(),
    );
    return found.filter(isNumbered);
  };

  const findDue = (job: BatchDocument, limit: number): Promise<EndedItem[]> =>
    run('batchItems.due', () =>
      batchItems
        .find({ due: keysAfter(job._id, -1) }, ENDED_FIELDS)
        .sort({ endOrder: 1, due: 1 })
        .limit(limit)
        .lean<EndedItem[]>()
        .exec(),
    );

  /** False: another process has numbered some of them, or used one of these numbers. */
  const giveNumbers = async (jobId: string, items: readonly NumberedItem[]): Promise<boolean> => {
    const steps = items.map(({ due = '', seq }) => ({
      updateOne: {
        filter: { due },
        update: { $set: { seq, place: itemKey(jobId, seq) }, $unset: { due: 1 as const } },
      },
    }));
    try {
      const { modifiedCount } = await run('batchItems.number', () => batchItems.bulkWrite(steps, { ordered: false }));
      return modifiedCount === items.length;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  };

  /** At most `limit` items that may become visible now, in order, and whether more have ended. */
  return async (job: BatchDocument, limit: number): Promise<{ items: EndedItem[]; hasMore: boolean }> => {
    const { _id: jobId, visibleCount } = job;
    const found = await findNumbered(job, limit + 1);
    const numbered = found.filter(({ seq }) => seq <= visibleCount + limit);
    const room = limit - numbered.length;
    const due = await findDue(job, room + 1);
    const taken = due.slice(0, room);
    const numbers = freeNumbers(visibleCount, numbered, taken.length);
    const given = taken.map((item, position) => ({ ...item, seq: numbers[position] ?? 0 }));
    const isAlone = given.length === 0 || (await giveNumbers(jobId, given));
    const items = isAlone ? [...numbered, ...given] : await findNumbered(job, limit);
    const hasMore = due.length > taken.length || found.length > numbered.length;
    return { items: withoutGap(visibleCount, items), hasMore };
  };
};

export type Numbering = ReturnType<typeof createNumbering>;
