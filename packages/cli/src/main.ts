#!/usr/bin/env node
import { fileURLToPath } from 'node:url';
import { runCli } from './run-cli.js';

const outcome = await runCli(process.argv.slice(2), {
  env: process.env,
  nodeVersion: process.versions.node,
  rootDir: fileURLToPath(new URL('../../../', import.meta.url)),
});
// A reader that has seen enough (`| head`) is no failure.
process.stdout.on('error', () => undefined);
process.stdout.write(outcome.out);
process.stderr.write(outcome.err);
process.exitCode = outcome.exitCode;
