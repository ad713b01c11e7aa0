import { InvalidArgumentError, Option, type Command } from 'commander';
import { BATCH_EVENTS, type BatchEvent } from '@quarry/contracts';
import { withValues } from '../completion/option-values.js';
import { EXIT_CODES } from '../exit-codes.js';
import { addFleetOptions } from '../fleet/fleet-options.js';
import { fail, type Outcome } from '../outcome.js';
import type { BatchOptions } from './batch-context.js';
import type { OutputChoice } from './describe-job.js';
import { ROW_FORMATS, type RowFormat } from './results/row-format.js';

export interface JobOptions extends BatchOptions {
  /** Of the items of a batch. */
  readonly operation?: string;
}

export interface RowOptions {
  readonly output?: string;
  readonly format?: RowFormat;
  readonly answers?: true;
  readonly failed?: true;
}

export interface FollowOptions extends RowOptions {
  readonly follow?: true;
}

export interface WebhookOptions {
  readonly webhook?: string;
  readonly events?: readonly BatchEvent[];
}

const JOB_ID = /^[\w-]{1,64}$/;

export const readJobId = (value: string): string => {
  if (!JOB_ID.test(value)) throw new InvalidArgumentError('Use the id that the submission printed.');
  return value;
};

export const readJobIds = (value: string, before: readonly string[] = []): string[] => [...before, readJobId(value)];

const isEvent = (value: string): value is BatchEvent => BATCH_EVENTS.some((event) => event === value);

const readEvents = (value: string): BatchEvent[] => {
  const events = [...new Set(value.split(',').map((event) => event.trim()))];
  const known = events.filter(isEvent);
  if (known.length < events.length) throw new InvalidArgumentError(`Choose from ${BATCH_EVENTS.join(', ')}.`);
  return known;
};

export const toOutput = ({ output, format, answers, failed }: RowOptions): OutputChoice => ({
  out: output,
  format: format ?? 'ndjson',
  hasAnswers: answers === true,
  isFailedOnly: failed === true,
});

export const addJobOptions = (command: Command): Command =>
  addFleetOptions(command).option('--json', 'print JSON lines, for programs');

export const addRowOptions = (command: Command): Command =>
  command
    .option('--out, --output <file>', 'write the results to a file or folder; resumes if interrupted')
    .addOption(
      new Option('--format <format>', 'of the results; files: a folder with a file for each page')
        .choices(ROW_FORMATS)
        .default('ndjson'),
    )
    .option('--answers', 'include the whole response in each result (ndjson)')
    .option('--failed', 'failed results only');

export const addWebhookOptions = (command: Command): Command =>
  command
    .option('--webhook <url>', 'receiver of events')
    .addOption(
      withValues(
        new Option('--events <list>', `${BATCH_EVENTS.join(', ')}; comma-separated (default: batch.completed)`),
        BATCH_EVENTS,
      ).argParser(readEvents),
    );

const refuse = (message: string): Outcome => fail(message, EXIT_CODES.invalid);

/** Why the choice of results cannot be; undefined if it can. */
export const judgeRows = ({ format, answers, output }: RowOptions): Outcome | undefined => {
  if (answers && format !== 'ndjson') return refuse('--answers needs --format ndjson.');
  return format === 'files' && output === undefined ? refuse('--format files needs --out <folder>.') : undefined;
};

export const judgeFollow = ({ output, follow }: FollowOptions): Outcome | undefined =>
  output !== undefined && !follow ? refuse('--out needs --follow.') : undefined;

export const judgeWebhook = ({ webhook, events }: WebhookOptions): Outcome | undefined =>
  events && !webhook ? refuse('--events needs --webhook.') : undefined;
