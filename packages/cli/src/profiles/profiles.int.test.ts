import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { withFolder } from '../../test/run-built-cli.js';
import { createTestStreams, type TestTerminal } from '../../test/test-streams.js';
import { AskCancelled, type Ask } from '../command-host.js';
import { runClient } from '../run-client.js';
import { MAX_KEY_BYTES } from './login.js';

interface Scene {
  readonly baseUrl: string;
  readonly file: string;
  /** Keys of the calls, in order. */
  readonly asked: readonly (string | undefined)[];
  readonly quarry: (
    args: readonly string[],
    given?: { readonly env?: Readonly<Record<string, string>>; readonly terminal?: TestTerminal },
  ) => Promise<{ exitCode: number; out: string; err: string }>;
}

const USAGE = { totalCredits: 1_000, availableCredits: 900, heldCredits: 10 };

/** A deployment that knows the keys `qk_a` and `qk_b`, and a home folder. */
const withScene = (run: (scene: Scene) => Promise<void>): Promise<void> =>
  withFolder(async (home) => {
    const asked: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      const key = request.headers['x-api-key']?.toString();
      asked.push(key);
      const isKnown = key === 'qk_a' || key === 'qk_b';
      response.writeHead(isKnown ? 200 : 401, { 'content-type': 'application/json' });
      response.end(JSON.stringify(isKnown ? { data: USAGE } : { error: 'unauthorized', message: 'No such key.' }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      await run({
        baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        file: join(home, '.config', 'quarry', 'config.json'),
        asked,
        quarry: async (args, { env = {}, terminal = {} } = {}) => {
          const { streams, texts } = createTestStreams(terminal);
          const host = { command: 'quarry', version: '1.2.3', nodeVersion: '24.0.0', streams };
          const left = await runClient(args, { ...host, env: { HOME: home, ...env } });
          return { exitCode: left.exitCode, out: texts.out + left.out, err: texts.err + left.err };
        },
      });
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });

const modeOf = async (path: string): Promise<string> => ((await stat(path)).mode & 0o777).toString(8);

describe('quarry login', () => {
  it('keeps a key of standard input that the deployment accepts, readable by its owner alone', () =>
    withScene(async ({ baseUrl, file, quarry }) => {
      const run = await quarry(['login', '--base-url', `${baseUrl}/`], { terminal: { input: 'qk_a\nmore' } });
      expect(run).toEqual({
        ...{ exitCode: 0, out: '' },
        err: `Logged in to ${baseUrl}, 900 credits left. Stored as profile default in ${file}.\n`,
      });
      expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ profiles: { default: { baseUrl, apiKey: 'qk_a' } } });
      expect([await modeOf(file), await modeOf(join(file, '..'))]).toEqual(['600', '700']);
      await chmod(file, 0o644);
      await quarry(['login', '--base-url', baseUrl, '--profile', 'b'], { terminal: { input: 'qk_b' } });
      expect(await modeOf(file)).toBe('600');
      const { out } = await quarry(['profiles', '--pretty']);
      expect(out).not.toContain('qk_');
      expect(out.split('\n').slice(1, 3)).toEqual([`default *  ${baseUrl}  …`, `b          ${baseUrl}  …`]);
    }));

  it('keeps nothing that the deployment refuses', () =>
    withScene(async ({ baseUrl, file, quarry }) => {
      const refused = await quarry(['login', '--base-url', baseUrl], { terminal: { input: 'qk_c' } });
      expect(refused).toMatchObject({
        exitCode: 5,
        err: expect.stringMatching(/No such key[^]*Nothing was stored\.\n$/),
      });
      const silent = await quarry(['login', '--base-url', 'http://127.0.0.1:9'], { terminal: { input: 'qk_a' } });
      expect(silent).toMatchObject({ exitCode: 12 });
      for (const input of ['', 'with space', 'ключ', 'k'.repeat(MAX_KEY_BYTES * 2)]) {
        expect(await quarry(['login', '--base-url', baseUrl], { terminal: { input } })).toMatchObject({ exitCode: 2 });
      }
      expect(await quarry(['login'], { terminal: { input: 'qk_a' } })).toMatchObject({ exitCode: 2 });
      await expect(stat(file)).rejects.toThrow('ENOENT');
    }));

  it('asks on a terminal, for the key without showing it', () =>
    withScene(async ({ baseUrl, quarry }) => {
      const questions: string[] = [];
      const ask: Ask = async (question, { isHidden = false } = {}) => {
        questions.push(`${question}${isHidden ? ' (hidden)' : ''}`);
        return isHidden ? 'qk_a' : baseUrl;
      };
      expect(await quarry(['login'], { terminal: { ask } })).toMatchObject({ exitCode: 0 });
      expect(questions).toEqual(['Base URL:', `API key for ${baseUrl}: (hidden)`]);
      const cancel: Ask = () => Promise.reject(new AskCancelled());
      expect(await quarry(['login'], { terminal: { ask: cancel } })).toMatchObject({ exitCode: 130 });
    }));
});

