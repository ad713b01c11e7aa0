import type { CliHost } from './command-host.js';
import { CLIENT_EXAMPLES, addClientCommands } from './client-commands.js';
import { addConnectionDoctor } from './connection/doctor-command.js';
import { findFleet } from './fleet/find-fleet.js';
import type { Outcome } from './outcome.js';
import { runProgram } from './program.js';

const DESCRIPTION = 'Scrape pages, search and run batches on a Quarry deployment.';

/** The installed command line, which knows deployments by their URL alone. Never rejects. */
export const runClient = async (argv: readonly string[], host: CliHost): Promise<Outcome> => {
  const { env, command } = host;
  const advice = `No deployment is known. Log in with: ${command} login --base-url <url>, or set QUARRY_URL and QUARRY_API_KEY.`;
  const { exitCode, out, err } = await runProgram(argv, host, {
    description: DESCRIPTION,
    examples: [
      ['login --base-url https://quarry.example.com', 'store URL and key'],
      ...CLIENT_EXAMPLES,
      ['usage --by operation', 'credits left, and what they were spent on'],
      ['completion bash', 'completion for a shell'],
    ],
    findFleet: (options) => findFleet(options, { env, local: null, advice, command }),
    addCommands: (program, commandHost) => {
      addClientCommands(program, commandHost, (parent) => addConnectionDoctor(parent, commandHost));
    },
  });
  return { exitCode, out, err };
};
