import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { OperatorHost } from '../operator/operator-host.js';
import type { Outcome } from '../outcome.js';
import { backUp, type Deployment } from './backup.js';
import { restore } from './restore.js';

interface BackupOptions {
  readonly withSecret?: true;
  readonly json?: true;
}

interface RestoreOptions {
  readonly force?: true;
  readonly check?: true;
  readonly json?: true;
}

/** `backup` and `restore`, which access store and files directly. */
export const addBackupCommands = (program: Command, host: OperatorHost): void => {
  const perform = (options: { json?: true }, run: (deployment: Deployment) => Promise<Outcome>): Promise<void> =>
    host.withConfig(({ dataDir, mongodbUri, bucket, secret }) =>
      run({
        dataDir,
        mongodbUri,
        s3: bucket,
        secret,
        streams: host.streams,
        command: host.command,
        isJson: options.json === true,
      }),
    );
  program
    .command('backup')
    .description(
      'copy store and files into a folder; with SQLite while the fleet runs, with MongoDB while it is stopped',
    )
    .argument('<folder>', 'an empty folder, or one to create')
    .option('--with-secret', 'include QUARRY_SECRET; whoever has the folder can then sign as you')
    .option('--json', 'the manifest as JSON')
    .action((folder: string, options: BackupOptions) =>
      perform(options, (deployment) =>
        backUp(deployment, { folder: resolve(folder), withSecret: options.withSecret === true }),
      ),
    );
  program
    .command('restore')
    .description('restore a backup into the configured store and files; stop every service first')
    .argument('<folder>', 'a folder made by backup')
    .option('--check', 'only read the backup and compare it with its manifest')
    .option('--force', 'replace existing data')
    .option('--json', 'the manifest as JSON')
    .action((folder: string, { force, check, ...options }: RestoreOptions) =>
      perform(options, (deployment) =>
        restore(deployment, { folder: resolve(folder), isForced: force === true, isCheck: check === true }),
      ),
    );
};
