import type { BatchHints } from '@quarry/queue';
import type { BatchJob, BatchStore } from '@quarry/store';
import type { SubmitStart } from '../../batch/answer-job-call.js';
import type { SubmitAnswer } from '../../batch/submit/submit-batch.js';
import type { UndoBatch } from '../../batch/submit/undo-batch.js';
import { STORE_ANSWER_MS } from '../../bounds.js';
import { withTimeout } from '../../http/with-timeout.js';
import type { Work, WorkEnd, WorkStart } from './work.js';

export interface JobStepsOptions {
  readonly batches: Pick<BatchStore, 'get'>;
  readonly undo: UndoBatch;
  readonly hints: Pick<BatchHints, 'announceJob'>;
}

const endOf = (job: BatchJob): WorkEnd => {
  const { id: jobId, state, succeededCount, requestsCount, chargedCredits: creditsCharged } = job;
  const message = `${succeededCount} of ${requestsCount} ${job.crawl ? 'pages' : 'requests'} succeeded.`;
  if (state === 'stopped') return { status: 'error', jobId, error: 'cancelled', message, creditsCharged };
  return { status: 'ok', jobId, message, creditsCharged, job };
};

/** What runs that are jobs have in common. */
export const createJobSteps = ({ batches, undo, hints }: JobStepsOptions) => {
  const look: Work['look'] = async (jobId) => {
    const job = await withTimeout(STORE_ANSWER_MS, batches.get(jobId));
    if (job === null) return { state: 'none' };
    if (job.state === 'accepting') return { state: 'unfinished' };
    const hasEnded = job.state === 'done' || job.state === 'stopped';
    return hasEnded ? { state: 'ended', end: endOf(job) } : { state: 'running' };
  };

  /** `make` creates the job. */
  const start = async (jobId: string, make: (start: SubmitStart) => Promise<SubmitAnswer>): Promise<WorkStart> => {
    const answer = await make({ jobId, confirm: async () => true, isAskedAgain: true });
    if (answer.kind === 'refused') return answer.refusal;
    // Only a hint: leaders look for new jobs by themselves.
    void hints.announceJob(jobId).catch(() => undefined);
    return { outcome: 'running' };
  };

  return { look, start, undo: (jobId: string): Promise<void> => undo(jobId, false) };
};
