import { InvalidArgumentError, Option, type Command } from 'commander';
import { readEmail, ROLES, type LinkPurpose, type Role } from '@quarry/people';
import type { OperatorHost } from './operator-host.js';
import type { Outcome } from '../outcome.js';
import { readDemoFile } from '../fleet/demo-file.js';
import { createUser, createUserLink, listUsers, type UserOptions } from './user.js';

const PURPOSES: readonly LinkPurpose[] = ['sign-in', 'reset'];
const MAX_NAME_LENGTH = 200;

const parseEmail = (value: string): string => {
  const email = readEmail(value);
  if (email !== null) return email;
  throw new InvalidArgumentError('Must be an e-mail address.');
};

const readName = (value: string): string => {
  const name = value.trim();
  if (name.length >= 1 && name.length <= MAX_NAME_LENGTH && !/\p{Cc}/u.test(name)) return name;
  throw new InvalidArgumentError(`Must be 1 to ${MAX_NAME_LENGTH} characters.`);
};

interface JsonOption {
  readonly json?: true;
}

type Perform = (options: JsonOption, run: (options: UserOptions) => Promise<Outcome>) => Promise<void>;

/** The local fleet writes down where its console is; elsewhere the setting says it. */
const performWith =
  (host: OperatorHost): Perform =>
  (options, run) =>
    host.withConfig(async ({ dataDir, mongodbUri, consoleUrl }) => {
      const isToldWhere = Boolean(host.env['CONSOLE_URL']);
      const demo = isToldWhere ? null : await readDemoFile(dataDir);
      return run({
        ...{ dataDir, mongodbUri, isJson: options.json === true, command: host.command },
        consoleUrl: demo?.consoleUrl ?? consoleUrl,
      });
    });

/** `user`, which accesses the store directly, whether the fleet runs or not. */
export const addUserCommands = (program: Command, host: OperatorHost): void => {
  const perform = performWith(host);
  const user = program.command('user').description('create and list users of the console, and make one-time links');
  user
    .command('create')
    .description('create a user and a member of an account; a user may be a member of several')
    .argument('<email>', 'e-mail address', parseEmail)
    .requiredOption('--account <account>', 'id or name')
    .addOption(new Option('--role <role>', 'what the member may do').choices(ROLES).default('owner'))
    .option('--name <name>', 'name that others see; the address when left out', readName)
    .option('--operator', 'may see and fund all accounts')
    .option('--json', 'the user as JSON')
    .action((email: string, options: JsonOption & { account: string; role: Role; name?: string; operator?: true }) =>
      perform(options, (operator) =>
        createUser(operator, {
          ...{ email, account: options.account, role: options.role },
          name: options.name ?? email,
          isOperator: options.operator === true,
        }),
      ),
    );
  user
    .command('link')
    .description('make a link that signs a user in, or sets a password, once')
    .argument('<email>', 'e-mail address', parseEmail)
    .addOption(new Option('--purpose <purpose>', 'what the link does').choices(PURPOSES).default('sign-in'))
    .option('--json', 'the link as JSON')
    .action((email: string, options: JsonOption & { purpose: LinkPurpose }) =>
      perform(options, (operator) => createUserLink(operator, { email, purpose: options.purpose })),
    );
  user
    .command('list')
    .description('list the users of an account, or of all')
    .option('--account <account>', 'id or name')
    .option('--json', 'the users as JSON')
    .action((options: JsonOption & { account?: string }) =>
      perform(options, (operator) => listUsers(operator, options.account)),
    );
};
