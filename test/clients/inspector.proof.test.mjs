import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { REPOSITORY_ROOT, sharedFleet, startSharedSite } from '@quarry/testkit';
import { publint } from 'publint';
import { cleanEnvironment, withPathFirst } from '../../infra/local/host/environment.mjs';
import { runCommand, runOrFail } from '../../infra/local/host/run-command.mjs';
import { npmTools } from '../../infra/test-servers/npm-tools.mjs';

const CALL_MS = 300_000;
const PACKAGE = path.join(REPOSITORY_ROOT, 'packages/mcp');
const ENV = withPathFirst(cleanEnvironment(process.env), path.dirname(process.execPath));

let inspector;
let folder;
let tarball;
let program;
let site;
let fleet;

beforeAll(async () => {
  const pins = path.join(REPOSITORY_ROOT, 'infra/client-tools');
  const tools = await npmTools({ root: REPOSITORY_ROOT, env: process.env, name: 'client-tools', pins });
  inspector = path.join(tools, 'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js');
  folder = mkdtempSync(path.join(tmpdir(), 'quarry-inspector-'));
  const pack = ['pack', '--json', '--pack-destination', folder];
  const packed = await runOrFail('not packed', 'npm', pack, { cwd: PACKAGE, env: ENV });
  // Before the list stands what the script that makes the bundle printed.
  const [{ filename }] = JSON.parse(packed.slice(packed.indexOf('[')));
  tarball = path.join(folder, filename);
  writeFileSync(path.join(folder, 'package.json'), '{"name":"caller","private":true}');
  const install = ['install', '--ignore-scripts', '--no-audit', '--no-fund', tarball];
  await runOrFail('not installed', 'npm', install, { cwd: folder, env: ENV });
  program = path.join(folder, 'node_modules/.bin/quarry-mcp');
  [site, fleet] = await Promise.all([startSharedSite(), sharedFleet()]);
}, 900_000);

afterAll(async () => {
  await site?.close();
  if (folder) rmSync(folder, { recursive: true, force: true });
}, 60_000);

/** The command line of the official inspector: `{ code, value, output }`. */
const inspect = async (target, ...args) => {
  const env = { ...ENV, HOME: folder };
  const command = [inspector, '--cli', ...target, ...args];
  const { code, output, stdout } = await runCommand(process.execPath, command, { cwd: folder, env });
  return { code, output, value: stdout.startsWith('{') ? JSON.parse(stdout) : undefined };
};

const overStdio = () => ['-e', `QUARRY_URL=${fleet.baseUrl}`, '-e', `QUARRY_API_KEY=${fleet.apiKey}`, program];

/** A server that speaks streamable HTTP: `{ url, close }`. */
const startHttp = async () => {
  const child = spawn(program, ['--http', '--port', '0', '--base-url', fleet.baseUrl], {
    env: ENV,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'exit');
  const [line] = await once(child.stderr, 'data');
  const close = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  return { url: /listening on (\S+),/.exec(line.toString())?.[1], close };
};

describe('the packed MCP server, looked at by the official inspector', () => {
  it('has what its package.json says', async () => {
    const { messages } = await publint({
      pack: { tarball: new Uint8Array(readFileSync(tarball)).buffer },
      strict: true,
    });
    expect(messages).toEqual([]);
  });

  it(
    'has tools whose schemas every client can read',
    async () => {
      const { code, value, output } = await inspect(overStdio(), '--method', 'tools/list', '--strict');
      expect(output).toMatch(/^0 errors/m);
      expect(code).toBe(0);
      expect(value.tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['scrape_web', 'batch_submit']));
    },
    CALL_MS,
  );

  it(
    'scrapes a page over stdio, and says what it cost',
    async () => {
      const args = ['--tool-arg', `url=${site.url}/page/inspected`, '--tool-arg', 'jsRendering=false'];
      const { code, value } = await inspect(
        overStdio(),
        '--method',
        'tools/call',
        '--tool-name',
        'scrape_web',
        ...args,
      );
      expect(code).toBe(0);
      const text = value.content.map((block) => block.text ?? '').join('\n');
      expect(text).toMatch(/1 credit charged.*markdown:\n<untrusted-[\da-f]{32}>\n# Report inspected/s);
    },
    CALL_MS,
  );

  it(
    'answers over streamable HTTP to a call with a key, and to none without',
    async () => {
      const server = await startHttp();
      try {
        const read = ['--method', 'resources/read', '--uri', 'quarry://operations/scrape/web'];
        const key = ['--header', `x-api-key: ${fleet.apiKey}`];
        const { code, value } = await inspect([server.url], ...read, ...key);
        expect(code).toBe(0);
        expect(JSON.parse(value.contents[0].text)).toHaveProperty('properties.url');
        expect((await inspect([server.url], ...read)).code).not.toBe(0);
      } finally {
        await server.close();
      }
    },
    CALL_MS,
  );
});
