import { InvalidArgumentError, Option, type Command } from 'commander';
import { BATCH_EVENTS, operationById, type BatchEvent } from '@quarry/contracts';
import type { CommandHost } from '../command-host.js';
import { withValues } from '../completion/option-values.js';
import { EXIT_CODES } from '../exit-codes.js';
import { addFleetOptions } from '../fleet/fleet-options.js';
import { withFleet, type CallOptions } from '../fleet/with-fleet.js';
import { fail, type Outcome } from '../outcome.js';
import { addOutputOptions, presentationOf, toOutputFile } from '../output/presentation.js';
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

interface RowOptions {
  readonly output?: string;
  readonly format?: RowFormat;
  readonly answers?: true;
  readonly failed?: true;
}

interface StateCommand {
  readonly name: string;
  readonly alias?: string;
  readonly description: string;
  readonly run: (context: BatchContext, found: FoundJob) => Outcome | Promise<Outcome>;
}

interface SubmitOptions extends JobOptions, RowOptions {
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

const toOutput = ({ output, format, answers, failed }: RowOptions): OutputChoice => ({
  out: output,
  format: format ?? 'ndjson',
  hasAnswers: answers === true,
  isFailedOnly: failed === true,
});

const operationOption = (): Option =>
  new Option('--operation <id>', 'operation of the requests')
    .choices(BATCH_OPERATIONS.map(({ operationId }) => operationId))
    .default(DEFAULT_OPERATION);

const addCommonOptions = (command: Command): Command =>
  addFleetOptions(command.addOption(operationOption())).option('--json', 'print JSON lines, for programs');

const addRowOptions = (command: Command): Command =>
  command
    .option('--out, --output <file>', 'write the results to a file; resumes if interrupted')
    .addOption(new Option('--format <format>', 'format of the results').choices(ROW_FORMATS).default('ndjson'))
    .option('--answers', 'include the whole response in each result (ndjson)')
    .option('--failed', 'failed results only');

const needsNdjson = ({ format, answers }: RowOptions): Outcome | undefined =>
  answers && format === 'csv' ? fail('--answers needs --format ndjson.', EXIT_CODES.invalid) : undefined;

const needsFollow = ({ output, follow }: RowOptions & { follow?: true }): Outcome | undefined =>
  output !== undefined && !follow ? fail('--out needs --follow.', EXIT_CODES.invalid) : undefined;

const addSubmit = (batch: Command, host: CommandHost): void => {
  const command = batch
    .command('submit')
    .description('submit a file of requests: a JSON object or a URL per line, or a JSON array; - is standard input')
    .argument('<file>', 'the requests')
    .option('--params <json>', 'fields common to all requests, as a JSON object', readParams)
    .option('--webhook <url>', 'receiver of events')
    .addOption(
      withValues(
        new Option('--events <list>', `${BATCH_EVENTS.join(', ')}; comma-separated (default: batch.completed)`),
        BATCH_EVENTS,
      ).argParser(readEvents),
    )
    .option('--follow', 'follow it until it ends')
    .option('--new', 'a new job, even if the same requests were submitted within 24 hours');
  addCommonOptions(addRowOptions(command)).action(async (source: string, options: SubmitOptions) => {
    const path = BATCH_OPERATIONS.find(({ operationId }) => operationId === options.operation)?.path;
    const operation = operationById(options.operation);
    if (!operation || path === undefined)
      return host.finish(fail(`No batches of ${options.operation}.`, EXIT_CODES.invalid));
    if (options.events && !options.webhook) return host.finish(fail('--events needs --webhook.', EXIT_CODES.invalid));
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
    async (jobIds: string[], options: JobOptions & RowOptions & { follow?: true }) => {
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

/** What a person looks for after Ctrl-C; `results --follow` to a file, `follow` without one. */
const addResume = (batch: Command, host: CommandHost): void => {
  const command = batch
    .command('resume')
    .description('continue an interrupted --follow; with the same --out, its results are completed')
    .argument('<jobs...>', 'ids of jobs', readJobIds);
  addCommonOptions(addRowOptions(command)).action(async (jobIds: string[], options: JobOptions & RowOptions) => {
    const wrong = needsNdjson(options);
    if (wrong) return host.finish(wrong);
    return runWithFleet(host, options, async (context) => {
      const found = await findJobs(context, jobIds, options.operation);
      const jobs = found.map(({ job }) => job);
      return followToEnd(context, jobs, toOutput(options));
    });
  });
};

const addFollow = (batch: Command, host: CommandHost): void => {
  const command = batch
    .command('follow')
    .alias('watch')
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
  const list = batch
    .command('list')
    .description('list the jobs of the account, newest first')
    .option('--cursor <cursor>', 'cursor of the next page');
  addFleetOptions(addOutputOptions(list)).action(({ cursor, ...options }: CallOptions & { cursor?: string }) =>
    withFleet(host, options, (fleet, { isJson }) => listJobs(fleet, { cursor, isJson })),
  );
};

const onOneJob = async (
  host: CommandHost,
  [jobId, options]: readonly [string, JobOptions],
  run: (context: BatchContext, found: FoundJob) => Outcome | Promise<Outcome>,
): Promise<void> =>
  runWithFleet(host, options, async (context) => {
    const [found] = await findJobs(context, [jobId], options.operation);
    return found ? run(context, found) : fail('No such job. Check the job id.', EXIT_CODES.notFound);
  });

const jobCommand = (batch: Command, name: string, description: string): Command =>
  batch.command(name).description(description).argument('<job>', 'id of the job', readJobId);

/** A command that shows the state of a job. */
const addStateCommand = (batch: Command, host: CommandHost, { name, alias, description, run }: StateCommand): void => {
  const command = jobCommand(batch, name, description).addOption(operationOption());
  if (alias !== undefined) command.alias(alias);
  addFleetOptions(addOutputOptions(command)).action((jobId: string, options: CallOptions & JobOptions) => {
    const { isJson } = presentationOf(options, host.streams);
    return onOneJob(host, [jobId, { ...options, json: isJson }], async (context, found) =>
      toOutputFile(await run(context, found), options),
    );
  });
};

export const addBatchCommands = (program: Command, host: CommandHost): void => {
  const batch = program.command('batch').description('thousands of requests as one job: submit, follow, read, retry');
  addSubmit(batch, host);
  addFollow(batch, host);
  addResults(batch, host);
  addResume(batch, host);
  addList(batch, host);
  addStateCommand(batch, host, { name: 'status', description: 'status of a job', run: showStatus });
  addStateCommand(batch, host, {
    name: 'stop',
    alias: 'cancel',
    description: 'cancel the items that have not started, free of charge',
    run: stopJob,
  });
  addCommonOptions(jobCommand(batch, 'retry-failed', 'create a new job with the failed items of an ended one'))
    .option('--follow', 'follow it until it ends')
    .option('--out, --output <file>', 'with --follow: write the results to a file')
    .option('--new', 'another job, even if these items were retried within 24 hours')
    .action((jobId: string, options: JobOptions & RowOptions & { follow?: true; new?: true }) => {
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
