import { InvalidArgumentError, Option, type Command } from 'commander';
import { BATCH_EVENTS, operationById, type BatchEvent } from '@quarry/contracts';
import type { CommandHost } from '../command-host.js';
import { addFleetOptions, findFleet } from '../fleet/fleet-options.js';
import { fail, type Outcome } from '../outcome.js';
import { readParams, type ParamsOption } from '../params-option.js';
import { BATCH_OPERATIONS, DEFAULT_OPERATION } from './batch-api.js';
import { runWithFleet, type BatchContext, type BatchOptions } from './batch-context.js';
import type { OutputChoice } from './describe-job.js';
import { findJobs, followToEnd, JUST_FOLLOW, type FoundJob } from './follow.js';
import { listJobs } from './list-jobs.js';
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
  readonly params?: ParamsOption;
  readonly webhook?: string;
  readonly events?: readonly BatchEvent[];
  readonly follow?: true;
  readonly new?: true;
}

const JOB_ID = /^[\w-]{1,64}$/;

const readJobId = (value: string): string => {
  if (!JOB_ID.test(value)) throw new InvalidArgumentError('Use the id that the submission printed.');
  return value;
};

const readJobIds = (value: string, before: readonly string[] = []): string[] => [...before, readJobId(value)];

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
  new Option('--operation <id>', 'operation of the requests')
    .choices(BATCH_OPERATIONS.map(({ operationId }) => operationId))
    .default(DEFAULT_OPERATION);

const addCommonOptions = (command: Command): Command =>
  addFleetOptions(command.addOption(operationOption())).option('--json', 'JSON lines for programs');

const addRowOptions = (command: Command): Command =>
  command
    .option('--out <file>', 'write the results to a file; resumes if interrupted')
    .addOption(new Option('--format <format>', 'format of the results').choices(ROW_FORMATS).default('ndjson'))
    .option('--answers', 'include the whole response in each result (ndjson)')
    .option('--failed', 'failed results only');

const needsNdjson = ({ format, answers }: OutputOptions): Outcome | undefined =>
  answers && format === 'csv' ? fail('--answers needs --format ndjson.', 2) : undefined;

const needsFollow = ({ out, follow }: OutputOptions & { follow?: true }): Outcome | undefined =>
  out !== undefined && !follow ? fail('--out needs --follow.', 2) : undefined;

const addSubmit = (batch: Command, host: CommandHost): void => {
  const command = batch
    .command('submit')
    .description('submit a file of requests: a JSON object or a URL per line, or a JSON array; - is standard input')
    .argument('<file>', 'the requests')
    .option('--params <json>', 'fields common to all requests, as a JSON object', readParams)
    .option('--webhook <url>', 'receiver of events')
    .option('--events <list>', `${BATCH_EVENTS.join(', ')}; comma-separated (default: batch.completed)`, readEvents)
    .option('--follow', 'follow it until it ends')
    .option('--new', 'a new job, even if the same requests were submitted within 24 hours');
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
        webhook: url === undefined ? undefined : { url, events },
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
    .description('print results or write them to a file; each once, in the order in which the items ended')
    .argument('<jobs...>', 'ids of jobs', readJobIds);
  addCommonOptions(addRowOptions(command).option('--follow', 'continue until the job has ended')).action(
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
    .description('show the progress of jobs until they have ended')
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

const addList = (batch: Command, host: CommandHost): void => {
  addFleetOptions(batch.command('list').description('list the jobs of the account, newest first'))
    .option('--cursor <cursor>', 'cursor of the next page')
    .option('--json', 'the page as JSON')
    .action((options: BatchOptions & { cursor?: string }) =>
      host.withConfig(async (settings) => {
        const found = await findFleet(options, settings);
        if (!found.ok) return fail(found.message);
        return listJobs(found.fleet, { cursor: options.cursor, isJson: options.json === true });
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
  addList(batch, host);
  addJobCommand(batch, 'status', 'status of a job').action((jobId: string, options: JobOptions) =>
    onOneJob(host, [jobId, options], showStatus),
  );
  addJobCommand(batch, 'stop', 'cancel the items that have not started, free of charge').action(
    (jobId: string, options: JobOptions) => onOneJob(host, [jobId, options], stopJob),
  );
  addJobCommand(batch, 'retry-failed', 'create a new job with the failed items of an ended one')
    .option('--follow', 'follow it until it ends')
    .option('--out <file>', 'with --follow: write the results to a file')
    .option('--new', 'another job, even if these items were retried within 24 hours')
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
