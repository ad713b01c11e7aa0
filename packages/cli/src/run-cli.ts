import { resolve } from 'node:path';
import { Command, CommanderError } from 'commander';
import { errorBody, type ErrorCode } from '@quarry/contracts';
import { bucketOf, parseConfig } from '@quarry/config';
import { addBackupCommands } from './backup/backup-commands.js';
import { addBatchCommands } from './batch/batch-commands.js';
import type { CliHost, CommandHost } from './command-host.js';
import { doctor } from './doctor/doctor.js';
import { addOperatorCommands } from './operator/operator-commands.js';
import { addParseCommand } from './offline/parse-command.js';
import { offlineRequestId } from './offline/request-id.js';
import { causeOf } from './error-cause.js';
import { fail, type Outcome } from './outcome.js';
import { addScrapeCommand } from './fleet/scrape-command.js';
import { addWebhookCommands } from './webhooks/webhook-commands.js';

const EXAMPLES = `
Examples:
  quarry scrape https://example.com                 a page as markdown
  quarry batch submit urls.txt --follow             thousands of pages, with progress
  quarry parse scrape/web page.html                 a saved page, offline
  quarry account create shop --credits 5000         an account, then its key:
  quarry key create shop
  quarry backup /backup/today                       store and files, to restore
  quarry doctor                                     is everything there?`;

const buildProgram = (host: CommandHost, write: (text: string, isError: boolean) => void): Command => {
  const program = new Command('quarry')
    .description(
      'Scrape pages, one or thousands, parse saved ones, look after accounts and keys of a Quarry deployment.',
    )
    .exitOverride()
    .configureOutput({
      writeOut: (text) => write(text, false),
      writeErr: (text) => write(text, true),
      outputError: (text, print) => print(text.replace(/^error: /, 'quarry: ')),
    })
    .showHelpAfterError('(see quarry --help)')
    .addHelpText('after', EXAMPLES);
  addScrapeCommand(program, host);
  addBatchCommands(program, host);
  addParseCommand(program, host);
  addWebhookCommands(program, host);
  addOperatorCommands(program, host);
  addBackupCommands(program, host);
  program
    .command('doctor')
    .description('check Node, configuration, data folder, store, Redis, Chromium and the running fleet')
    .option('--json', 'the findings as JSON')
    .action(async (options: { json?: true }) => {
      host.finish(await doctor(host, { isJson: options.json === true }));
    });
  return program;
};

/** `parse` promises one JSON document on standard output, whatever happens, and exit code 1 where it is an error. */
const withDocument = (argv: readonly string[], outcome: Outcome, code: ErrorCode): Outcome => {
  if (argv[0] !== 'parse') return outcome;
  const message = outcome.err.split('\n', 1)[0]?.replace(/^quarry: /, '');
  const body = errorBody(offlineRequestId(argv), code, { message });
  return { ...outcome, exitCode: 1, out: `${JSON.stringify(body, null, 2)}\n` };
};

/** Runs one command line and returns what it leaves. Never rejects. */
export const runCli = async (
  argv: readonly string[],
  { env, nodeVersion, rootDir, streams }: CliHost,
): Promise<Outcome> => {
  let outcome: Outcome = { exitCode: 0, out: '', err: '' };
  const printed = { out: '', err: '' };
  const host: CommandHost = {
    env,
    nodeVersion,
    rootDir,
    streams,
    finish: (left) => {
      outcome = left;
    },
    withConfig: async (run) => {
      const parsed = parseConfig(['common', 'parts', 'client'], env);
      if (!parsed.ok) {
        outcome = fail(parsed.problems.join('\nquarry: '));
        return;
      }
      const { common, parts, client } = parsed.config;
      outcome = await run({
        dataDir: resolve(rootDir, common.dataDir),
        mongodbUri: parts.mongodbUri?.reveal(),
        bucket: bucketOf(parts),
        secret: common.secret?.reveal(),
        client,
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
