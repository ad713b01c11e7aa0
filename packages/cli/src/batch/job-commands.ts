import { createHash, randomUUID } from 'node:crypto';
import { EXIT_CODES } from '../exit-codes.js';
import { fail, succeed, succeedWithJson, type Outcome } from '../outcome.js';
import { isCrawl, retryFailed, stopBatch, type JobStatus } from './batch-api.js';
import type { BatchContext } from './batch-context.js';
import { commandToResume, describeStatus, type OutputChoice } from './describe-job.js';
import { followToEnd, type FoundJob } from './follow.js';

const describeResult = (context: BatchContext, { job }: FoundJob, status: JobStatus): Outcome =>
  context.isJson ? succeedWithJson({ jobId: job.jobId, ...status }) : succeed(describeStatus(job, status));

export const showStatus = (context: BatchContext, found: FoundJob): Outcome =>
  describeResult(context, found, found.status);

/** Cancels items that have not started; running ones finish. */
export const stopJob = async (context: BatchContext, found: FoundJob): Promise<Outcome> =>
  describeResult(context, found, await stopBatch(context.session, found.job));

/** Creates a job with the failed items of another: the same one each time, unless `isNew`. */
export const retryFailedItems = async (
  context: BatchContext,
  { job }: FoundJob,
  { isNew, isFollowed, output }: { isNew: boolean; isFollowed: boolean; output: OutputChoice },
): Promise<Outcome> => {
  if (isCrawl(job)) {
    const list = context.commandLine(`crawl results ${job.jobId} --failed`);
    return fail(`${job.jobId} is a crawl: crawl the site again. Its failed pages: ${list}`, EXIT_CODES.invalid);
  }
  const parts = JSON.stringify(['quarry-cli-retry-1', job.path, job.jobId, isNew ? randomUUID() : '']);
  const key = `cli-${createHash('sha256').update(parts).digest('hex')}`;
  const { jobId, isReplayed } = await retryFailed(context.session, job, key);
  const made = { jobId, path: job.path };
  const { streams, isJson } = context;
  if (isJson) await streams.writeOut(`${JSON.stringify({ event: 'submitted', jobId, isReplayed })}\n`);
  else {
    const note = isReplayed ? 'already has these failed items; --new creates another one' : 'has the failed items';
    streams.writeErr(`Job ${jobId} ${note}\n`);
    if (!streams.isOutTerminal) await streams.writeOut(`${jobId}\n`);
  }
  if (isFollowed) return followToEnd(context, [made], output);
  return succeed(
    '',
    isJson ? '' : `Follow: ${commandToResume(context.commandLine, [made], { ...output, out: undefined })}`,
  );
};
