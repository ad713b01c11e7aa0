import { createHash, randomUUID } from 'node:crypto';
import { groupDigits, type BatchEvent, type Operation } from '@quarry/contracts';
import { causeOf } from '../error-cause.js';
import { EXIT_CODES } from '../exit-codes.js';
import { fail, type Outcome } from '../outcome.js';
import { submitBatch, type Accepted, type JobRef } from './batch-api.js';
import type { BatchContext } from './batch-context.js';
import { describeNext, type OutputChoice } from './describe-job.js';
import { FleetFailure, Interrupted } from './fleet-session.js';
import { followToEnd } from './follow.js';
import { checkRequests, readJobs, type CheckedRequests, type JobPlan } from './input/check-requests.js';
import { openRequestFile, RequestFileError, type RequestFile } from './input/request-file.js';

export interface SubmitInput {
  /** Path of the requests; `-`: standard input. */
  readonly source: string;
  readonly operation: Operation;
  /** Path of its batches. */
  readonly path: string;
  /** Fields common to all requests. */
  readonly common: Readonly<Record<string, unknown>>;
  readonly webhook: { readonly url: string; readonly events: readonly BatchEvent[] | undefined } | undefined;
  readonly isFollowed: boolean;
  /** Create a new job even if the same requests were submitted before. */
  readonly isNew: boolean;
  readonly output: OutputChoice;
}

const KEY_VERSION = 'quarry-cli-1';

/** The same for the same requests, so that a second submission finds the job of the first. */
const idempotencyKeyOf = (input: SubmitInput, plan: JobPlan, ordinal: number, salt: string): string => {
  const parts = [KEY_VERSION, input.operation.id, input.webhook ?? null, ordinal, plan.requests, plan.digest, salt];
  return `cli-${createHash('sha256').update(JSON.stringify(parts)).digest('hex')}`;
};

const describeProblems = ({ problems }: CheckedRequests & { ok: false }): string => {
  const list = problems.map((problem) => `\n  ${problem}`).join('');
  return `Nothing was submitted. These requests are not valid:${list}`;
};

interface Submitted {
  readonly jobs: readonly JobRef[];
  readonly requests: number;
  /** Why the rest were not submitted. */
  readonly refusal: FleetFailure | undefined;
  readonly nextNumber: number | undefined;
}

const tellAccepted = async (context: BatchContext, plan: JobPlan, accepted: Accepted): Promise<void> => {
  const { streams } = context;
  const { jobId, isReplayed, creditsRemaining } = accepted;
  if (context.isJson) {
    await streams.writeOut(`${JSON.stringify({ event: 'submitted', jobId, requests: plan.requests, isReplayed })}\n`);
    return;
  }
  const requests = `${groupDigits(plan.requests)} ${plan.requests === 1 ? 'request' : 'requests'}`;
  const left = creditsRemaining === undefined ? '' : `, ${groupDigits(creditsRemaining)} credits left`;
  streams.writeErr(
    isReplayed
      ? `Job ${jobId} already has these ${requests}; --new creates another one.\n`
      : `Job ${jobId}: ${requests} submitted${left}\n`,
  );
  if (!streams.isOutTerminal) await streams.writeOut(`${jobId}\n`);
};

/** Submits job after job until one is refused. */
const submitAll = async (
  context: BatchContext,
  input: SubmitInput,
  file: RequestFile,
  plans: readonly JobPlan[],
): Promise<Submitted> => {
  const salt = input.isNew ? randomUUID() : '';
  const jobs: JobRef[] = [];
  let requests = 0;
  for await (const { plan, requestsJson } of readJobs(file, plans, input.common)) {
    const webhook = input.webhook ? `,"webhook":${JSON.stringify(input.webhook)}` : '';
    try {
      const accepted = await submitBatch(context.session, {
        path: input.path,
        body: `{"requests":${requestsJson}${webhook}}`,
        idempotencyKey: idempotencyKeyOf(input, plan, jobs.length, salt),
      });
      jobs.push({ jobId: accepted.jobId, path: input.path });
      requests += plan.requests;
      await tellAccepted(context, plan, accepted);
    } catch (error) {
      if (!(error instanceof FleetFailure)) throw error;
      return { jobs, requests, refusal: error, nextNumber: plan.from };
    }
  }
  return { jobs, requests, refusal: undefined, nextNumber: undefined };
};

const describeRefusal = ({ jobs, requests, refusal, nextNumber }: Submitted, all: number, place: string): string => {
  if (jobs.length === 0) return refusal?.message ?? '';
  return (
    `${groupDigits(requests)} of ${groupDigits(all)} requests were submitted; those from ${place} ${nextNumber} on were not: ` +
    `${refusal?.message}\nRun the same command again to continue from there.`
  );
};

const submitFile = async (context: BatchContext, input: SubmitInput, file: RequestFile): Promise<Outcome> => {
  const checked = await checkRequests(file, input.operation, input.common);
  if (!checked.ok) return fail(describeProblems(checked), EXIT_CODES.invalid);
  if (checked.requests === 0) return fail(`${input.source} has no requests.`, EXIT_CODES.invalid);
  if (checked.jobs.length > 1 && !context.isJson) {
    const jobs = groupDigits(checked.jobs.length);
    context.streams.writeErr(
      `${groupDigits(checked.requests)} requests are too many for one job; submitting ${jobs} jobs\n`,
    );
  }
  context.afterInterrupt = input.isNew
    ? 'Interrupted. The submitted jobs are still running.'
    : 'Interrupted. The submitted jobs are still running. Run the same command again to find them and submit the rest.';
  const submitted = await submitAll(context, input, file, checked.jobs);
  const refusal = submitted.refusal ? describeRefusal(submitted, checked.requests, file.place) : '';
  const refusalCode = submitted.refusal?.exitCode ?? EXIT_CODES.ok;
  if (submitted.jobs.length === 0) return fail(refusal, refusalCode);
  if (!input.isFollowed) {
    const next = context.isJson ? '' : describeNext(context.commandLine, submitted.jobs, input.output);
    return { exitCode: refusalCode, out: '', err: `${refusal ? `quarry: ${refusal}\n` : ''}${next}` };
  }
  if (refusal) context.streams.writeErr(`quarry: ${refusal}\n`);
  const outcome = await followToEnd(context, submitted.jobs, input.output);
  return refusal ? { ...outcome, exitCode: refusalCode } : outcome;
};

/** Submits the requests of a file as one or several jobs. */
export const submit = async (context: BatchContext, input: SubmitInput): Promise<Outcome> => {
  let file: RequestFile;
  try {
    const takesUrls = input.operation.id === 'scrape/web';
    const { streams, signal } = context;
    file = await openRequestFile(input.source, { takesUrls, input: streams.input, signal });
  } catch (error) {
    if (context.signal.aborted) throw new Interrupted();
    if (error instanceof RequestFileError) return fail(error.message, EXIT_CODES.invalid);
    return fail(`${input.source} cannot be read (${causeOf(error)}).`, EXIT_CODES.invalid);
  }
  try {
    return await submitFile(context, input, file);
  } finally {
    await file.close();
  }
};
