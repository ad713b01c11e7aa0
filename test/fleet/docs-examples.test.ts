import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { execPath } from 'node:process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { REPOSITORY_ROOT, SHARED_ADDRESS, sharedFleet, type SharedFleet } from '@quarry/testkit';

const run = promisify(execFile);
const RUNNERS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  sh: ['sh', '-c'],
  python: ['python3', '-c'],
  ts: [execPath, '--input-type=module-typescript', '-e'],
};

/** A shop of the test. */
const shop = createServer((request, response) => {
  const isLamp = request.url === '/lamp';
  response.writeHead(isLamp ? 200 : 404, { 'content-type': 'text/html' });
  response.end(
    isLamp
      ? '<title>Slate lamp</title><main><h1>Slate lamp</h1><p>A lamp of dark slate that keeps its light for years.</p><p class="price">Price: $42.50</p><p>In stock</p></main>'
      : '<title>Gone</title><h1>Not here</h1>',
  );
});
/** Programs of other languages start slowly on a machine that has much else to do. */
const PROGRAM_TIMEOUT_MS = 120_000;
let fleet: SharedFleet;
let shopUrl: string;
let folder: string;
const read = (file: string): Promise<string> => readFile(path.join(REPOSITORY_ROOT, file), 'utf8');

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'quarry-examples-'));
  await once(shop.listen(0, SHARED_ADDRESS), 'listening');
  shopUrl = `http://${SHARED_ADDRESS}:${(shop.address() as AddressInfo).port}`;
  fleet = await sharedFleet();
}, 180_000);

afterAll(async () => {
  shop.closeAllConnections();
  shop.close();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

const environment = (): Record<string, string | undefined> => ({
  PATH: process.env['PATH'],
  TZ: 'UTC',
  QUARRY_URL: fleet.baseUrl,
  QUARRY_API_KEY: fleet.apiKey,
});

/** Runs a program of `examples` in the folder of the test; returns what it printed. */
const runExample = async (name: string, ...args: string[]): Promise<{ out: string; errors: string; code: number }> => {
  const file = path.join(REPOSITORY_ROOT, 'examples', name);
  const program = name.endsWith('.py') ? 'python3' : execPath;
  try {
    const { stdout, stderr } = await run(program, [file, ...args], { cwd: folder, env: environment() });
    return { out: stdout, errors: stderr, code: 0 };
  } catch (error) {
    const { stdout = '', stderr = '', code = 1 } = error as { stdout?: string; stderr?: string; code?: number };
    return { out: stdout, errors: stderr, code };
  }
};

describe('docs/getting-started.md', () => {
  it.each(['sh', 'python', 'ts'])(
    'has a first call in %s that works',
    async (language) => {
      const text = await read('docs/getting-started.md');
      const [, code = ''] =
        new RegExp(`<!-- snippet: ${language} -->\\n\`\`\`\\w+\\n([\\s\\S]*?)\`\`\``).exec(text) ?? [];
      const [command = '', ...args] = RUNNERS[language] ?? [];
      const ready = code
        .replaceAll('http://127.0.0.1:3000', fleet.baseUrl)
        .replaceAll('https://example.com/', `${shopUrl}/lamp`);
      expect(ready).toContain(`${shopUrl}/lamp`);
      const { stdout } = await run(command, [...args, ready], { env: environment() });
      expect(stdout).toContain('# Slate lamp');
    },
    PROGRAM_TIMEOUT_MS,
  );
});

describe('docs/recipes.md', () => {
  it(
    'shows every example as it is',
    async () => {
      const text = await read('docs/recipes.md');
      const shown = [...text.matchAll(/<!-- file: examples\/(\S+) -->\n```\w+\n([\s\S]*?)\n```/g)];
      expect(shown.map(([, name]) => name).sort()).toEqual(
        (await readdir(path.join(REPOSITORY_ROOT, 'examples'))).sort(),
      );
      for (const [, name, code] of shown) expect(code).toBe((await read(`examples/${name}`)).trimEnd());
    },
    PROGRAM_TIMEOUT_MS,
  );

  it(
    'writes the prices of a shop, and reports a page that is gone',
    async () => {
      await writeFile(path.join(folder, 'products.txt'), `${shopUrl}/lamp\n\n${shopUrl}/gone\n`);
      const { errors, code } = await runExample('shop-prices.py', 'products.txt', 'prices.csv');
      expect([code, errors.trim()]).toEqual([1, `${shopUrl}/gone: the shop responded with 404`]);
      const today = new Date().toISOString().slice(0, 10);
      const rows = (await readFile(path.join(folder, 'prices.csv'), 'utf8')).trim().split(/\r?\n/);
      expect(rows).toEqual([expect.stringContaining(`${today},${shopUrl}/lamp,Slate lamp,42.5,`)]);
    },
    PROGRAM_TIMEOUT_MS,
  );

  it(
    'writes pages as markdown, and makes no second batch of the same list',
    async () => {
      await writeFile(path.join(folder, 'urls.txt'), `${shopUrl}/lamp\n${shopUrl}/gone\n`);
      for (const target of ['pages', 'again']) {
        const { errors, code } = await runExample('pages-to-markdown.mjs', 'urls.txt', target);
        expect([code, errors.trim()]).toEqual([0, `${shopUrl}/gone: 404`]);
        expect(await readdir(path.join(folder, target))).toEqual(['0.md']);
      }
      expect(await readFile(path.join(folder, 'pages/0.md'), 'utf8')).toContain('Slate lamp');
      const response = await fetch(`${fleet.baseUrl}/batches`, { headers: { 'x-api-key': fleet.apiKey } });
      const { data } = (await response.json()) as { data: { batches: unknown[] } };
      expect(data.batches).toHaveLength(1);
    },
    PROGRAM_TIMEOUT_MS,
  );

  it(
    'writes search results as a table',
    async () => {
      const { errors, code } = await runExample('search-to-csv.py', 'results.csv', 'slate lamp');
      expect([code, errors]).toEqual([0, '']);
      const [head, first] = (await readFile(path.join(folder, 'results.csv'), 'utf8')).split(/\r?\n/);
      expect(head).toBe('query,position,title,link,snippet');
      expect(first).toMatch(/^slate lamp,1,.+,http/);
    },
    PROGRAM_TIMEOUT_MS,
  );

  it(
    'prints the jobs of a board once',
    async () => {
      const first = await runExample('watch-job-board.mjs', 'seen.json', 'mason', 'Texas');
      expect([first.code, first.errors]).toEqual([0, '']);
      expect(first.out.trim().split('\n')).toHaveLength(15);
      expect(await runExample('watch-job-board.mjs', 'seen.json', 'mason', 'Texas')).toMatchObject({
        out: '',
        code: 0,
      });
    },
    PROGRAM_TIMEOUT_MS,
  );
});
