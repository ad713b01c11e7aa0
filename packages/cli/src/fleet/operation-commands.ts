import type { Command } from 'commander';
import { OPERATIONS, toQueryPairs, type Operation } from '@quarry/contracts';
import { quoteWord } from '../command-line.js';
import type { CommandHost } from '../command-host.js';
import { fail, type Outcome } from '../outcome.js';
import { readParams, type ParamsOption } from '../params-option.js';
import { formatCredits } from '../table.js';
import { callOperation } from './call-operation.js';
import { addFleetOptions, findFleet, type FleetOptions } from './fleet-options.js';
import { parameterOptions, toFlags, toParams } from './operation-options.js';

interface OperationOptions extends FleetOptions {
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

const addOperation = (program: Command, host: CommandHost, operation: Operation): void => {
  const options = parameterOptions(operation);
  const command = program.command(operation.id).description(operation.summary).helpGroup('Operations:');
  for (const { option } of options) command.addOption(option);
  addFleetOptions(command.option('--params <json>', 'parameters as a JSON object; options win', readParams))
    .addHelpText('after', () => helpAfter(host.command, operation))
    .action((given: OperationOptions & Readonly<Record<string, unknown>>) =>
      host.withConfig(async (settings): Promise<Outcome> => {
        const found = await findFleet(given, settings);
        if (!found.ok) return fail(found.message);
        const params = toParams(given.params ?? {}, options, given);
        return callOperation(found.fleet, { method: operation.method, ...toCall(operation, params) });
      }),
    );
};

/** A command for each operation of the contract, named as in its path; its options are its parameters. */
export const addOperationCommands = (program: Command, host: CommandHost): void => {
  for (const operation of OPERATIONS) addOperation(program, host, operation);
};
