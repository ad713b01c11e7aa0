import { InvalidArgumentError, type Command } from 'commander';
import { DELIVERY_STATES } from '@quarry/contracts';
import type { CommandHost } from '../command-host.js';
import { addFleetOptions, findFleet, type Fleet, type FleetOptions } from '../fleet/fleet-options.js';
import { fail, type Outcome } from '../outcome.js';
import { listDeliveries, redeliver, showSecret } from './deliveries.js';
import { verify } from './verify.js';

/** Most deliveries of one page. */
const MAX_LIMIT = 100;

interface JsonOption extends FleetOptions {
  readonly json?: true;
}

interface VerifyOptions {
  readonly id: string;
  readonly timestamp: string;
  readonly signature: string;
  readonly secret: string;
  readonly ignoreAge?: true;
  readonly json?: true;
}

interface ListOptions extends JsonOption {
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
  throw new InvalidArgumentError(`Write a whole number from 1 to ${MAX_LIMIT}.`);
};

const addVerify = (webhook: Command, host: CommandHost): void => {
  webhook
    .command('verify')
    .description('judge a webhook that was received, without asking anybody')
    .argument('<body>', 'file with the body as it came; - reads standard input')
    .requiredOption('--secret <whsec>', 'the secret of the account')
    .requiredOption('--id <id>', 'header webhook-id')
    .requiredOption('--timestamp <seconds>', 'header webhook-timestamp')
    .requiredOption('--signature <signature>', 'header webhook-signature')
    .option('--ignore-age', 'judge the signature alone, however old it is')
    .option('--json', 'the verdict as JSON')
    .action(async (file: string, { ignoreAge, json, ...given }: VerifyOptions) => {
      const input = { ...given, file, isAgeIgnored: ignoreAge === true, isJson: json === true, nowMs: Date.now() };
      host.finish(await verify(input, host.streams.input));
    });
};

/** `quarry webhook ...`: what was sent and what became of it, and whether what came is genuine. */
export const addWebhookCommands = (program: Command, host: CommandHost): void => {
  const webhook = program.command('webhook').description('verify webhooks, list them, send them again');
  const perform = (options: FleetOptions, run: (fleet: Fleet) => Promise<Outcome>): Promise<void> =>
    host.withConfig(async (settings) => {
      const found = await findFleet(options, settings);
      return found.ok ? run(found.fleet) : fail(found.message);
    });
  addVerify(webhook, host);
  const list = webhook
    .command('list')
    .description('what was sent and what became of it, newest first')
    .option('--job <id>', 'only of this batch')
    .option('--state <state>', `only in this state: ${DELIVERY_STATES.join(', ')}`, readState)
    .option('--limit <n>', 'how many', readLimit)
    .option('--cursor <cursor>', 'go on after a page');
  addFleetOptions(list)
    .option('--json', 'the page as JSON')
    .action((options: ListOptions) => {
      const { job, state, limit, cursor } = options;
      const given = Object.entries({ job, state, limit, cursor }).filter(([, value]) => value !== undefined);
      return perform(options, (fleet) =>
        listDeliveries(fleet, { ...Object.fromEntries(given), isJson: options.json === true }),
      );
    });
  addFleetOptions(
    webhook
      .command('redeliver')
      .description('send one again, with all its tries before it')
      .argument('<id>', 'id of the delivery, as webhook list shows it'),
  )
    .option('--json', 'the delivery as JSON')
    .action((id: string, options: JsonOption) =>
      perform(options, (fleet) => redeliver(fleet, { id, isJson: options.json === true })),
    );
  addFleetOptions(webhook.command('secret').description("what the account's webhooks are signed with"))
    .option('--json', 'the secrets as JSON')
    .action((options: JsonOption) => perform(options, (fleet) => showSecret(fleet, { isJson: options.json === true })));
};
