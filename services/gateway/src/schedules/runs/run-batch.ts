import { BATCH_MAX_REQUESTS, BATCH_ROUTES } from '@quarry/contracts';
import { judgeKeyOperation } from '../../admission/key-limits.js';
import { refuse, type Refusal } from '../../admission/screen-request.js';
import type { createBatchMaker } from '../../batch/submit/submit-handler.js';
import type { Submission } from '../../batch/submit/read-submission.js';
import { splitBody } from '../../batch/submit/split-body.js';
import { MAX_BODY_BYTES, MAX_BODY_VALUES } from '../../bounds.js';
import { createJobSteps, type JobStepsOptions } from './job-steps.js';
import type { Work, WorkCall } from './work.js';

export interface BatchWorkOptions extends ReturnType<typeof createBatchMaker>, JobStepsOptions {}

const LIMITS = {
  maxItems: BATCH_MAX_REQUESTS,
  maxFrameBytes: MAX_BODY_BYTES,
  maxFrameValues: MAX_BODY_VALUES,
} as const;

const submissionOf = async ({ params }: WorkCall): Promise<Submission> => {
  const bytes = Buffer.from(JSON.stringify(params));
  return { outcome: 'read', sizeBytes: bytes.byteLength, ...(await splitBody(bytes, LIMITS)) };
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
export const createBatchWork = ({ check, make, ...options }: BatchWorkOptions): Work => {
  const steps = createJobSteps(options);
  return {
    check: async (call) => {
      const unfit = refuseOperation(call);
      if (unfit !== undefined) return unfit;
      const checked = await check(call, await submissionOf(call));
      // Credits may have been granted by the time it runs.
      return checked.kind === 'refused' && checked.refusal.error !== 'credits_exhausted' ? checked.refusal : undefined;
    },
    look: steps.look,
    start: async (call, jobId) => {
      const unfit = refuseOperation(call);
      if (unfit !== undefined) return unfit;
      const read = await submissionOf(call);
      return steps.start(jobId, (start) => make(call, read, start));
    },
    undo: steps.undo,
  };
};
