import type { JobEvent } from '@quarry/contracts';
// By their own paths: the embedded engine's thread should not pay for all operations and their schemas.
import { describeFailure } from '@quarry/contracts/describe-failure';
import type { BatchItem, BatchJob } from './batch-port.js';
import { jobFigures } from './job-figures.js';
import { present } from '../present.js';

/** Most items that one `batch.item.failed` lists; `failedCount` counts them all. */
export const MAX_LISTED_FAILURES = 100;
const TENTHS = 10;
/** A crawl reports its progress each time that so many further pages are visible. */
export const CRAWL_STEP_PAGES = 100;

/**
 * Due deliveries that a claim looks through for a receiver that may be sent to, before it looks for receivers: one that is busy may
 * have any number of them waiting, such as one for each page of a crawl.
 */
export const CLAIM_SCAN_ROWS = 500;

/** An event that one step of a job makes due. */
export interface DueEvent {
  /** The delivery's id. */
  readonly id: string;
  readonly event: JobEvent;
  /** Of `batch.progress` and `batch.item.failed`: the tenth that was reached. */
  readonly percent?: number;
  /** Of `batch.item.failed`: it reports those of them that failed. */
  readonly failedSeqs?: SeqRange;
  /** Of `batch.page`: it reports each item of these. */
  readonly pageSeqs?: SeqRange;
}

/** Items with a `seq` greater than `after`, up to `upTo`. */
interface SeqRange {
  readonly after: number;
  readonly upTo: number;
}

/** The failed items that a `batch.item.failed` reports. */
export interface FailedItems {
  readonly count: number;
  /** The first of them by `seq`, at most `MAX_LISTED_FAILURES`. */
  readonly items: readonly Pick<BatchItem, 'id' | 'index' | 'verdict' | 'error' | 'message'>[];
}

/** Host of the receiver, stored with the delivery: claims leave out hosts. */
export const receiverHost = (url: string): string => URL.parse(url)?.host ?? '';

type Progress = Pick<BatchJob, 'requestsCount' | 'visibleCount' | 'crawl'>;

/** Steps of a job that are reported: tenths, or hundreds of pages of a crawl, which grows while it runs. */
const stepOf = ({ requestsCount, visibleCount, crawl }: Progress): number =>
  crawl === undefined
    ? Math.floor((visibleCount * TENTHS) / requestsCount)
    : Math.floor(visibleCount / CRAWL_STEP_PAGES);

/** Visible items at which a step is reached. */
const seqOfStep = (step: number, { requestsCount, crawl }: Progress): number =>
  crawl === undefined ? Math.ceil((step * requestsCount) / TENTHS) : step * CRAWL_STEP_PAGES;

/**
 * The events that a step makes due, from the job before and after it, in the order to send them. A step that passes
 * several tenths reports the last one. No state is kept between steps: failures are reported by the tenths passed.
 */
export const dueEvents = (before: BatchJob, after: BatchJob): DueEvent[] => {
  const { id: jobId, webhook, crawl } = after;
  if (!webhook) return [];
  const due: DueEvent[] = [];
  if (before.startedAtMs === undefined && after.startedAtMs !== undefined) {
    due.push({ id: `${jobId}.started`, event: 'batch.started' });
  }
  if (after.visibleCount > before.visibleCount) {
    const pageSeqs = { after: before.visibleCount, upTo: after.visibleCount };
    due.push({ id: `${jobId}.pages.${after.visibleCount}`, event: 'batch.page', pageSeqs });
  }
  const [from, to] = [stepOf(before), stepOf(after)];
  if (to > from) {
    const name = crawl === undefined ? to * TENTHS : seqOfStep(to, after);
    const percent = crawl === undefined ? { percent: name } : {};
    const failedSeqs = { after: seqOfStep(from, after), upTo: seqOfStep(to, after) };
    due.push({ id: `${jobId}.failed.${name}`, event: 'batch.item.failed', ...percent, failedSeqs });
    due.push({ id: `${jobId}.progress.${name}`, event: 'batch.progress', ...percent });
  }
  if (before.finishedAtMs === undefined && after.finishedAtMs !== undefined) {
    const failedSeqs = { after: seqOfStep(to, after), upTo: after.visibleCount };
    if (crawl !== undefined) due.push({ id: `${jobId}.failed.last`, event: 'batch.item.failed', failedSeqs });
    // Our own `batch.completed` has the state.
    const isStopped = webhook.format !== undefined && after.state === 'stopped';
    due.push({ id: `${jobId}.completed`, event: isStopped ? 'batch.stopped' : 'batch.completed' });
  }
  return due.filter(({ event }) => webhook.events.includes(event));
};

/** The job's figures, named as the status of a job names them. */
const describeJob = (job: BatchJob): Record<string, unknown> =>
  present({ jobId: job.id, operation: job.operation, status: job.state, ...jobFigures(job) });

/**
 * Payload of an event, plain JSON: the job's figures after the step. `failed` is needed for `batch.item.failed` alone;
 * null when no item failed, as such an event is not written.
 */
export const eventData = (due: DueEvent, job: BatchJob, failed?: FailedItems): Record<string, unknown> | null => {
  const { percent, pageSeqs } = due;
  if (pageSeqs !== undefined) {
    const { id: jobId, operation, crawl } = job;
    return present({ jobId, operation, discoveredCount: crawl?.knownCount, pageSeqs });
  }
  if (due.event !== 'batch.item.failed') return present({ ...describeJob(job), percent });
  if (!failed || failed.count === 0) return null;
  const items = failed.items
    .slice(0, MAX_LISTED_FAILURES)
    .map((item) => ({ id: item.id, index: item.index, ...describeFailure(item) }));
  const discoveredCount = job.crawl?.knownCount;
  const { id: jobId, operation } = job;
  return present({ jobId, operation, discoveredCount, percent, failedCount: failed.count, items });
};

/** An event as it is written: its payload is JSON text. */
interface WrittenEvent {
  readonly id: string;
  readonly event: JobEvent;
  readonly data: string;
}

/**
 * The deliveries of an event: one, but of `batch.page` one for each item. Their ids depend on the item alone, so that a step
 * that is repeated writes each once.
 */
export const deliveriesOf = ({ id, event, data }: WrittenEvent): readonly WrittenEvent[] => {
  if (event !== 'batch.page') return [{ id, event, data }];
  // safe because `eventData` made it
  const { pageSeqs, ...shared } = JSON.parse(data) as { readonly pageSeqs: SeqRange; readonly jobId: string };
  return Array.from({ length: pageSeqs.upTo - pageSeqs.after }, (_item, index) => {
    const seq = pageSeqs.after + index + 1;
    return { id: `${shared.jobId}.page.${seq}`, event, data: JSON.stringify({ ...shared, seq }) };
  });
};
