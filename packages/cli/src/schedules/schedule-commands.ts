import { Argument, InvalidArgumentError, Option, type Command } from 'commander';
import { MISSED_RUNS, OPERATIONS } from '@quarry/contracts';
import type { CommandHost } from '../command-host.js';
import { withValues } from '../completion/option-values.js';
import { EXIT_CODES } from '../exit-codes.js';
import { addFleetOptions, type Fleet } from '../fleet/fleet-options.js';
import { withFleet, type CallOptions } from '../fleet/with-fleet.js';
import { readPatterns } from '../option-readers.js';
import { fail, type Outcome } from '../outcome.js';
import { addOutputOptions, type Presentation } from '../output/presentation.js';
import { readParams } from '../params-option.js';
import { JsonFileError, readJsonFile } from './read-json-file.js';
import { readDuration, toScheduleBody, type ScheduleFlags } from './schedule-body.js';
import { createSchedule, deleteSchedule, linkFeed, listSchedules, pauseOrResume, showSchedule } from './schedules.js';

const readId = (value: string): string => {
  if (/^[\w-]{1,64}$/.test(value)) return value;
  throw new InvalidArgumentError('Use the id that schedules create or schedules list printed.');
};

const addTiming = (command: Command): Command =>
  command
    .option('--cron <expression>', 'when, as five fields: minute, hour, day of month, month, day of week')
    .option('--every <time>', 'time between two runs, such as 15m, 6h or 1d', readDuration)
    .option('--time-zone <zone>', 'of --cron, such as Europe/Berlin (default: UTC)')
    .addOption(
      withValues(new Option('--missed-runs <how>', `${MISSED_RUNS.join(', ')} (default: runOnce)`), MISSED_RUNS),
    );

const addTarget = (command: Command): Command =>
  command
    .option('--url <url>', 'the parameter url of the call')
    .addOption(
      withValues(
        new Option('--operation <id>', 'the call (default: scrape/web)'),
        OPERATIONS.map(({ id }) => id),
      ),
    )
    .option('--params <json>', 'parameters of the call, as a JSON object', readParams)
    .option(
      '--track <path>',
      'compare this value of the response, such as extractedData.price; may be repeated',
      readPatterns,
    )
    .option('--track-markdown', 'compare the page as markdown')
    .option('--track-links', 'compare the links of the page')
    .option('--webhook <url>', 'receiver of schedule.changed');

const noCall = (host: CommandHost): Outcome =>
  fail(
    `Nothing to schedule: give a file, --url or --params. See ${host.command} schedules create --help`,
    EXIT_CODES.invalid,
  );

const create = async (
  host: CommandHost,
  [file, options]: readonly [string | undefined, CallOptions & ScheduleFlags],
): Promise<void> => {
  if (file === undefined && options.url === undefined && options.params === undefined) {
    return host.finish(noCall(host));
  }
  let given: Readonly<Record<string, unknown>> = {};
  try {
    if (file !== undefined) given = await readJsonFile(file, host.streams.input);
  } catch (error) {
    if (error instanceof JsonFileError) return host.finish(fail(error.message, EXIT_CODES.invalid));
    throw error;
  }
  return withFleet(host, options, (fleet, presentation) =>
    createSchedule(fleet, toScheduleBody(given, options), presentation),
  );
};

const addCreate = (schedules: Command, host: CommandHost): void => {
  const command = schedules
    .command('create')
    .description('make a schedule of a JSON file, of options, or of both; options win')
    .addArgument(new Argument('[file]', 'the body of POST /schedules; - is standard input'))
    .option('--name <name>', 'a name of your own');
  addFleetOptions(addOutputOptions(addTarget(addTiming(command))))
    .addHelpText(
      'after',
      `\nExamples:\n  ${host.command} schedules create --url https://example.com --cron '0 8 * * 1-5' --track-markdown` +
        `\n  ${host.command} schedules create schedule.json --every 6h`,
    )
    .action((file: string | undefined, options: CallOptions & ScheduleFlags) => create(host, [file, options]));
};

interface OneCommand {
  readonly name: string;
  readonly description: string;
  readonly run: (fleet: Fleet, id: string, presentation: Presentation) => Promise<Outcome>;
}

const ON_ONE: readonly OneCommand[] = [
  { name: 'show', description: 'show a schedule, its coming and its newest runs', run: showSchedule },
  {
    name: 'pause',
    description: 'run nothing until it is resumed; a run that has begun goes on',
    run: (fleet, id, presentation) => pauseOrResume(fleet, [id, 'pause'], presentation),
  },
  {
    name: 'resume',
    description: 'go on; what was due meanwhile is not made up for',
    run: (fleet, id, presentation) => pauseOrResume(fleet, [id, 'resume'], presentation),
  },
  { name: 'delete', description: 'delete a schedule with its runs and their changes', run: deleteSchedule },
];

const oneCommand = (schedules: Command, name: string, description: string): Command =>
  schedules.command(name).description(description).argument('<id>', 'id of the schedule', readId);

/** `quarry schedules ...`: calls that the deployment makes again and again. */
export const addScheduleCommands = (program: Command, host: CommandHost): void => {
  const schedules = program.command('schedules').description('calls again and again, and what changes in them');
  const list = schedules
    .command('list')
    .description('list the schedules of the account, newest first')
    .option('--cursor <cursor>', 'cursor of the next page');
  addFleetOptions(addOutputOptions(list)).action(({ cursor, ...options }: CallOptions & { cursor?: string }) =>
    withFleet(host, options, (fleet, presentation) => listSchedules(fleet, { cursor }, presentation)),
  );
  addCreate(schedules, host);
  for (const { name, description, run } of ON_ONE) {
    addFleetOptions(addOutputOptions(oneCommand(schedules, name, description))).action(
      (id: string, options: CallOptions) =>
        withFleet(host, options, (fleet, presentation) => run(fleet, id, presentation)),
    );
  }
  addFleetOptions(
    oneCommand(schedules, 'feed-link', 'print a link to the feed of its changes that opens without a key')
      .option('--expires <time>', 'how long it opens, such as 7d (default: 30d)', readDuration)
      .option('--json', 'print the link and its end as JSON'),
  ).action((id: string, { expires, ...options }: CallOptions & { readonly expires?: number }) =>
    // A script reads the bare link from a pipe.
    withFleet(host, options, (fleet) => linkFeed(fleet, [id, expires], options.json === true)),
  );
};
