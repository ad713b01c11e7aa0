import { BATCH_MAX_REQUESTS, BATCH_ROUTES } from '@quarry/contracts';
import type { BatchHints } from '@quarry/queue';
import type { BatchJob, BatchStore } from '@quarry/store';
import { judgeKeyOperation } from '../../admission/key-limits.js';
import { refuse, type Refusal } from '../../admission/screen-request.js';
import type { createBatchMaker } from '../../batch/submit/submit-handler.js';
import type { Submission } from '../../batch/submit/read-submission.js';
import { splitBody } from '../../batch/submit/split-body.js';
import type { UndoBatch } from '../../batch/submit/undo-batch.js';
import { MAX_BODY_BYTES, MAX_BODY_VALUES, STORE_ANSWER_MS } from '../../bounds.js';
import { withTimeout } from '../../http/with-timeout.js';
import type { Work, WorkCall, WorkEnd } from './work.js';

export interface BatchWorkOptions extends ReturnType<typeof createBatchMaker> {
  readonly batches: Pick<BatchStore, 'get'>;
  readonly undo: UndoBatch;
  readonly hints: Pick<BatchHints, 'announceJob'>;
}

const LIMITS = {
  maxItems: BATCH_MAX_REQUESTS,
  maxFrameBytes: MAX_BODY_BYTES,
  maxFrameValues: MAX_BODY_VALUES,
} as const;

const submissionOf = async ({ params }: WorkCall): Promise<Submission> => {
  const bytes = Buffer.from(JSON.stringify(params));
  return { outcome: 'read', sizeBytes: bytes.byteLength, ...(await splitBody(bytes, LIMITS)) };
};

const endOf = ({
  id: jobId,
  state,
  succeededCount,
  requestsCount,
  chargedCredits: creditsCharged,
}: BatchJob): WorkEnd => {
  const message = `${succeededCount} of ${requestsCount} requests succeeded.`;
  if (state === 'stopped') return { status: 'error', jobId, error: 'cancelled', message, creditsCharged };
  return { status: 'ok', jobId, message, creditsCharged };
};

const NO_BATCHES = 'may not be batched. Its calls run one by one: leave type out.';

const refuseOperation = ({ account, operation }: WorkCall): Refusal | undefined => {
  if (!BATCH_ROUTES.some(({ operationId }) => operationId === operation.id)) {
    const errors = [{ field: 'target.operation', rule: 'enum', message: `target.operation ${NO_BATCHES}` }] as const;
    return refuse('validation_failed', { errors });
  }
  return judgeKeyOperation(account, operation.id);
};

/** Runs of a schedule that are batches. */
export const createBatchWork = ({ batches, check, make, undo, hints }: BatchWorkOptions): Work => ({
  check: async (call) => {
    const unfit = refuseOperation(call);
    if (unfit !== undefined) return unfit;
    const checked = await check(call, await submissionOf(call));
    // Credits may have been granted by the time it runs.
    return checked.kind === 'refused' && checked.refusal.error !== 'credits_exhausted' ? checked.refusal : undefined;
  },
  look: async (jobId) => {
    const job = await withTimeout(STORE_ANSWER_MS, batches.get(jobId));
    if (job === null) return { state: 'none' };
    if (job.state === 'accepting') return { state: 'unfinished' };
    const hasEnded = job.state === 'done' || job.state === 'stopped';
    return hasEnded ? { state: 'ended', end: endOf(job) } : { state: 'running' };
  },
  start: async (call, jobId) => {
    const unfit = refuseOperation(call);
    if (unfit !== undefined) return unfit;
    const start = { jobId, confirm: async () => true, isAskedAgain: true };
    const answer = await make(call, await submissionOf(call), start);
    if (answer.kind === 'refused') return answer.refusal;
    // Only a hint: leaders look for new jobs by themselves.
    void hints.announceJob(jobId).catch(() => undefined);
    return { outcome: 'running' };
  },
  undo: (jobId) => undo(jobId, false),
});
