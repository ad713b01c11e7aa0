import type { Command } from 'commander';
import type { CommandHost } from '../command-host.js';
import { EXIT_CODES } from '../exit-codes.js';
import { addFleetOptions } from '../fleet/fleet-options.js';
import type { CallOptions } from '../fleet/with-fleet.js';
import { fail, type Outcome } from '../outcome.js';
import { addOutputOptions, presentationOf, toOutputFile } from '../output/presentation.js';
import type { JobRef } from './batch-api.js';
import { runWithFleet, type BatchContext } from './batch-context.js';
import { findJobs, followToEnd, JUST_FOLLOW, type FoundJob } from './follow.js';
import { showStatus, stopJob } from './job-commands.js';
import {
  addJobOptions,
  addRowOptions,
  judgeRows,
  readJobId,
  readJobIds,
  toOutput,
  type FollowOptions,
  type JobOptions,
  type RowOptions,
} from './job-options.js';
import { readResults } from './results.js';

/** A command with commands for jobs below it. */
export interface JobGroup {
  readonly parent: Command;
  readonly host: CommandHost;
  /** Adds the options that say where a job is. */
  readonly addPlace: (command: Command) => Command;
  /** Where a job probably is; it is found anywhere. */
  readonly likelyPath: (options: JobOptions) => string;
  /** The name of the command that cancels, and its other name. */
  readonly cancel: readonly [name: string, alias: string];
}

const findRefs = async (
  { likelyPath }: JobGroup,
  context: BatchContext,
  [jobIds, options]: readonly [readonly string[], JobOptions],
): Promise<readonly JobRef[]> => {
  const found = await findJobs(context, jobIds, likelyPath(options));
  return found.map(({ job }) => job);
};

const addFollow = (group: JobGroup): void => {
  const command = group.parent
    .command('follow')
    .alias('watch')
    .description('show the progress of jobs until they have ended')
    .argument('<jobs...>', 'ids of jobs', readJobIds);
  addJobOptions(group.addPlace(command)).action((jobIds: string[], options: JobOptions) =>
    runWithFleet(group.host, options, async (context) =>
      followToEnd(context, await findRefs(group, context, [jobIds, options]), JUST_FOLLOW),
    ),
  );
};

const addResults = (group: JobGroup): void => {
  const command = group.parent
    .command('results')
    .description('print results or write them to a file; each once, in the order in which the items ended')
    .argument('<jobs...>', 'ids of jobs', readJobIds);
  addRowOptions(command).option('--follow', 'continue until the job has ended');
  addJobOptions(group.addPlace(command)).action(async (jobIds: string[], options: JobOptions & FollowOptions) => {
    const wrong = judgeRows(options);
    if (wrong) return group.host.finish(wrong);
    return runWithFleet(group.host, options, async (context) => {
      const jobs = await findRefs(group, context, [jobIds, options]);
      return readResults(context, jobs, toOutput(options), options.follow === true);
    });
  });
};

/** What a person looks for after Ctrl-C; `results --follow` to a file, `follow` without one. */
const addResume = (group: JobGroup): void => {
  const command = group.parent
    .command('resume')
    .description('continue an interrupted --follow; with the same --out, its results are completed')
    .argument('<jobs...>', 'ids of jobs', readJobIds);
  addJobOptions(group.addPlace(addRowOptions(command))).action(
    async (jobIds: string[], options: JobOptions & RowOptions) => {
      const wrong = judgeRows(options);
      if (wrong) return group.host.finish(wrong);
      return runWithFleet(group.host, options, async (context) =>
        followToEnd(context, await findRefs(group, context, [jobIds, options]), toOutput(options)),
      );
    },
  );
};

export const onOneJob = (
  { host, likelyPath }: Pick<JobGroup, 'host' | 'likelyPath'>,
  [jobId, options]: readonly [string, JobOptions],
  run: (context: BatchContext, found: FoundJob) => Outcome | Promise<Outcome>,
): Promise<void> =>
  runWithFleet(host, options, async (context) => {
    const [found] = await findJobs(context, [jobId], likelyPath(options));
    return found ? run(context, found) : fail('No such job. Check the job id.', EXIT_CODES.notFound);
  });

export const jobCommand = (parent: Command, name: string, description: string): Command =>
  parent.command(name).description(description).argument('<job>', 'id of the job', readJobId);

/** A command that shows the state of a job. */
const addStateCommand = (
  group: JobGroup,
  command: Command,
  run: (context: BatchContext, found: FoundJob) => Outcome | Promise<Outcome>,
): void => {
  addFleetOptions(addOutputOptions(group.addPlace(command))).action(
    (jobId: string, options: CallOptions & JobOptions) => {
      const { isJson } = presentationOf(options, group.host.streams);
      return onOneJob(group, [jobId, { ...options, json: isJson }], async (context, found) =>
        toOutputFile(await run(context, found), options),
      );
    },
  );
};

/** Follow, read, resume, show and cancel jobs. */
export const addJobCommands = (group: JobGroup): void => {
  const { parent } = group;
  const [cancel, alias] = group.cancel;
  addFollow(group);
  addResults(group);
  addResume(group);
  addStateCommand(group, jobCommand(parent, 'status', 'status of a job'), showStatus);
  addStateCommand(
    group,
    jobCommand(parent, cancel, 'cancel the items that have not started, free of charge').alias(alias),
    stopJob,
  );
};
