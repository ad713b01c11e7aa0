import type { CommandHost } from './command-host.js';
import type { FleetOptions } from './fleet/fleet-options.js';

/** A word of a shell command. */
export const quoteWord = (text: string): string =>
  /^[\w./+-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;

/** A command that works as printed: called as the caller has called this one, against the same fleet. */
export type CommandLine = (args: string) => string;

/** The key of `--api-key` is not repeated: printed lines end up in logs. */
export const commandLineOf =
  ({ command }: Pick<CommandHost, 'command'>, { baseUrl, profile }: FleetOptions): CommandLine =>
  (args) =>
    [
      `${command} ${args}`,
      ...(baseUrl === undefined ? [] : [`--base-url ${quoteWord(baseUrl)}`]),
      ...(profile === undefined ? [] : [`--profile ${profile}`]),
    ].join(' ');
