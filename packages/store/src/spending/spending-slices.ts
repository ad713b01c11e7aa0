import type {
  BatchEngine,
  ItemWalk,
  RequestEngine,
  RequestWalk,
  SpendingEngine,
  SpendingSums,
} from '../engine-port.js';
import { MAX_PAGE_ROWS } from '../input-rules.js';
import type { BatchJob, NewestPage, RequestPlace, SpendingRange } from '../port.js';

export interface SpendingBounds {
  /** Requests, or items, that an engine counts at once; then other calls get their turn. */
  readonly sliceRows: number;
  /** Requests that are counted in all, and as many items. */
  readonly maxRows: number;
  /** Hosts that are told apart. */
  readonly maxHosts: number;
}

/** What a reading needs of an engine. */
export type SpendingSource = SpendingEngine & Pick<RequestEngine, 'findWalkEnd'> & Pick<BatchEngine, 'listBatches'>;

/** Whose spending of when, by which bounds, and where the sums go. */
export interface SpendingReading extends SpendingRange, SpendingBounds {
  readonly engine: SpendingSource;
  readonly accountId: string;
  readonly add: (rows: readonly SpendingSums[]) => void;
}

/** Newest first, slice by slice. Returns since when all requests are counted. */
export const sumRequests = async (reading: SpendingReading): Promise<number> => {
  const { engine, accountId, sinceMs, untilMs, sliceRows, maxRows, add } = reading;
  const floor: RequestPlace = { createdAtMs: sinceMs, id: '' };
  let before: RequestPlace = { createdAtMs: untilMs, id: '' };
  for (let counted = 0; ; counted += sliceRows) {
    const rest: RequestWalk = { by: 'account', value: null, before, floor };
    if (counted >= maxRows) {
      const next = await engine.findWalkEnd(accountId, rest, 1);
      return next === null ? sinceMs : next.createdAtMs + 1;
    }
    const end = await engine.findWalkEnd(accountId, rest, sliceRows);
    add(await engine.sumRequests(accountId, { ...rest, floor: end ?? floor }));
    if (end === null) return sinceMs;
    before = end;
  }
};

interface ItemSlice extends ItemWalk {
  readonly jobs: readonly BatchJob[];
  readonly rows: number;
}

/** The items of jobs in slices: of several jobs together, or a part of a large one. */
function* itemSlices(jobs: readonly BatchJob[], sliceRows: number): Generator<ItemSlice> {
  let [together, rows]: [BatchJob[], number] = [[], 0];
  const whole = (): ItemSlice => ({ jobs: together, rows, afterIndex: -1, lastIndex: sliceRows - 1 });
  for (const job of jobs) {
    const count = job.requestsCount;
    if (rows > 0 && rows + count > sliceRows) {
      yield whole();
      [together, rows] = [[], 0];
    }
    if (count <= sliceRows) {
      together.push(job);
      rows += count;
      continue;
    }
    for (let afterIndex = -1; afterIndex < count - 1; afterIndex += sliceRows) {
      yield { jobs: [job], rows: sliceRows, afterIndex, lastIndex: Math.min(count - 1, afterIndex + sliceRows) };
    }
  }
  if (rows > 0) yield whole();
}

/** Jobs of the range with visible items, newest first, in pages. */
async function* jobPages({ engine, accountId, sinceMs, untilMs }: SpendingReading): AsyncGenerator<BatchJob[]> {
  let page: NewestPage = { limit: MAX_PAGE_ROWS, beforeMs: untilMs };
  for (;;) {
    const jobs = await engine.listBatches(accountId, page);
    yield jobs.filter(({ createdAtMs, visibleCount }) => createdAtMs >= sinceMs && visibleCount > 0);
    const last = jobs.at(-1);
    if (last === undefined || jobs.length < MAX_PAGE_ROWS || last.createdAtMs < sinceMs) return;
    page = { limit: MAX_PAGE_ROWS, beforeMs: last.createdAtMs, beforeId: last.id };
  }
}

/** As `sumRequests`: items by their jobs. */
export const sumItems = async (reading: SpendingReading): Promise<number> => {
  const { engine, sinceMs, untilMs, sliceRows, maxRows, add } = reading;
  let counted = 0;
  for await (const page of jobPages(reading)) {
    for (const { jobs, rows, ...walk } of itemSlices(page, sliceRows)) {
      if (counted >= maxRows) return (jobs[0]?.createdAtMs ?? untilMs) + 1;
      const ids = jobs.map(({ id }) => id);
      add(await engine.sumItems(ids, walk));
      counted += rows;
    }
  }
  return sinceMs;
};
