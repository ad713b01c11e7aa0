import { Command, CommanderError } from 'commander';
import type { CliHost, CommandHost } from './command-host.js';
import { causeOf } from './error-cause.js';
import { EXIT_CODES } from './exit-codes.js';
import type { FoundFleet } from './fleet/find-fleet.js';
import type { FleetOptions } from './fleet/fleet-options.js';
import { joinOperationWords } from './fleet/operation-commands.js';
import { fail, type Outcome } from './outcome.js';

/** An example of the help: arguments, and what they do. */
export type Example = readonly [args: string, meaning: string];

const EXAMPLE_COLUMNS = 44;

const examplesText = (command: string, examples: readonly Example[]): string => {
  const lines = examples.map(
    ([args, meaning]) => `  ${command} ${meaning === '' ? args : `${args.padEnd(EXAMPLE_COLUMNS)} # ${meaning}`}`,
  );
  return `\nExamples:\n${lines.join('\n')}`;
};

const createProgram = (
  { command, version }: CliHost,
  { description, examples }: ProgramParts,
  write: (text: string, isError: boolean) => void,
): Command =>
  new Command(command)
    .description(description)
    .exitOverride()
    // A command with options and commands below it leaves them theirs.
    .enablePositionalOptions()
    .configureOutput({
      writeOut: (text) => write(text, false),
      writeErr: (text) => write(text, true),
      outputError: (text, print) => print(text.replace(/^error: /, 'quarry: ')),
    })
    .version(version, '--version', 'print the version')
    .showHelpAfterError(`(see ${command} --help)`)
    .addHelpText('after', examplesText(command, examples));

export interface ProgramParts {
  readonly description: string;
  readonly examples: readonly Example[];
  readonly findFleet: (options: FleetOptions) => Promise<FoundFleet>;
  /** Adds all commands. */
  readonly addCommands: (program: Command, host: CommandHost) => void;
}

/** Runs one command line and returns its outcome; `isUsage`: the command line itself was wrong. Never rejects. */
export const runProgram = async (
  argv: readonly string[],
  host: CliHost,
  parts: ProgramParts,
): Promise<Outcome & { readonly isUsage?: true; readonly isBroken?: true }> => {
  let outcome: Outcome = { exitCode: EXIT_CODES.ok, out: '', err: '' };
  const printed = { out: '', err: '' };
  const program = createProgram(host, parts, (text, isError) => {
    printed[isError ? 'err' : 'out'] += text;
  });
  parts.addCommands(program, {
    ...host,
    argv,
    findFleet: parts.findFleet,
    finish: (left) => {
      outcome = left;
    },
  });
  try {
    await program.parseAsync(joinOperationWords(argv), { from: 'user' });
    return outcome;
  } catch (error) {
    if (!(error instanceof CommanderError)) return { ...fail(causeOf(error)), isBroken: true };
    if (error.exitCode === 0) return { exitCode: EXIT_CODES.ok, ...printed };
    return { exitCode: EXIT_CODES.invalid, ...printed, isUsage: true };
  }
};
