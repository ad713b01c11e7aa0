import { tmpdir } from 'node:os';
import { runCli } from '../src/run-cli.js';
import type { CliRun } from './run-built-cli.js';
import { createTestStreams } from './test-streams.js';

/** Runs a command line within the test's own process; `env` is all that it knows of the environment. */
export const runCliHere = async (
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<CliRun> => {
  const { streams, texts } = createTestStreams();
  const { exitCode, out, err } = await runCli(args, {
    env,
    command: 'quarry',
    version: '1.2.3',
    nodeVersion: '24.0.0',
    rootDir: tmpdir(),
    streams,
  });
  return { exitCode, out: texts.out + out, err: texts.err + err };
};
