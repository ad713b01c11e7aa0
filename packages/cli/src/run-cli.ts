import { resolve } from 'node:path';
import { Command, CommanderError } from 'commander';
import { errorBody, type ErrorCode } from '@quarry/contracts';
import { bucketOf, parseConfig } from '@quarry/config';
import { addBackupCommands } from './backup/backup-commands.js';
import { addBatchCommands } from './batch/batch-commands.js';
import type { CliHost, CommandHost } from './command-host.js';
import { doctor } from './doctor/doctor.js';
import { addOperatorCommands } from './operator/operator-commands.js';
import { addUserCommands } from './operator/user-commands.js';
import { addParseCommand } from './offline/parse-command.js';
import { offlineRequestId } from './offline/request-id.js';
import { causeOf } from './error-cause.js';
import { fail, type Outcome } from './outcome.js';
import { addOperationCommands } from './fleet/operation-commands.js';
import { addScrapeCommand } from './fleet/scrape-command.js';
import { addStopCommand } from './fleet/stop-command.js';
import { addRequestsCommands } from './requests/requests-commands.js';
import { addWebhookCommands } from './webhooks/webhook-commands.js';

const EXAMPLES: readonly (readonly [args: string, meaning: string])[] = [
  ['scrape https://example.com', 'a page as markdown'],
  ["enginea/serp --q 'coffee machine'", 'a search, as JSON'],
  ['batch submit urls.txt --follow', 'many pages, with progress'],
  ['requests list', 'what was called, and how it ended'],
  ['parse scrape/web page.html', 'a saved page, offline'],
  ['account create shop --credits 5000', 'an account, then its key:'],
  ['key create shop', ''],
  ['user create ada@example.com --account shop', 'a user of the console'],
  ['backup backups/today', 'back up store and files'],
  ['doctor', 'check the installation'],
  ['stop', 'stop the local fleet'],
];
const EXAMPLE_COLUMNS = 44;

const examplesText = (command: string): string => {
  const lines = EXAMPLES.map(
    ([args, meaning]) => `  ${command} ${meaning === '' ? args : `${args.padEnd(EXAMPLE_COLUMNS)} # ${meaning}`}`,
  );
  return `\nExamples:\n${lines.join('\n')}`;
};

const buildProgram = (host: CommandHost, write: (text: string, isError: boolean) => void): Command => {
  const program = new Command(host.command)
    .description('Scrape pages, run batches, parse saved pages, and manage accounts and keys of a Quarry deployment.')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => write(text, false),
      writeErr: (text) => write(text, true),
      outputError: (text, print) => print(text.replace(/^error: /, 'quarry: ')),
    })
    .version(host.version, '--version', 'print the version')
    .showHelpAfterError(`(see ${host.command} --help)`)
    .addHelpText('after', examplesText(host.command));
  addScrapeCommand(program, host);
  addBatchCommands(program, host);
  addRequestsCommands(program, host);
  addParseCommand(program, host);
  addWebhookCommands(program, host);
  addOperatorCommands(program, host);
  addUserCommands(program, host);
  addBackupCommands(program, host);
  addStopCommand(program, host);
  program
    .command('doctor')
    .description('check Node, configuration, data folder, store, Redis, Chromium and the running fleet')
    .option('--json', 'the findings as JSON')
    .action(async (options: { json?: true }) => {
      host.finish(await doctor(host, { isJson: options.json === true }));
    });
  addOperationCommands(program, host);
  return program;
};

/** `parse` always prints one JSON document on standard output; exit code 1 if it is an error. */
const withDocument = (argv: readonly string[], outcome: Outcome, code: ErrorCode): Outcome => {
  if (argv[0] !== 'parse') return outcome;
  const message = outcome.err.split('\n', 1)[0]?.replace(/^quarry: /, '');
  const body = errorBody(offlineRequestId(argv), code, { message });
  return { ...outcome, exitCode: 1, out: `${JSON.stringify(body, null, 2)}\n` };
};

/** Runs one command line and returns its outcome. Never rejects. */
export const runCli = async (
  argv: readonly string[],
  { env, command, version, nodeVersion, rootDir, streams }: CliHost,
): Promise<Outcome> => {
  let outcome: Outcome = { exitCode: 0, out: '', err: '' };
  const printed = { out: '', err: '' };
  const host: CommandHost = {
    env,
    command,
    version,
    nodeVersion,
    rootDir,
    streams,
    finish: (left) => {
      outcome = left;
    },
    withConfig: async (run) => {
      const parsed = parseConfig(['common', 'parts', 'client', 'console'], env);
      if (!parsed.ok) {
        outcome = fail(parsed.problems.join('\nquarry: '));
        return;
      }
      const { common, parts, client, console: ofConsole } = parsed.config;
      outcome = await run({
        dataDir: resolve(rootDir, common.dataDir),
        mongodbUri: parts.mongodbUri?.reveal(),
        bucket: bucketOf(parts),
        secret: common.secret?.reveal(),
        client,
        consoleUrl: ofConsole.url,
      });
    },
  };
  const program = buildProgram(host, (text, isError) => {
    printed[isError ? 'err' : 'out'] += text;
  });
  try {
    await program.parseAsync(argv, { from: 'user' });
    return outcome;
  } catch (error) {
    if (!(error instanceof CommanderError)) return withDocument(argv, fail(causeOf(error)), 'internal_error');
    if (error.exitCode === 0) return { exitCode: 0, ...printed };
    return withDocument(argv, { exitCode: 2, ...printed }, 'bad_request');
  }
};
