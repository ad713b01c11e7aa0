#!/usr/bin/env node
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Older ones cannot load the store's native module and exit silently. */
const OLDEST_NODE = { major: 22, minor: 12 };

/** Backups, stores and results are readable by their user alone. */
const PRIVATE_UMASK = 0o077;

const isTooOld = (version: string): boolean => {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major < OLDEST_NODE.major || (major === OLDEST_NODE.major && minor < OLDEST_NODE.minor);
};

const OWN_PACKAGE = 'packages/cli/package.json';

/** Folder of the project, with this file in `dist` as bundled, or else in a folder of its package. */
const ROOT = new URL(existsSync(new URL(`../${OWN_PACKAGE}`, import.meta.url)) ? '../' : '../../../', import.meta.url);

/** Version of this package. */
const readVersion = (): string => {
  // safe because it is our own file
  const { version } = JSON.parse(readFileSync(new URL(OWN_PACKAGE, ROOT), 'utf8')) as {
    version: string;
  };
  return version;
};

const run = async (nodeVersion: string): Promise<void> => {
  // Imported here, so that its dependencies load after the check of the version.
  const { runCli } = await import('./run-cli.js');
  const { createProcessStreams } = await import('./process-streams.js');
  process.umask(PRIVATE_UMASK);
  const outcome = await runCli(process.argv.slice(2), {
    env: process.env,
    command: process.env['CLI_COMMAND'] || 'quarry',
    version: readVersion(),
    nodeVersion,
    rootDir: fileURLToPath(ROOT),
    streams: createProcessStreams(process, process.env),
  });
  process.stdout.write(outcome.out);
  process.stderr.write(outcome.err);
  process.exitCode = outcome.exitCode;
};

const { node } = process.versions;
if (isTooOld(node)) {
  const { major, minor } = OLDEST_NODE;
  process.stderr.write(
    `quarry: Node ${node} is too old; use ${major}.${minor} or newer, or run \`npm run quarry\`, which finds one\n`,
  );
  process.exitCode = 1;
} else {
  await run(node);
}
