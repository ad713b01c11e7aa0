import type { Command } from 'commander';
import { OPERATIONS, toQueryPairs, type Operation } from '@quarry/contracts';
import { quoteWord } from '../command-line.js';
import type { CommandHost } from '../command-host.js';
import { addOutputOptions } from '../output/presentation.js';
import { formatCredits } from '../output/table.js';
import { readParams, type ParamsOption } from '../params-option.js';
import { callOperation } from './call-operation.js';
import { addFleetOptions } from './fleet-options.js';
import { parameterOptions, toFlags, toParams } from './operation-options.js';
import { withFleet, type CallOptions } from './with-fleet.js';

interface OperationOptions extends CallOptions {
  readonly params?: ParamsOption;
}

const describePrices = ({ prices }: Operation): string =>
  `Price: ${prices
    .map(({ when, credits }) => `${formatCredits(credits)}${when === 'always' ? '' : ` (${when})`}`)
    .join(', ')}.`;

/** The example of the contract as a command. */
const exampleOf = (command: string, { id, example }: Operation): string =>
  [`${command} ${id}`, ...toFlags(example).map(([flag, value]) => `${flag} ${quoteWord(value)}`)].join(' ');

const helpAfter = (command: string, operation: Operation): string => {
  const rules = operation.input.rules.map((rule) => `\n  ${rule}`).join('');
  return [
    rules === '' ? '' : `\nRules:${rules}`,
    `\n${describePrices(operation)}`,
    `\nExample:\n  ${exampleOf(command, operation)}`,
  ].join('\n');
};

const toCall = (operation: Operation, params: Record<string, unknown>): { path: string; body?: string } => {
  if (operation.method === 'POST') return { path: operation.path, body: JSON.stringify(params) };
  const query = new URLSearchParams(
    toQueryPairs(params).map(([name, value]): [string, string] => [name, value]),
  ).toString();
  return { path: query === '' ? operation.path : `${operation.path}?${query}` };
};

/** Whether a command line is about an operation, or asks for its help or completion. */
const isNamed = ({ id }: Operation, argv: readonly string[]): boolean =>
  argv.some((word, index) => word === id || `${word}/${argv[index + 1]}` === id);

const addOperation = (program: Command, host: CommandHost, operation: Operation): void => {
  const command = program.command(operation.id).description(operation.summary).helpGroup('Operations:');
  // Describing all parameters of all operations takes longer than everything else at the start.
  if (isNamed(operation, host.argv)) addParameters(command, host, operation);
  else command.usage('[options]');
};

const addParameters = (command: Command, host: CommandHost, operation: Operation): void => {
  const options = parameterOptions(operation);
  for (const { option } of options) command.addOption(option.helpGroup('Parameters:'));
  command.option('--params <json>', 'parameters as a JSON object; options win', readParams);
  addFleetOptions(addOutputOptions(command))
    .addHelpText('after', () => helpAfter(host.command, operation))
    .action((given: OperationOptions & Readonly<Record<string, unknown>>) =>
      withFleet(host, given, (fleet, presentation) => {
        const params = toParams(given.params ?? {}, options, given);
        return callOperation(fleet, { method: operation.method, ...toCall(operation, params) }, presentation);
      }),
    );
};

const groupOf = ({ id }: Operation): string => id.split('/', 1)[0] ?? id;

/** Such as `enginea`, which lists the operations of the engine. */
const addGroups = (program: Command): void => {
  const groups = new Map<string, Command | undefined>();
  // Such as scrape, which is a command already.
  for (const command of program.commands) groups.set(command.name(), undefined);
  for (const operation of OPERATIONS) {
    const name = groupOf(operation);
    if (!groups.has(name)) {
      groups.set(name, program.command(name, { hidden: true }).description(`the operations of ${name}`));
    }
    groups
      .get(name)
      ?.command(operation.id.slice(name.length + 1))
      .description(operation.summary);
  }
};

/** A command for each operation of the contract, named as in its path; its options are its parameters. */
export const addOperationCommands = (program: Command, host: CommandHost): void => {
  addGroups(program);
  for (const operation of OPERATIONS) addOperation(program, host, operation);
};

const OPERATION_IDS: ReadonlySet<string> = new Set(OPERATIONS.map(({ id }) => id));

/** An operation may be written as two words too: `enginea serp` is `enginea/serp`. */
export const joinOperationWords = (argv: readonly string[]): readonly string[] => {
  const [first = '', second = '', ...rest] = argv;
  const id = `${first}/${second}`;
  return OPERATION_IDS.has(id) ? [id, ...rest] : argv;
};
