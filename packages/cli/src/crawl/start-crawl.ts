import { createHash, randomUUID } from 'node:crypto';
import { canonicalJson, groupDigits } from '@quarry/contracts';
import type { Outcome } from '../outcome.js';
import { CRAWL_PATH, submitBatch, type Accepted } from '../batch/batch-api.js';
import type { BatchContext } from '../batch/batch-context.js';
import { describeNext, type OutputChoice } from '../batch/describe-job.js';
import { followToEnd } from '../batch/follow.js';

export interface StartInput {
  readonly body: Readonly<Record<string, unknown>>;
  readonly isFollowed: boolean;
  /** Another crawl, even if the same one was started before. */
  readonly isNew: boolean;
  readonly output: OutputChoice;
}

const KEY_VERSION = 'quarry-cli-crawl-1';

/** The same for the same crawl, so that the same command finds it again after Ctrl-C. */
const idempotencyKeyOf = ({ body, isNew }: StartInput): string => {
  const parts = [KEY_VERSION, body, isNew ? randomUUID() : ''];
  return `cli-${createHash('sha256').update(canonicalJson(parts)).digest('hex')}`;
};

const tellStarted = async (context: BatchContext, { jobId, isReplayed, creditsRemaining }: Accepted): Promise<void> => {
  const { streams, isJson } = context;
  if (isJson) {
    await streams.writeOut(`${JSON.stringify({ event: 'submitted', jobId, isReplayed })}\n`);
    return;
  }
  const left = creditsRemaining === undefined ? '' : `, ${groupDigits(creditsRemaining)} credits left`;
  streams.writeErr(
    isReplayed
      ? `Job ${jobId} is this crawl, which was started before; --new starts another one.\n`
      : `Job ${jobId}: crawl started${left}\n`,
  );
  if (!streams.isOutTerminal) await streams.writeOut(`${jobId}\n`);
};

/** Starts a crawl, or finds the same one again. */
export const startCrawl = async (context: BatchContext, input: StartInput): Promise<Outcome> => {
  context.afterInterrupt = input.isNew
    ? 'Interrupted. The crawl may have been started: batch list shows it.'
    : 'Interrupted. The crawl may have been started. Run the same command again to find it.';
  const body = JSON.stringify(input.body);
  const idempotencyKey = idempotencyKeyOf(input);
  const accepted = await submitBatch(context.session, { path: CRAWL_PATH, body, idempotencyKey });
  const jobs = [{ jobId: accepted.jobId, path: CRAWL_PATH }];
  context.afterInterrupt = 'Interrupted. The crawl is running.';
  await tellStarted(context, accepted);
  if (input.isFollowed) return followToEnd(context, jobs, input.output);
  return { exitCode: 0, out: '', err: context.isJson ? '' : describeNext(context.commandLine, jobs, input.output) };
};
