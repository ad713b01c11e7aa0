import { Option, type Command } from 'commander';
import type { CliStreams } from '../command-host.js';
import { fail, type Outcome } from '../outcome.js';
import { writeWhole } from './write-whole.js';

/** Width for text that goes to a file or a pipe. */
const DEFAULT_COLUMNS = 100;

export interface OutputOptions {
  readonly json?: true;
  readonly pretty?: true;
  readonly output?: string;
}

/** How a command shows its data. */
export interface Presentation {
  /** False: text for people. */
  readonly isJson: boolean;
  /** Maximum width of a line of a table. */
  readonly columns: number;
}

/** `--json`, `--pretty` and `--output`, of every command that shows data. */
export const addOutputOptions = (command: Command): Command =>
  command
    .addOption(new Option('--json', 'print JSON (default, unless on a terminal)').conflicts('pretty'))
    .option('--pretty', 'print text for people (default on a terminal)')
    .option('-o, --output <file>', 'write to a file, as JSON unless --pretty');

/** People read a terminal; files and pipes are read by programs. */
export const presentationOf = (
  { json, pretty, output }: OutputOptions,
  { isOutTerminal, outColumns }: CliStreams,
): Presentation => ({
  isJson: json ?? !(pretty ?? (isOutTerminal && output === undefined)),
  columns: output === undefined ? (outColumns() ?? DEFAULT_COLUMNS) : DEFAULT_COLUMNS,
});

/** Writes what a success prints to the file of `--output`. */
export const toOutputFile = async (outcome: Outcome, { output }: OutputOptions): Promise<Outcome> => {
  if (output === undefined || outcome.exitCode !== 0) return outcome;
  const fault = await writeWhole(output, outcome.out);
  if (fault !== undefined) return fail(fault);
  return { ...outcome, out: '', err: `${outcome.err}written to ${output}\n` };
};
