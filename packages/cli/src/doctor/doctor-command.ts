import type { Command } from 'commander';
import type { OperatorHost } from '../operator/operator-host.js';
import { doctor } from './doctor.js';

/** `doctor` of the project: checks the machine that runs a fleet. */
export const addDoctorCommand = (program: Command, host: OperatorHost): void => {
  program
    .command('doctor')
    .description('check Node, configuration, data folder, store, Redis, Chromium and the running fleet')
    .option('--json', 'print the findings as JSON')
    .action(async (options: { json?: true }) => {
      host.finish(await doctor(host, { isJson: options.json === true }));
    });
};
