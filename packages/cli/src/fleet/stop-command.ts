import type { Command } from 'commander';
import type { OperatorHost } from '../operator/operator-host.js';
import { stopFleet } from './stop.js';

export const addStopCommand = (program: Command, host: OperatorHost): void => {
  program
    .command('stop')
    .description('stop the local fleet of this data folder, and wait until it has ended')
    .action(() => host.withConfig(({ dataDir }) => stopFleet(dataDir)));
};
