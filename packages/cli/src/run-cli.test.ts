import { tmpdir } from 'node:os';
import { describe, expect, it } from '@jest/globals';
import type { CliHost } from './command-host.js';
import { runCli } from './run-cli.js';
import { createTestStreams } from '../test/test-streams.js';

const runWith = (env: CliHost['env'], ...argv: string[]) =>
  runCli(argv, {
    env,
    command: 'quarry',
    version: '1.2.3',
    nodeVersion: '24.0.0',
    rootDir: tmpdir(),
    streams: createTestStreams().streams,
  });
const run = (...argv: string[]) => runWith({}, ...argv);

const fail = (message: string): never => {
  throw new Error(message);
};

const COMMANDS = ['scrape', 'batch', 'requests', 'parse', 'account', 'key', 'doctor', 'stop'];

describe('quarry', () => {
  it('shows every command and examples with --help', async () => {
    const { exitCode, out, err } = await run('--help');
    expect({ exitCode, err }).toEqual({ exitCode: 0, err: '' });
    for (const command of COMMANDS) expect(out).toMatch(new RegExp(`^ {2}${command} `, 'm'));
    expect(out).toContain('Examples:');
  });

  it.each(COMMANDS)('%s --help fits a screen', async (command) => {
    const { exitCode, out } = await run(command, '--help');
    expect(exitCode).toBe(0);
    expect(out.split('\n').length).toBeLessThan(40);
    expect(out).not.toContain('[object');
  });

  it.each([[[]], [['frobnicate']], [['--frobnicate']], [['account']], [['key']], [['batch']]])(
    '%j is a usage error with exit code 2',
    async (argv) => {
      const { exitCode, out, err } = await run(...argv);
      expect({ exitCode, out }).toEqual({ exitCode: 2, out: '' });
      expect(err).toMatch(/quarry/);
    },
  );

  it('says in a line what broke inside a command, with exit code 1', async () => {
    const env = new Proxy({}, { ownKeys: () => fail('no settings today\n    at a place') });
    expect(await runWith(env, 'doctor')).toEqual({ exitCode: 1, out: '', err: 'quarry: no settings today\n' });
  });
});
