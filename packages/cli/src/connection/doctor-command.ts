import type { Command } from 'commander';
import type { CommandHost } from '../command-host.js';
import { outcomeOfChecks } from '../doctor/check.js';
import { addFleetOptions } from '../fleet/fleet-options.js';
import type { CallOptions } from '../fleet/with-fleet.js';
import { addOutputOptions, presentationOf, toOutputFile } from '../output/presentation.js';
import { checkConnection } from './check-connection.js';

/** `doctor` of the installed command line: checks the way to a deployment. */
export const addConnectionDoctor = (program: Command, host: CommandHost): void => {
  const command = program
    .command('doctor')
    .description('check URL, key, version, clock and webhooks of the deployment');
  addFleetOptions(addOutputOptions(command)).action(async (options: CallOptions) => {
    const results = await checkConnection(host, await host.findFleet(options), Date.now);
    const { isJson } = presentationOf(options, host.streams);
    host.finish(await toOutputFile(outcomeOfChecks(results, isJson), options));
  });
};