describe('a stored profile', () => {
  it('gives way to flags and environment, unless a flag names it, and its key stays with its URL', () =>
    withScene(async ({ baseUrl, asked, quarry }) => {
      for (const [profile, input] of [
        ['default', 'qk_a'],
        ['b', 'qk_b'],
      ] as const) {
        await quarry(['login', '--base-url', baseUrl, '--profile', profile], { terminal: { input } });
      }
      const keyOf = async (args: readonly string[], env: Readonly<Record<string, string>> = {}) => {
        const before = asked.length;
        const { exitCode } = await quarry(['usage', ...args], { env });
        return asked.length > before ? asked.at(-1) : exitCode;
      };
      const elsewhere = { QUARRY_URL: 'http://127.0.0.1:9' };
      expect(await keyOf([])).toBe('qk_a');
      expect(await keyOf([], { QUARRY_PROFILE: 'b' })).toBe('qk_b');
      expect(await keyOf([], { QUARRY_PROFILE: 'b', QUARRY_API_KEY: 'qk_env' })).toBe('qk_env');
      expect(await keyOf([], { QUARRY_URL: baseUrl })).toBe('qk_a');
      expect(await keyOf(['--api-key', 'qk_flag'], { QUARRY_API_KEY: 'qk_env' })).toBe('qk_flag');
      expect(await keyOf(['--profile', 'b'], { ...elsewhere, QUARRY_API_KEY: 'qk_env' })).toBe('qk_b');
      expect(await keyOf(['--base-url', baseUrl], { ...elsewhere, QUARRY_API_KEY: 'qk_env' })).toBe('qk_env');
      // No key for that place: nobody is asked.
      expect(await keyOf([], elsewhere)).toBe(5);
      expect(await keyOf(['--base-url', 'http://127.0.0.1:9'])).toBe(5);
      expect(await keyOf(['--profile', 'c'])).toBe(2);
      expect(await keyOf([], { QUARRY_URL: 'ftp://a' })).toBe(2);
      expect(await keyOf([], { QUARRY_API_KEY: 'a b' })).toBe(2);
    }));

  it('is removed by logout', () =>
    withScene(async ({ baseUrl, quarry }) => {
      for (const profile of ['default', 'b']) {
        await quarry(['login', '--base-url', baseUrl, '--profile', profile], { terminal: { input: 'qk_a' } });
      }
      const names = async () =>
        (JSON.parse((await quarry(['profiles'])).out) as { name: string }[]).map(({ name }) => name);
      expect((await quarry(['logout'])).err).toContain('Removed default.');
      expect((await quarry(['logout'])).err).toContain('There is no profile default.');
      expect(await names()).toEqual(['b']);
      await quarry(['logout', '--all']);
      expect(await names()).toEqual([]);
      const none = await quarry(['usage']);
      expect(none).toMatchObject({ exitCode: 2, err: expect.stringContaining('quarry login --base-url <url>') });
    }));

  it('is not taken from a damaged file, which says so', () =>
    withScene(async ({ file, quarry }) => {
      await mkdir(join(file, '..'), { recursive: true });
      await writeFile(file, '{');
      for (const args of [['usage'], ['login', '--base-url', 'http://127.0.0.1:9'], ['profiles']]) {
        const run = await quarry(args, { terminal: { input: 'qk_a' } });
        expect(run.exitCode).toBeGreaterThan(0);
        expect(run.err).toContain(`${file} is not a file of profiles.`);
      }
    }));
});
