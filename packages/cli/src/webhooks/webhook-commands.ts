import { InvalidArgumentError, Option, type Command } from 'commander';
import { DELIVERY_STATES } from '@quarry/contracts';
import type { CommandHost } from '../command-host.js';
import { withValues } from '../completion/option-values.js';
import { addFleetOptions } from '../fleet/fleet-options.js';
import { withFleet, type CallOptions } from '../fleet/with-fleet.js';
import { addOutputOptions } from '../output/presentation.js';
import { listDeliveries, redeliver, showSecret } from './deliveries.js';
import { verify } from './verify.js';

/** Maximum deliveries per page. */
const MAX_LIMIT = 100;

interface VerifyOptions {
  readonly id: string;
  readonly timestamp: string;
  readonly signature: string;
  readonly secret: string;
  readonly ignoreAge?: true;
  readonly json?: true;
}

interface ListOptions extends CallOptions {
  readonly job?: string;
  readonly state?: string;
  readonly limit?: number;
  readonly cursor?: string;
}

const readState = (value: string): string => {
  if (DELIVERY_STATES.some((state) => state === value)) return value;
  throw new InvalidArgumentError(`Choose from ${DELIVERY_STATES.join(', ')}.`);
};

const readLimit = (value: string): number => {
  const limit = /^\d{1,3}$/.test(value) ? Number(value) : 0;
  if (limit >= 1 && limit <= MAX_LIMIT) return limit;
  throw new InvalidArgumentError(`Must be an integer from 1 to ${MAX_LIMIT}.`);
};

const addVerify = (webhook: Command, host: CommandHost): void => {
  webhook
    .command('verify')
    .description('verify a received webhook offline')
    .argument('<body>', 'file with the received body; - reads standard input')
    .requiredOption('--secret <whsec>', 'the secret of the account')
    .requiredOption('--id <id>', 'header webhook-id')
    .requiredOption('--timestamp <seconds>', 'header webhook-timestamp')
    .requiredOption('--signature <signature>', 'header webhook-signature')
    .option('--ignore-age', 'check the signature alone, whatever its age')
    .option('--json', 'the verdict as JSON')
    .action(async (file: string, { ignoreAge, json, ...given }: VerifyOptions) => {
      const input = { ...given, file, isAgeIgnored: ignoreAge === true, isJson: json === true, nowMs: Date.now() };
      host.finish(await verify(input, host.streams.input));
    });
};

/** `quarry webhook ...`: lists and resends deliveries, and verifies received ones. */
export const addWebhookCommands = (program: Command, host: CommandHost): void => {
  const webhook = program.command('webhook').description('verify, list and resend webhooks');
  addVerify(webhook, host);
  const list = webhook
    .command('list')
    .description('list deliveries, newest first')
    .option('--job <id>', 'only of this batch')
    .addOption(
      withValues(
        new Option('--state <state>', `only in this state: ${DELIVERY_STATES.join(', ')}`),
        DELIVERY_STATES,
      ).argParser(readState),
    )
    .option('--limit <n>', 'deliveries per page', readLimit)
    .option('--cursor <cursor>', 'cursor of the next page');
  addFleetOptions(addOutputOptions(list)).action(({ job, state, limit, cursor, ...options }: ListOptions) =>
    withFleet(host, options, (fleet, { isJson }) => listDeliveries(fleet, { job, state, limit, cursor, isJson })),
  );
  addFleetOptions(
    addOutputOptions(
      webhook
        .command('redeliver')
        .description('send one again, with a full set of attempts')
        .argument('<id>', 'id of the delivery, from webhook list'),
    ),
  ).action((id: string, options: CallOptions) =>
    withFleet(host, options, (fleet, { isJson }) => redeliver(fleet, { id, isJson })),
  );
  addFleetOptions(webhook.command('secret').description("print the signing secret of the account's webhooks"))
    .option('--json', 'print the secrets as JSON')
    .action((options: CallOptions) =>
      // A script reads the bare secret from a pipe.
      withFleet(host, options, (fleet) => showSecret(fleet, { isJson: options.json === true })),
    );
};
