import { itemKey, keysAfter } from './batch-documents.js';
import type { BatchDocument, BatchItemDocument } from './batch-documents.js';
import type { MongoEngine } from '../mongo-engine.js';
import { isDuplicateKey } from '../mongo-error.js';

const ENDED_FIELDS = {
  state: 1,
  heldCredits: 1,
  chargedCredits: 1,
  handedOverAtMs: 1,
  seq: 1,
  due: 1,
} as const;

/** What counts of an item that becomes visible. */
export type EndedItem = Pick<
  BatchItemDocument,
  '_id' | 'heldCredits' | 'chargedCredits' | 'handedOverAtMs' | 'state'
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

/** Those that follow on what is visible, without a gap. */
const withoutGap = (visible: number, items: readonly NumberedItem[]): NumberedItem[] => {
  const sorted = [...items].sort((left, right) => left.seq - right.seq);
  const gap = sorted.findIndex(({ seq }, position) => seq !== visible + position + 1);
  return gap === -1 ? sorted : sorted.slice(0, gap);
};

/**
 * Numbers the ended items of a job. Two who number at once meet in the unique index of `place`, and an item that is numbered
 * is not due any more: so each number is given once, and each item gets one. Whoever looks first reads what is numbered, then
 * what is due, and gives the least numbers that are free: so none is ever greater than the count of items that have ended,
 * and where somebody died or was overtaken, the next ones fill the gap.
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

  /** False: another one has numbered some of them, or given one of these numbers away. */
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
