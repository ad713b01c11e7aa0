import { InvalidArgumentError, type Command } from 'commander';
import { SESSION_NAME } from '@quarry/contracts';
import type { CommandHost } from '../command-host.js';
import { addFleetOptions } from '../fleet/fleet-options.js';
import { withFleet, type CallOptions } from '../fleet/with-fleet.js';
import { addOutputOptions } from '../output/presentation.js';
import { deleteSession, listSessions, showSession } from './sessions.js';

const readName = (value: string): string => {
  if (SESSION_NAME.test(value)) return value;
  throw new InvalidArgumentError('Use a name of sessions list.');
};

/** `sessions`: what the account's calls with a session share. */
export const addSessionCommands = (program: Command, host: CommandHost): void => {
  const sessions = program.command('sessions').description('the sessions of the account: list, show, delete');
  addFleetOptions(
    addOutputOptions(sessions.command('list').description('list them, newest first, without values of cookies')),
  ).action((options: CallOptions) => withFleet(host, options, (fleet, { isJson }) => listSessions(fleet, { isJson })));
  const ofOne = (verb: string, description: string): Command =>
    addFleetOptions(
      addOutputOptions(
        sessions.command(verb).description(description).argument('<name>', 'name of the session', readName),
      ),
    );
  ofOne('show', 'show one').action((name: string, options: CallOptions) =>
    withFleet(host, options, (fleet, { isJson }) => showSession(fleet, { name, isJson })),
  );
  ofOne('delete', 'delete one with its cookies').action((name: string, options: CallOptions) =>
    withFleet(host, options, (fleet, { isJson }) => deleteSession(fleet, { name, isJson })),
  );
};
