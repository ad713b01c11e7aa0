import { InvalidArgumentError, Option, type Command } from 'commander';
import { ERROR_CODES, OPERATIONS } from '@quarry/contracts';
import type { CommandHost } from '../command-host.js';
import { withValues } from '../completion/option-values.js';
import { callOperation } from '../fleet/call-operation.js';
import { addFleetOptions, type FleetOptions } from '../fleet/fleet-options.js';
import { withFleet, type CallOptions } from '../fleet/with-fleet.js';
import { addOutputOptions } from '../output/presentation.js';
import { readParams, type ParamsOption } from '../params-option.js';
import { download } from './download.js';
import { listRequests, showRequest } from './requests.js';

interface ListOptions extends CallOptions {
  readonly operation?: string;
  readonly status?: string;
  readonly error?: string;
  readonly host?: string;
  readonly key?: string;
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

const addReparse = (requests: Command, host: CommandHost): void => {
  addFleetOptions(
    addOutputOptions(
      requests
        .command('reparse')
        .description('read what a call has stored with today’s code, free of charge')
        .argument('<id>', 'id of the call', readId)
        .option('--params <json>', 'how to read it, as a JSON object, such as {"outputFormat": ["text"]}', readParams),
    ),
  ).action((id: string, { params, ...options }: CallOptions & { readonly params?: ParamsOption }) =>
    withFleet(host, options, (fleet, presentation) => {
      const call = { method: 'POST', path: `/requests/${encodeURIComponent(id)}/reparse` } as const;
      return callOperation(
        fleet,
        params === undefined ? call : { ...call, body: JSON.stringify(params) },
        presentation,
      );
    }),
  );
};

const addDownload = (requests: Command, host: CommandHost): void => {
  addFleetOptions(
    requests
      .command('download')
      .description('write a file that a call has stored, such as its html, screenshot or pdf')
      .argument('<link>', 'the link in the response')
      .requiredOption('-o, --output <file>', 'file to write'),
  ).action((link: string, { output, ...options }: FleetOptions & { readonly output: string }) =>
    withFleet(host, options, (fleet) => download(fleet, { link, file: output })),
  );
};

/** `requests`: the request log of the account, and what its calls have stored. */
export const addRequestsCommands = (program: Command, host: CommandHost): void => {
  const requests = program
    .command('requests')
    .description('the request log: list calls, show one, read what it has stored');
  const list = requests
    .command('list')
    .description('list the calls of the account, newest first')
    .addOption(
      withValues(
        new Option('--operation <id>', 'only of this operation, such as scrape/web'),
        OPERATIONS.map(({ id }) => id),
      ),
    )
    .addOption(
      withValues(new Option('--status <status>', 'only with this status: pending, ok or error'), [
        'pending',
        'ok',
        'error',
      ]),
    )
    .addOption(
      withValues(new Option('--error <code>', 'only with this error code, such as target_blocked'), ERROR_CODES),
    )
    .option('--host <host>', 'only of this target')
    .option('--key <id>', 'only made with this key: its id, or console')
    .option('--since <time>', 'only from this time on, such as 2026-03-01T10:00:00Z')
    .option('--until <time>', 'only before this time')
    .option('--batch <job>', 'only of this batch')
    .option('--limit <n>', 'calls per page')
    .option('--cursor <cursor>', 'cursor of the next page');
  addFleetOptions(addOutputOptions(list)).action(
    ({ operation, status, error, host: target, key, since, until, batch, limit, cursor, ...options }: ListOptions) => {
      const filters = { operation, status, error, host: target, key, since, until, batch, limit, cursor };
      return withFleet(host, options, (fleet, presentation) => listRequests(fleet, filters, presentation));
    },
  );
  addFleetOptions(
    addOutputOptions(
      requests
        .command('show')
        .description('show one call: parameters, verdict, timings, credits, links')
        .argument('<id>', 'id of the call, from its x-request-id header or from requests list', readId),
    ),
  ).action((id: string, options: CallOptions) =>
    withFleet(host, options, (fleet, { isJson }) => showRequest(fleet, { id, isJson })),
  );
  addReparse(requests, host);
  addDownload(requests, host);
};
