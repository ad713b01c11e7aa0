import { resolve } from 'node:path';
import type { Command } from 'commander';
import { errorBody, type ErrorCode } from '@quarry/contracts';
import { bucketOf, parseConfig } from '@quarry/config';
import { addBackupCommands } from './backup/backup-commands.js';
import { CLIENT_EXAMPLES, addClientCommands } from './client-commands.js';
import type { CliHost } from './command-host.js';
import { addDoctorCommand } from './doctor/doctor-command.js';
import { EXIT_CODES } from './exit-codes.js';
import { readDemoFile } from './fleet/demo-file.js';
import { findFleet, type FoundFleet } from './fleet/find-fleet.js';
import type { FleetOptions } from './fleet/fleet-options.js';
import { addStopCommand } from './fleet/stop-command.js';
import { addParseCommand } from './offline/parse-command.js';
import { offlineRequestId } from './offline/request-id.js';
import { addOperatorCommands } from './operator/operator-commands.js';
import type { OperatorHost, OperatorSettings } from './operator/operator-host.js';
import { addUserCommands } from './operator/user-commands.js';
import { fail, type Outcome } from './outcome.js';
import { runProgram, type Example } from './program.js';

const DESCRIPTION =
  'Scrape pages, run batches, parse saved pages, and manage accounts and keys of a Quarry deployment.';

const EXAMPLES: readonly Example[] = [
  ...CLIENT_EXAMPLES,
  ['parse scrape/web page.html', 'a saved page, offline'],
  ['account create shop --credits 5000', 'an account, then its key:'],
  ['key create shop', ''],
  ['user create ada@example.com --account shop', 'a user of the console'],
  ['backup backups/today', 'back up store and files'],
  ['doctor', 'check the installation'],
  ['stop', 'stop the local fleet'],
];

export interface OperatorCliHost extends CliHost {
  /** The project's folder; relative data folders are relative to it. */
  readonly rootDir: string;
}

type Settings =
  | { readonly ok: true; readonly settings: OperatorSettings }
  | { readonly ok: false; readonly message: string };

const readSettings = ({ env, rootDir }: OperatorCliHost): Settings => {
  const parsed = parseConfig(['common', 'parts', 'client', 'console'], env);
  if (!parsed.ok) return { ok: false, message: parsed.problems.join('\nquarry: ') };
  const { common, parts, console: ofConsole } = parsed.config;
  return {
    ok: true,
    settings: {
      dataDir: resolve(rootDir, common.dataDir),
      mongodbUri: parts.mongodbUri?.reveal(),
      bucket: bucketOf(parts),
      secret: common.secret?.reveal(),
      consoleUrl: ofConsole.url,
    },
  };
};

/** The fleet that is named, or else the one that runs on the data folder. */
const findAnyFleet = async (options: FleetOptions, host: OperatorCliHost): Promise<FoundFleet> => {
  const read = readSettings(host);
  if (!read.ok) return { ok: false, message: read.message, exitCode: EXIT_CODES.invalid };
  const { env, command } = host;
  const advice = 'No fleet is running here. Start one with npm start, or set QUARRY_URL and QUARRY_API_KEY.';
  return findFleet(options, { env, local: await readDemoFile(read.settings.dataDir), advice, command });
};

const addOperatorOnly = (program: Command, host: OperatorHost): void => {
  addParseCommand(program, host);
  addOperatorCommands(program, host);
  addUserCommands(program, host);
  addBackupCommands(program, host);
  addStopCommand(program, host);
  addDoctorCommand(program, host);
};

/** `parse` always prints one JSON document on standard output; exit code 1 if it is an error. */
const withDocument = (argv: readonly string[], outcome: Outcome, code: ErrorCode): Outcome => {
  if (argv[0] !== 'parse') return outcome;
  const message = outcome.err.split('\n', 1)[0]?.replace(/^quarry: /, '');
  const body = errorBody(offlineRequestId(argv), code, { message });
  return { ...outcome, exitCode: 1, out: `${JSON.stringify(body, null, 2)}\n` };
};

/** The project's own command line: that of everyone, and the commands of operators. Never rejects. */
export const runCli = async (argv: readonly string[], host: OperatorCliHost): Promise<Outcome> => {
  const { isUsage, isBroken, ...outcome } = await runProgram(argv, host, {
    description: DESCRIPTION,
    examples: EXAMPLES,
    findFleet: (options) => findAnyFleet(options, host),
    addCommands: (program, commandHost) => {
      const operatorHost: OperatorHost = {
        ...commandHost,
        rootDir: host.rootDir,
        withConfig: async (run) => {
          const read = readSettings(host);
          commandHost.finish(read.ok ? await run(read.settings) : fail(read.message));
        },
      };
      addClientCommands(program, commandHost, (parent) => addOperatorOnly(parent, operatorHost));
    },
  });
  if (isBroken) return withDocument(argv, outcome, 'internal_error');
  return isUsage ? withDocument(argv, outcome, 'bad_request') : outcome;
};
