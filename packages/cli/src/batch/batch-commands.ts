import { InvalidArgumentError, Option, type Command } from 'commander';
import { BATCH_EVENTS, operationById, type BatchEvent } from '@quarry/contracts';
import type { CommandHost } from '../command-host.js';
import { addFleetOptions } from '../fleet/fleet-options.js';
import { fail, type Outcome } from '../outcome.js';
import { BATCH_OPERATIONS, DEFAULT_OPERATION } from './batch-api.js';
import { runWithFleet, type BatchContext, type BatchOptions } from './batch-context.js';
import type { OutputChoice } from './describe-job.js';
import { findJobs, followToEnd, JUST_FOLLOW, type FoundJob } from './follow.js';
import { retryFailedItems, showStatus, stopJob } from './job-commands.js';
import { readResults } from './results.js';
import { ROW_FORMATS, type RowFormat } from './results/row-format.js';
import { submit } from './submit.js';

interface JobOptions extends BatchOptions {
  readonly operation: string;
}

interface OutputOptions {
  readonly out?: string;
  readonly format?: RowFormat;
  readonly answers?: true;
  readonly failed?: true;
}

interface SubmitOptions extends JobOptions, OutputOptions {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly webhook?: string;
  readonly events?: readonly BatchEvent[];
  readonly follow?: true;
  readonly new?: true;
}

const JOB_ID = /^[\w-]{1,64}$/;

const readJobId = (value: string): string => {
  if (!JOB_ID.test(value)) throw new InvalidArgumentError('Write the id as the submission printed it.');
  return value;
};

const readJobIds = (value: string, before: readonly string[] = []): string[] => [...before, readJobId(value)];

const readFields = (value: string): Readonly<Record<string, unknown>> => {
  try {
    const fields: unknown = JSON.parse(value);
    // safe because it is an object and no list
    if (typeof fields === 'object' && fields !== null && !Array.isArray(fields))
      return fields as Record<string, unknown>;
  } catch {
    // Told below.
  }
  throw new InvalidArgumentError('Write a JSON object.');
};

const isEvent = (value: string): value is BatchEvent => BATCH_EVENTS.some((event) => event === value);

const readEvents = (value: string): BatchEvent[] => {
  const events = [...new Set(value.split(',').map((event) => event.trim()))];
  const known = events.filter(isEvent);
  if (known.length < events.length) throw new InvalidArgumentError(`Choose from ${BATCH_EVENTS.join(', ')}.`);
  return known;
};

const toOutput = ({ out, format, answers, failed }: OutputOptions): OutputChoice => ({
  out,
  format: format ?? 'ndjson',
  hasAnswers: answers === true,
  isFailedOnly: failed === true,
});

const operationOption = (): Option =>
  new Option('--operation <id>', 'what the requests ask')
    .choices(BATCH_OPERATIONS.map(({ operationId }) => operationId))
    .default(DEFAULT_OPERATION);

const addCommonOptions = (command: Command): Command =>
  addFleetOptions(command.addOption(operationOption())).option('--json', 'JSON lines for programs');

const addRowOptions = (command: Command): Command =>
  command
    .option('--out <file>', 'write the results there; carried on when interrupted')
    .addOption(new Option('--format <format>', 'how they are written').choices(ROW_FORMATS).default('ndjson'))
    .option('--answers', 'each result with its whole answer (ndjson)')
    .option('--failed', 'the failed ones alone');

const needsNdjson = ({ format, answers }: OutputOptions): Outcome | undefined =>
  answers && format === 'csv' ? fail('--answers needs --format ndjson.', 2) : undefined;

const needsFollow = ({ out, follow }: OutputOptions & { follow?: true }): Outcome | undefined =>
  out !== undefined && !follow ? fail('--out needs --follow.', 2) : undefined;

