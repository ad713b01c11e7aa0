import { InvalidArgumentError, type Command } from 'commander';
import type { CommandHost } from '../command-host.js';
import { addFleetOptions, findFleet, type Fleet, type FleetOptions } from '../fleet/fleet-options.js';
import { fail, type Outcome } from '../outcome.js';
import { listRequests, showRequest } from './requests.js';

interface JsonOption extends FleetOptions {
  readonly json?: true;
}

interface ListOptions extends JsonOption {
  readonly operation?: string;
  readonly status?: string;
  readonly error?: string;
  readonly host?: string;
  readonly since?: string;
  readonly until?: string;
  readonly batch?: string;
  readonly limit?: string;
  readonly cursor?: string;
}

const readId = (value: string): string => {
  if (/^[\w-]{1,64}$/.test(value)) return value;
  throw new InvalidArgumentError('Use the id of the x-request-id header or of requests list.');
};

/** `requests list` and `requests show`: the request log of the account. */
export const addRequestsCommands = (program: Command, host: CommandHost): void => {
  const requests = program.command('requests').description('the request log: list calls and show one');
  const perform = (options: FleetOptions, run: (fleet: Fleet) => Promise<Outcome>): Promise<void> =>
    host.withConfig(async (settings) => {
      const found = await findFleet(options, settings);
      return found.ok ? run(found.fleet) : fail(found.message);
    });
  const list = requests
    .command('list')
    .description('list the calls of the account, newest first')
    .option('--operation <id>', 'only of this operation, such as scrape/web')
    .option('--status <status>', 'only with this status: pending, ok or error')
    .option('--error <code>', 'only with this error code, such as target_blocked')
    .option('--host <host>', 'only of this target')
    .option('--since <time>', 'only from this time on, such as 2026-03-01T10:00:00Z')
    .option('--until <time>', 'only before this time')
    .option('--batch <job>', 'only of this batch')
    .option('--limit <n>', 'calls per page')
    .option('--cursor <cursor>', 'cursor of the next page');
  addFleetOptions(list)
    .option('--json', 'the page as JSON')
    .action(
      ({ operation, status, error, host: target, since, until, batch, limit, cursor, ...options }: ListOptions) => {
        const filters = { operation, status, error, host: target, since, until, batch, limit, cursor };
        return perform(options, (fleet) => listRequests(fleet, filters, { isJson: options.json === true }));
      },
    );
  addFleetOptions(
    requests
      .command('show')
      .description('show one call: parameters, verdict, timings, credits, links')
      .argument('<id>', 'id of the call, from its x-request-id header or from requests list', readId),
  )
    .option('--json', 'the call as JSON')
    .action((id: string, options: JsonOption) =>
      perform(options, (fleet) => showRequest(fleet, { id, isJson: options.json === true })),
    );
};
