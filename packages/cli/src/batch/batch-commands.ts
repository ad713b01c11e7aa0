import { Option, type Command } from 'commander';
import { operationById } from '@quarry/contracts';
import type { CommandHost } from '../command-host.js';
import { EXIT_CODES } from '../exit-codes.js';
import { addFleetOptions } from '../fleet/fleet-options.js';
import { withFleet, type CallOptions } from '../fleet/with-fleet.js';
import { fail } from '../outcome.js';
import { addOutputOptions } from '../output/presentation.js';
import { readParams, type ParamsOption } from '../params-option.js';
import { BATCH_OPERATIONS, DEFAULT_OPERATION } from './batch-api.js';
import { runWithFleet } from './batch-context.js';
import { retryFailedItems } from './job-commands.js';
import {
  addJobOptions,
  addRowOptions,
  addWebhookOptions,
  judgeFollow,
  judgeRows,
  judgeWebhook,
  toOutput,
  type FollowOptions,
  type JobOptions,
  type WebhookOptions,
} from './job-options.js';
import { addJobCommands, jobCommand, onOneJob, type JobGroup } from './job-subcommands.js';
import { listJobs } from './list-jobs.js';
import { submit } from './submit.js';

interface SubmitOptions extends JobOptions, FollowOptions, WebhookOptions {
  readonly operation: string;
  readonly params?: ParamsOption;
  readonly new?: true;
}

const pathOf = (operation: string | undefined): string | undefined =>
  BATCH_OPERATIONS.find(({ operationId }) => operationId === operation)?.path;

const operationOption = (): Option =>
  new Option('--operation <id>', 'operation of the requests')
    .choices(BATCH_OPERATIONS.map(({ operationId }) => operationId))
    .default(DEFAULT_OPERATION);

const addSubmit = (batch: Command, host: CommandHost): void => {
  const command = batch
    .command('submit')
    .description('submit a file of requests: a JSON object or a URL per line, or a JSON array; - is standard input')
    .argument('<file>', 'the requests')
    .option('--params <json>', 'fields common to all requests, as a JSON object', readParams);
  addWebhookOptions(command)
    .option('--follow', 'follow it until it ends')
    .option('--new', 'a new job, even if the same requests were submitted within 24 hours');
  addJobOptions(addRowOptions(command).addOption(operationOption())).action(
    async (source: string, options: SubmitOptions) => {
      const path = pathOf(options.operation);
      const operation = operationById(options.operation);
      if (!operation || path === undefined)
        return host.finish(fail(`No batches of ${options.operation}.`, EXIT_CODES.invalid));
      const wrong = judgeWebhook(options) ?? judgeRows(options) ?? judgeFollow(options);
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
    },
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

const addRetryFailed = (group: JobGroup): void => {
  const command = jobCommand(group.parent, 'retry-failed', 'create a new job with the failed items of an ended one');
  addJobOptions(group.addPlace(command))
    .option('--follow', 'follow it until it ends')
    .option('--out, --output <file>', 'with --follow: write the results to a file')
    .option('--new', 'another job, even if these items were retried within 24 hours')
    .action((jobId: string, options: JobOptions & FollowOptions & { new?: true }) => {
      const wrong = judgeFollow(options);
      if (wrong) return group.host.finish(wrong);
      return onOneJob(group, [jobId, options], (context, found) =>
        retryFailedItems(context, found, {
          isNew: options.new === true,
          isFollowed: options.follow === true,
          output: toOutput(options),
        }),
      );
    });
};

export const addBatchCommands = (program: Command, host: CommandHost): void => {
  const batch = program.command('batch').description('thousands of requests as one job: submit, follow, read, retry');
  const group: JobGroup = {
    parent: batch,
    host,
    addPlace: (command) => command.addOption(operationOption()),
    likelyPath: ({ operation }) => pathOf(operation) ?? '',
    cancel: ['stop', 'cancel'],
  };
  addSubmit(batch, host);
  addJobCommands(group);
  addList(batch, host);
  addRetryFailed(group);
};