const addSubmit = (batch: Command, host: CommandHost): void => {
  const command = batch
    .command('submit')
    .description('submit a file of requests: a JSON object or a URL per line, or a JSON array; - is standard input')
    .argument('<file>', 'the requests')
    .option('--params <json>', 'fields that all requests have in common, as a JSON object', readFields)
    .option('--webhook <url>', 'where events are sent')
    .option('--events <list>', `${BATCH_EVENTS.join(', ')}; comma-separated (default: batch.completed)`, readEvents)
    .option('--follow', 'follow it to its end')
    .option('--new', 'a new job, though the same requests were submitted within 24 hours');
  addCommonOptions(addRowOptions(command)).action(async (source: string, options: SubmitOptions) => {
    const path = BATCH_OPERATIONS.find(({ operationId }) => operationId === options.operation)?.path;
    const operation = operationById(options.operation);
    if (!operation || path === undefined) return host.finish(fail(`No batches of ${options.operation}.`, 2));
    if (options.events && !options.webhook) return host.finish(fail('--events needs --webhook.', 2));
    const wrong = needsNdjson(options) ?? needsFollow(options);
    if (wrong) return host.finish(wrong);
    const { webhook: url, events } = options;
    return runWithFleet(host, options, (context) =>
      submit(context, {
        source,
        operation,
        path,
        common: options.params ?? {},
        webhook: url === undefined ? undefined : { url, ...(events ? { events } : {}) },
        isFollowed: options.follow === true,
        isNew: options.new === true,
        output: toOutput(options),
      }),
    );
  });
};

const addResults = (batch: Command, host: CommandHost): void => {
  const command = batch
    .command('results')
    .description('print results, or write them to a file; each once, in the order of their end')
    .argument('<jobs...>', 'ids of jobs', readJobIds);
  addCommonOptions(addRowOptions(command).option('--follow', 'go on until the job has ended')).action(
    async (jobIds: string[], options: JobOptions & OutputOptions & { follow?: true }) => {
      const wrong = needsNdjson(options);
      if (wrong) return host.finish(wrong);
      return runWithFleet(host, options, async (context) => {
        const found = await findJobs(context, jobIds, options.operation);
        const jobs = found.map(({ job }) => job);
        return readResults(context, jobs, toOutput(options), options.follow === true);
      });
    },
  );
};

const addFollow = (batch: Command, host: CommandHost): void => {
  const command = batch
    .command('follow')
    .description('show how jobs get on until they have ended')
    .argument('<jobs...>', 'ids of jobs', readJobIds);
  addCommonOptions(command).action((jobIds: string[], options: JobOptions) =>
    runWithFleet(host, options, async (context) => {
      const found = await findJobs(context, jobIds, options.operation);
      return followToEnd(
        context,
        found.map(({ job }) => job),
        JUST_FOLLOW,
      );
    }),
  );
};

const onOneJob = async (
  host: CommandHost,
  [jobId, options]: readonly [string, JobOptions],
  run: (context: BatchContext, found: FoundJob) => Outcome | Promise<Outcome>,
): Promise<void> =>
  runWithFleet(host, options, async (context) => {
    const [found] = await findJobs(context, [jobId], options.operation);
    return found ? run(context, found) : fail('No such job. Check the job id.');
  });

const addJobCommand = (batch: Command, name: string, description: string): Command =>
  addCommonOptions(batch.command(name).description(description).argument('<job>', 'id of the job', readJobId));

export const addBatchCommands = (program: Command, host: CommandHost): void => {
  const batch = program.command('batch').description('thousands of requests as one job: submit, follow, read, retry');
  addSubmit(batch, host);
  addFollow(batch, host);
  addResults(batch, host);
  addJobCommand(batch, 'status', 'how a job stands').action((jobId: string, options: JobOptions) =>
    onOneJob(host, [jobId, options], showStatus),
  );
  addJobCommand(batch, 'stop', 'end what has not begun, free of charge').action((jobId: string, options: JobOptions) =>
    onOneJob(host, [jobId, options], stopJob),
  );
  addJobCommand(batch, 'retry-failed', 'make a new job of the failed items of one that has ended')
    .option('--follow', 'follow it to its end')
    .option('--out <file>', 'with --follow: write the results there')
    .option('--new', 'another job, though these items were retried within 24 hours')
    .action((jobId: string, options: JobOptions & OutputOptions & { follow?: true; new?: true }) => {
      const wrong = needsFollow(options);
      if (wrong) return host.finish(wrong);
      return onOneJob(host, [jobId, options], (context, found) =>
        retryFailedItems(context, found, {
          isNew: options.new === true,
          isFollowed: options.follow === true,
          output: toOutput(options),
        }),
      );
    });
};
