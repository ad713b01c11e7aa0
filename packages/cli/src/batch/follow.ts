import type { Outcome } from '../outcome.js';
import { findJob, isCrawl, type JobRef, type JobStatus } from './batch-api.js';
import type { BatchContext } from './batch-context.js';
import { describeEnd, describeInterrupt, type OutputChoice } from './describe-job.js';
import { Follower, type Followed } from './follow-jobs.js';
import { createProgressView } from './progress/progress-view.js';
import { openFileSink, type RowSink } from './results/row-sink.js';

/** With which every crawl of a site that has such pages leaves some out. */
const EXPECTED_OF_CRAWLS = /^(?:duplicate_page|robots_disallowed)\b/;

/** 3 if anything failed or was stopped. */
const exitCodeOf = (jobs: readonly JobRef[], { progress, statuses }: Followed): 0 | 3 => {
  const left = jobs.every(isCrawl) ? progress.failures.filter(({ reason }) => EXPECTED_OF_CRAWLS.test(reason)) : [];
  const failed = progress.failed - left.reduce((total, { count }) => total + count, 0);
  return failed > 0 || statuses.some(({ status }) => status === 'stopped') ? 3 : 0;
};

const conclude = (
  context: BatchContext,
  jobs: readonly JobRef[],
  followed: Followed,
  output: OutputChoice,
): Outcome => {
  const exitCode = exitCodeOf(jobs, followed);
  if (!context.isJson)
    return { exitCode, out: '', err: `${describeEnd(context.commandLine, jobs, followed, output)}\n` };
  const { succeeded, failed, creditsCharged, failures, targetErrors, targetStatuses } = followed.progress;
  const event = {
    event: 'finished',
    jobs: jobs.map(({ jobId }, index) => {
      const { status, limitsHit } = followed.statuses[index] ?? {};
      return { jobId, status, limitsHit };
    }),
    succeeded,
    failed,
    creditsCharged,
    failures,
    targetErrors,
    statusCodes: Object.fromEntries(targetStatuses.map(({ statusCode, count }) => [statusCode, count])),
    out: output.out,
  };
  return { exitCode, out: `${JSON.stringify(event)}\n`, err: '' };
};

/** Follows jobs to their end with live progress; writes their results if `output.out` is set. */
export const followToEnd = async (
  context: BatchContext,
  jobs: readonly JobRef[],
  output: OutputChoice,
): Promise<Outcome> => {
  context.afterInterrupt = describeInterrupt(context.commandLine, jobs, output);
  const view = createProgressView(context.streams, context);
  let sink: RowSink | undefined;
  try {
    sink = output.out === undefined ? undefined : await openFileSink({ ...context, choice: output }, output.out);
    const follower = new Follower({ session: context.session, jobs, sink, show: view.show, isToEnd: true });
    context.tellWait = (why) => follower.tellTrouble(why);
    const followed = await follower.run();
    await sink?.complete();
    view.end();
    return conclude(context, jobs, followed, output);
  } catch (error) {
    view.end();
    throw error;
  } finally {
    await sink?.close();
  }
};

export interface FoundJob {
  readonly job: JobRef;
  readonly status: JobStatus;
}

/** Rejects with `FleetFailure` if one of them does not exist. */
export const findJobs = async (
  context: BatchContext,
  jobIds: readonly string[],
  likelyPath: string,
): Promise<readonly FoundJob[]> => {
  const found: FoundJob[] = [];
  for (const jobId of new Set(jobIds)) found.push(await findJob(context.session, jobId, likelyPath));
  return found;
};

/** Follows without writing results to a file. */
export const JUST_FOLLOW: OutputChoice = { out: undefined, format: 'ndjson', hasAnswers: false, isFailedOnly: false };
