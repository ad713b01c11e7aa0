import type { Command } from 'commander';
import { AskCancelled, type CommandHost } from '../command-host.js';
import { EXIT_CODES } from '../exit-codes.js';
import { addFleetOptions, type FleetOptions } from '../fleet/fleet-options.js';
import { fail, succeed, succeedWithJson, type Outcome } from '../outcome.js';
import { addOutputOptions, presentationOf, toOutputFile, type OutputOptions } from '../output/presentation.js';
import { renderTable } from '../output/table.js';
import { logIn, logOut, profileNameOf } from './login.js';
import { ProfileFileError, readProfiles } from './profile-file.js';

/** Last characters of a key that are shown, of one that is long enough to stay secret. */
const SHOWN_CHARS = 4;
const MIN_SHOWN_OF = 20;

const maskKey = (key: string): string => (key.length < MIN_SHOWN_OF ? '…' : `…${key.slice(-SHOWN_CHARS)}`);

const attempt = async (host: CommandHost, run: () => Promise<Outcome>): Promise<void> => {
  try {
    host.finish(await run());
  } catch (error) {
    if (error instanceof AskCancelled)
      return host.finish(fail('Interrupted. Nothing was stored.', EXIT_CODES.interrupted));
    if (!(error instanceof ProfileFileError)) throw error;
    host.finish(fail(error.message));
  }
};

const listProfiles = async ({ env }: CommandHost, isJson: boolean): Promise<Outcome> => {
  const rows = Object.entries(await readProfiles(env)).map(([name, { baseUrl, apiKey }]) => ({
    name,
    baseUrl,
    apiKey: maskKey(apiKey),
    isUsed: name === profileNameOf({}, env),
  }));
  if (isJson) return succeedWithJson(rows);
  if (rows.length === 0) return succeed('', 'No profiles.');
  const table = renderTable(
    [
      { heading: 'PROFILE', cell: ({ name, isUsed }) => (isUsed ? `${name} *` : name) },
      { heading: 'BASE URL', cell: ({ baseUrl }) => baseUrl },
      { heading: 'KEY', cell: ({ apiKey }) => apiKey },
    ],
    rows,
  );
  return succeed(table);
};

/** `login`, `logout` and `profiles`: deployments whose URL and key are stored. */
export const addProfileCommands = (program: Command, host: CommandHost): void => {
  addFleetOptions(
    program.command('login').description('store URL and key of a deployment, once it has accepted the key'),
  )
    .addHelpText(
      'after',
      `\nAsks for what is missing, the key without showing it; without a terminal the key is read from standard input:\n  ${host.command} login --base-url https://quarry.example.com < key.txt`,
    )
    .action((options: FleetOptions) => attempt(host, () => logIn(options, host)));
  program
    .command('logout')
    .description('remove a stored key')
    .option('--profile <name>', 'profile to remove (default: QUARRY_PROFILE, else default)')
    .option('--all', 'remove all profiles')
    .action((options: FleetOptions & { all?: true }) => attempt(host, () => logOut(options, host)));
  addOutputOptions(program.command('profiles').description('list the stored profiles')).action(
    (options: OutputOptions) =>
      attempt(host, async () => {
        const { isJson } = presentationOf(options, host.streams);
        return toOutputFile(await listProfiles(host, isJson), options);
      }),
  );
};
