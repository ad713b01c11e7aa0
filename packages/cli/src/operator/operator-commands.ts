import { InvalidArgumentError, type Command } from 'commander';
import type { Outcome } from '../outcome.js';
import type { OperatorHost } from './operator-host.js';
import { createAccount, grantCredits, listAccounts, setAccountDisabled, type OperatorOptions } from './account.js';
import { wholeNumber } from './whole-number.js';
import { createKey, limitKey, listKeys, revokeKey } from './key.js';
import { addLimitOptions, limitsOf, type LimitOptions } from './key-limit-options.js';

export const MAX_CREDITS = 1_000_000_000_000;
export const MAX_PERIOD_DAYS = 3_650;
export const MAX_CONCURRENCY = 10_000;
export const MAX_NAME_LENGTH = 200;

const readName = (value: string): string => {
  const name = value.trim();
  if (name.length >= 1 && name.length <= MAX_NAME_LENGTH && !/\p{Cc}/u.test(name)) return name;
  throw new InvalidArgumentError(`Must be 1 to ${MAX_NAME_LENGTH} characters.`);
};

const readGrantId = (value: string): string => {
  if (/^[\w-]{1,64}$/.test(value)) return value;
  throw new InvalidArgumentError('Must be 1 to 64 letters, digits, _ or -.');
};

interface JsonOption {
  readonly json?: true;
}

type Run = (operator: OperatorOptions) => Promise<Outcome>;
type Perform = (options: JsonOption, run: Run) => Promise<void>;

const addAccountCommands = (program: Command, perform: Perform): void => {
  const account = program.command('account').description('create, fund, list, disable and enable accounts');
  account
    .command('create')
    .description('create an account with credits')
    .argument('<name>', 'name, unique on this deployment', readName)
    .option('--credits <n>', 'credits per period', wholeNumber(0, MAX_CREDITS), 1000)
    .option('--period-days <n>', 'length of a period', wholeNumber(1, MAX_PERIOD_DAYS), 30)
    .option('--no-renew', 'no new credits when the period ends')
    .option('--concurrency <n>', 'maximum concurrent requests', wholeNumber(1, MAX_CONCURRENCY), 1)
    .option('--json', 'the account as JSON')
    .action(
      (
        name: string,
        options: JsonOption & { credits: number; periodDays: number; renew: boolean; concurrency: number },
      ) =>
        perform(options, (operator) =>
          createAccount(operator, {
            name,
            credits: options.credits,
            periodDays: options.periodDays,
            isRenewed: options.renew,
            concurrency: options.concurrency,
          }),
        ),
    );
  account
    .command('grant')
    .description('add credits to the current period')
    .argument('<account>', 'id or name')
    .argument('<credits>', 'number of credits', wholeNumber(1, MAX_CREDITS))
    .option('--id <grant>', 'id of this grant; the same id is never granted twice', readGrantId)
    .option('--json', 'the account as JSON')
    .action((reference: string, credits: number, options: JsonOption & { id?: string }) =>
      perform(options, (operator) => grantCredits(operator, { account: reference, credits, grantId: options.id })),
    );
  account
    .command('list')
    .description('list accounts and their balances')
    .option('--json', 'the accounts as JSON')
    .action((options: JsonOption) => perform(options, listAccounts));
  for (const isDisabled of [true, false]) {
    account
      .command(isDisabled ? 'disable' : 'enable')
      .description(
        isDisabled ? 'reject all keys of an account and stop its batches' : 'accept the keys of an account again',
      )
      .argument('<account>', 'id or name')
      .option('--json', 'the account as JSON')
      .action((reference: string, options: JsonOption) =>
        perform(options, (operator) => setAccountDisabled(operator, { account: reference, isDisabled })),
      );
  }
};

const addKeyCommands = (program: Command, perform: Perform): void => {
  const key = program.command('key').description('create, limit, revoke and list API keys');
  addLimitOptions(
    key
      .command('create')
      .description('create a key; it is shown only once')
      .argument('<account>', 'id or name')
      .option('--name <name>', 'what the key is for', readName, 'default'),
  )
    .option('--json', 'the key as JSON')
    .action((reference: string, options: JsonOption & LimitOptions & { name: string }) =>
      perform(options, (operator) =>
        createKey(operator, { account: reference, name: options.name, limits: limitsOf(options) }),
      ),
    );
  addLimitOptions(
    key
      .command('limit')
      .description('replace all limits of a key; without options it has none')
      .argument('<key-id>', 'id of the key, from key list'),
  )
    .option('--json', 'the key as JSON')
    .action((keyId: string, options: JsonOption & LimitOptions) =>
      perform(options, (operator) => limitKey(operator, keyId, limitsOf(options))),
    );
  key
    .command('revoke')
    .description('revoke a key')
    .argument('<key-id>', 'id of the key, from key list')
    .option('--json', 'the result as JSON')
    .action((keyId: string, options: JsonOption) => perform(options, (operator) => revokeKey(operator, keyId)));
  key
    .command('list')
    .description('list the keys of an account')
    .argument('<account>', 'id or name')
    .option('--json', 'the keys as JSON')
    .action((reference: string, options: JsonOption) => perform(options, (operator) => listKeys(operator, reference)));
};

/** `account` and `key`, which access the store directly, whether the fleet runs or not. */
export const addOperatorCommands = (program: Command, host: OperatorHost): void => {
  const perform: Perform = (options, run) =>
    host.withConfig(({ dataDir, mongodbUri }) =>
      run({ dataDir, mongodbUri, isJson: options.json === true, command: host.command }),
    );
  addAccountCommands(program, perform);
  addKeyCommands(program, perform);
};
