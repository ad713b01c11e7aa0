#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import * as nodeModule from 'node:module';

/** Oldest Node that the installed command line runs on. */
const OLDEST_NODE_MAJOR = 20;

/** Results and keys are readable by their user alone. */
const PRIVATE_UMASK = 0o077;

/** Version of the package. */
const readVersion = (): string => {
  // safe because it is our own file
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  return version;
};

const run = async (argv: readonly string[]): Promise<void> => {
  const { env, versions } = process;
  // Node compiles the command line once, not at every start; Node 20 cannot.
  nodeModule.enableCompileCache?.();
  // Imported here, so that its dependencies load after the check of the version.
  const { runClient } = await import('./run-client.js');
  const { createProcessStreams } = await import('./process-streams.js');
  process.umask(PRIVATE_UMASK);
  const outcome = await runClient(argv, {
    env,
    command: 'quarry',
    version: readVersion(),
    nodeVersion: versions.node,
    streams: createProcessStreams(process, env),
  });
  process.stdout.write(outcome.out);
  process.stderr.write(outcome.err);
  process.exitCode = outcome.exitCode;
};

const [, , ...argv] = process.argv;
if (Number(process.versions.node.split('.', 1)[0]) < OLDEST_NODE_MAJOR) {
  process.stderr.write(`quarry: Node ${process.versions.node} is too old; use ${OLDEST_NODE_MAJOR} or newer\n`);
  process.exitCode = 1;
} else if (argv.length === 1 && argv[0] === '--version') {
  process.stdout.write(`${readVersion()}\n`);
} else {
  await run(argv);
}
