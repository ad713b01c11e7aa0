import { spawn } from 'node:child_process';
import { chmod, mkdir, stat, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { openSqliteStore } from '@quarry/store';
import { freePort } from '@quarry/testkit';
import { runBuiltCli, withFolder } from '../../test/run-built-cli.js';
import { doctor } from './doctor.js';
import { probeRedis } from './redis-probe.js';

const REDIS_SERVER = 'redis-server';

const withRedis = async (policy: string, run: (address: string) => Promise<void>, password = ''): Promise<void> => {
  const port = await freePort();
  const secret = password === '' ? [] : ['--requirepass', password];
  const flags = [...secret, '--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--maxmemory-policy', policy];
  const server = spawn(REDIS_SERVER, flags, { stdio: 'ignore' });
  const address = `redis://${password === '' ? '' : `:${password}@`}127.0.0.1:${port}`;
  try {
    while ((await probeRedis(address)).outcome === 'refused' && server.exitCode === null);
    await run(address);
  } finally {
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGKILL');
    await ended;
  }
};

/** A program that answers to --version, and nothing else on the search path. */
const withPrograms = (run: (folder: string) => Promise<void>): Promise<void> =>
  withFolder(async (folder) => {
    for (const name of ['chromium', 'redis-server']) {
      const script = `#!/bin/sh\necho "${name} 1.2.3"\necho more\n`;
      await writeFile(join(folder, name), script);
      await chmod(join(folder, name), 0o755);
    }
    await run(folder);
  });

const look = async (env: Record<string, string>, nodeVersion = '24.1.0') => {
  const { exitCode, out } = await doctor({ env, nodeVersion, rootDir: tmpdir() }, { isJson: true });
  const results = JSON.parse(out) as { name: string; mark: string; finding: string; todo?: string }[];
  return { exitCode, of: (name: string) => results.find((result) => result.name === name), results };
};

describe('quarry doctor', () => {
  it('passes on a fresh machine that has the programs, and makes nothing', () =>
    withPrograms((programs) =>
      withFolder(async (folder) => {
        const env = { QUARRY_DATA: join(folder, 'data'), PATH: programs };
        const { exitCode, of, results } = await look(env);
        expect({ exitCode, failed: results.filter(({ mark }) => mark === 'fail') }).toEqual({
          exitCode: 0,
          failed: [],
        });
        expect(of('Data folder')?.finding).toContain('will be created on first start');
        expect(of('Store')?.mark).toBe('off');
        expect(of('Gateway')?.mark).toBe('off');
        expect(of('Redis')?.finding).toBe(`not running; the fleet starts ${join(programs, 'redis-server')}`);
        expect(of('Chromium')?.finding).toBe(`chromium 1.2.3 (${join(programs, 'chromium')})`);
      }),
    ));

  it('prints one line per check, and exits with 1 on a failure', () =>
    withFolder(async (dataDir) => {
      const programs = { REDIS_URL: 'redis://127.0.0.1:1', CHROMIUM_PATH: join(dataDir, 'none') };
      const env = { QUARRY_DATA: dataDir, DISK_LOW_SHARE: '0', ...programs };
      const run = await runBuiltCli(['doctor'], { env });
      expect(run).toMatchObject({ exitCode: 1, err: '' });
      expect(run.out.split('\n')).toEqual([
        expect.stringMatching(/^✓ Node +v\d+/),
        expect.stringMatching(/^✓ Configuration /),
        '✓ Targets       public addresses only',
        expect.stringMatching(/^✓ Data folder .* is writable$/),
        expect.stringMatching(/^- Store /),
        '✓ Stored files  kept in the data folder',
        expect.stringMatching(/^✓ Disk +[\d.]+ [GT]B \([\d.]+ %\) are free$/),
        '✗ Redis         no response (ECONNREFUSED): install redis-server, or set REDIS_URL to a running one',
        expect.stringMatching(/^✗ Chromium .* does not run \(ENOENT\): install chromium, or set CHROMIUM_PATH$/),
        ...(process.platform === 'linux' ? [expect.stringMatching(/^[✓!] Sandbox /)] : []),
        expect.stringMatching(/^- Gateway /),
        '',
      ]);
    }));

  it('closes a data folder that others could read, and says what EGRESS_ALLOW opens', () =>
    withFolder(async (dataDir) => {
      await (await openSqliteStore({ path: join(dataDir, 'quarry.sqlite') })).close();
      await chmod(dataDir, 0o755);
      await chmod(join(dataDir, 'quarry.sqlite'), 0o644);
      const found = await look({ QUARRY_DATA: dataDir, EGRESS_ALLOW: '10.0.0.0/8,127.0.0.0/8' });
      expect(found.of('Data folder')).toMatchObject({ mark: 'ok' });
      const modes = await Promise.all([dataDir, join(dataDir, 'quarry.sqlite')].map((path) => stat(path)));
      expect(modes.map(({ mode }) => mode & 0o777)).toEqual([0o700, 0o600]);
      expect(found.of('Targets')?.finding).toBe(
        'EGRESS_ALLOW opens 2 private targets; to every caller, 127.0.0.0/8 opens this machine itself',
      );
      const wide = await look({ QUARRY_DATA: dataDir, EGRESS_ALLOW: '0.0.0.0/0' });
      expect(wide.of('Configuration')).toMatchObject({
        mark: 'fail',
        finding: expect.stringMatching(/ranges wider than/),
      });
    }));

  it('opens the store that is there, and says when it is none', () =>
    withFolder(async (dataDir) => {
      await (await openSqliteStore({ path: join(dataDir, 'quarry.sqlite') })).close();
      expect((await look({ QUARRY_DATA: dataDir })).of('Store')?.finding).toContain('opens and responds');
      await mkdir(join(dataDir, 'other'));
      await writeFile(join(dataDir, 'other', 'quarry.sqlite'), 'this is no database '.repeat(100));
      expect((await look({ QUARRY_DATA: join(dataDir, 'other') })).of('Store')).toMatchObject({ mark: 'fail' });
    }));

  it('asks a real Redis for its eviction policy', () =>
    withFolder(async (QUARRY_DATA) => {
      await withRedis('noeviction', async (REDIS_URL) => {
        expect((await look({ QUARRY_DATA, REDIS_URL })).of('Redis')).toMatchObject({ mark: 'ok' });
      });
      await withRedis('allkeys-lru', async (REDIS_URL) => {
        expect((await look({ QUARRY_DATA, REDIS_URL })).of('Redis')).toEqual({
          name: 'Redis',
          mark: 'fail',
          finding: 'evicts (allkeys-lru)',
          todo: 'set its maxmemory-policy to noeviction',
        });
      });
    }));

  it("asks the fleet's own Redis, with what its configuration notes", () =>
    withPrograms((PATH) =>
      withFolder(async (QUARRY_DATA) => {
        const note = async (port: string, password: string) => {
          await mkdir(join(QUARRY_DATA, 'redis'), { recursive: true });
          await writeFile(
            join(QUARRY_DATA, 'redis', 'redis.conf'),
            `port ${port}\nbind 127.0.0.1\nrequirepass ${password}\n`,
          );
        };
        const own = { name: 'Redis', mark: 'ok', finding: "the fleet's own responds, noeviction" };
        await withRedis(
          'noeviction',
          async (address) => {
            const { port, password } = new URL(address);
            await note(port, password);
            const found = await look({ QUARRY_DATA, PATH });
            expect(found.of('Redis')).toEqual(own);
            expect(JSON.stringify(found.results)).not.toContain(password);
            await note(port, 'another');
            expect((await look({ QUARRY_DATA, PATH })).of('Redis')).not.toEqual(own);
            await note(port, password);
            const elsewhere = await look({ QUARRY_DATA, PATH, REDIS_URL: 'redis://127.0.0.1:1' });
            expect(elsewhere.of('Redis')).toMatchObject({ mark: 'fail' });
          },
          'c0ffee',
        );
        expect((await look({ QUARRY_DATA, PATH })).of('Redis')).toMatchObject({ mark: 'ok' });
        expect((await look({ QUARRY_DATA, PATH })).of('Redis')).not.toEqual(own);
      }),
    ));

  it('asks the gateway that demo.json names', () =>
    withFolder(async (QUARRY_DATA) => {
      let status = 200;
      const server = createHttpServer((request, response) => {
        response.writeHead(request.url === '/healthz' ? status : 404).end();
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      await writeFile(join(QUARRY_DATA, 'demo.json'), JSON.stringify({ baseUrl, apiKey: 'qk_demo' }));
      expect((await look({ QUARRY_DATA })).of('Gateway')).toMatchObject({ mark: 'ok' });
      status = 503;
      expect((await look({ QUARRY_DATA })).of('Gateway')?.finding).toContain('(status 503)');
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      expect((await look({ QUARRY_DATA })).of('Gateway')?.finding).toContain('(ECONNREFUSED)');
    }));

  it.each([
    ['20.19.0', 'fail'],
    ['23.11.1', 'fail'],
    ['24.0.0', 'ok'],
    ['26.3.0', 'ok'],
  ])('Node %s: %s', async (version, mark) => {
    await withFolder(async (QUARRY_DATA) => {
      expect((await look({ QUARRY_DATA }, version)).of('Node')?.mark).toBe(mark);
    });
  });

  it('lists every wrong setting and goes no further', async () => {
    const { exitCode, results } = await look({ PORT: 'x', ORIGIN_NOWHERE: 'x' });
    expect(exitCode).toBe(1);
    expect(results.slice(1).map(({ finding }) => finding.split(' ')[0])).toEqual(['PORT', 'ORIGIN_NOWHERE']);
  });

  describe('without a data folder and a Chromium that run', () => {
    /** Refused by its own client at once. */
    const MONGO = { MONGODB_URI: 'mongodb://127.0.0.1:1/quarry?noSuchOption=1' };
    const BUCKET = {
      ...{ S3_BUCKET: 'files', S3_ENDPOINT: 'http://127.0.0.1:1' },
      ...{ S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' },
    };
    /** The data folder would have to be in a file. */
    const withNeither = (run: (env: { QUARRY_DATA: string; PATH: string }) => Promise<void>): Promise<void> =>
      withFolder(async (folder) => {
        await writeFile(join(folder, 'file'), '');
        await run({ QUARRY_DATA: join(folder, 'file'), PATH: folder });
      });

    it('misses neither where store and files are elsewhere', () =>
      withNeither(async (env) => {
        const found = await look({ ...env, ...MONGO, ...BUCKET });
        expect(found.of('Data folder')).toEqual({
          ...{ name: 'Data folder', mark: 'off' },
          finding: `not needed here: store and files are elsewhere (${env.QUARRY_DATA} is not a folder)`,
        });
        expect(found.of('Chromium')).toEqual({
          ...{ name: 'Chromium', mark: 'off' },
          finding: 'not needed here: workers have their own (not found)',
        });
        // What is elsewhere is asked as ever.
        expect(found.of('Store')?.mark).toBe('fail');
        expect(found.of('Stored files')?.mark).toBe('fail');
        expect(found.exitCode).toBe(1);
      }));

    it.each([
      ['the store', MONGO],
      ['the files', BUCKET],
    ])('misses both where only %s are elsewhere', (_, parts) =>
      withNeither(async (env) => {
        const found = await look({ ...env, ...parts });
        expect([found.of('Data folder')?.mark, found.of('Chromium')?.mark]).toEqual(['fail', 'fail']);
      }),
    );

    it('misses a Chromium that is named', () =>
      withNeither(async (env) => {
        const CHROMIUM_PATH = join(env.PATH, 'none');
        expect((await look({ ...env, ...MONGO, ...BUCKET, CHROMIUM_PATH })).of('Chromium')?.mark).toBe('fail');
      }));

    it('tells of both where they run and are not needed', () =>
      withPrograms((PATH) =>
        withFolder(async (QUARRY_DATA) => {
          const found = await look({ QUARRY_DATA, PATH, ...MONGO, ...BUCKET });
          expect([found.of('Data folder')?.mark, found.of('Chromium')?.mark]).toEqual(['ok', 'ok']);
        }),
      ));
  });

  it('says when the data folder is a file', () =>
    withFolder(async (folder) => {
      await writeFile(join(folder, 'data'), '');
      expect((await look({ QUARRY_DATA: join(folder, 'data') })).of('Data folder')).toMatchObject({ mark: 'fail' });
    }));
});
