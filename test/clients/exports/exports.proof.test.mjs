import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { ApiClient, openAccount, poll, REPOSITORY_ROOT, SHARED_ADDRESS, sharedFleet } from '@quarry/testkit';
import { cleanEnvironment } from '../../../infra/local/host/environment.mjs';
import { runCommand } from '../../../infra/local/host/run-command.mjs';
import { pythonTools } from '../../../infra/test-servers/python-tools.mjs';

/** Readers that others wrote: what they cannot read is not the format. */
const READERS = ['warcio==1.8.1', 'pyarrow==26.0.1', 'duckdb==2.0.1'];
const PATH = '/scrape/batch/web';

const PAGES = {
  '/latin': { type: 'text/html; charset=iso-8859-1', body: Buffer.from('<title>Caf\xe9</title><p>Cr\xe8me', 'latin1') },
  '/data': { type: 'application/json', body: '{"name": "Slate"}' },
  '/gone': { status: 404, type: 'text/html', body: '<p>Nothing here.' },
  '/large': { type: 'text/html', body: `<p>${'slate '.repeat(400_000)}` },
};

let python;
let server;
let folder;
let api;
let origin;

beforeAll(async () => {
  python = await pythonTools({ root: REPOSITORY_ROOT, env: process.env, name: 'exports-python-1', packages: READERS });
  server = createServer(({ url }, response) => {
    const page = PAGES[url];
    if (page === undefined) return void response.destroy();
    response.writeHead(page.status ?? 200, { 'content-type': page.type, 'x-served-by': 'made site' }).end(page.body);
  });
  await new Promise((resolve) => server.listen(0, SHARED_ADDRESS, resolve));
  origin = `http://${SHARED_ADDRESS}:${server.address().port}`;
  folder = await mkdtemp(path.join(tmpdir(), 'quarry-exports-'));
  api = new ApiClient(await openAccount(await sharedFleet()));
}, 600_000);

afterAll(async () => {
  server?.closeAllConnections();
  server?.close();
  if (folder) await rm(folder, { recursive: true, force: true });
});

const run = async (args) => {
  const { code, output } = await runCommand(python, args, { env: cleanEnvironment(process.env), timeoutMs: 60_000 });
  expect({ code, output: code === 0 ? '' : output }).toEqual({ code: 0, output: '' });
  return output;
};

const download = async (jobId, name) => {
  const response = await fetch(`${api.access.baseUrl}${PATH}/${jobId}/${name}`, {
    headers: { 'x-api-key': api.access.apiKey },
  });
  expect(response.status).toBe(200);
  const file = path.join(folder, name);
  await writeFile(file, Buffer.from(await response.arrayBuffer()));
  return file;
};

it('warcio, pyarrow and DuckDB read what a fleet exports', async () => {
  const requests = [...Object.keys(PAGES), '/broken'].map((name) => ({ url: `${origin}${name}`, jsRendering: false }));
  const { body } = await api.send('POST', PATH, { requests });
  const { jobId } = body;
  const status = async () => (await api.send('GET', `${PATH}/${jobId}`)).body.data.status;
  expect(await poll(status, (one) => one === 'done', { timeoutMs: 60_000 })).toBe('done');
  const warc = await download(jobId, 'results.warc.gz');
  const parquet = await download(jobId, 'results.parquet');
  await run(['-m', 'warcio.cli', 'check', '-v', warc]);
  const script = path.join(REPOSITORY_ROOT, 'test/clients/exports/read_exports.py');
  const read = JSON.parse(await run([script, warc, parquet]));

  const responses = new Map(read.records.filter(({ type }) => type === 'response').map((one) => [one.url, one]));
  expect([...responses.keys()].sort()).toEqual(Object.keys(PAGES).map((name) => `${origin}${name}`).sort()); // oxfmt-ignore
  expect(responses.get(`${origin}/latin`)).toMatchObject({
    ...{ status: '200', contentType: 'text/html; charset=utf-8', body: '<title>Café</title><p>Crème' },
  });
  expect(responses.get(`${origin}/gone`)).toMatchObject({ status: '404', body: PAGES['/gone'].body });
  expect(responses.get(`${origin}/large`)?.sha256).toBe(
    createHash('sha256').update(PAGES['/large'].body).digest('hex'),
  );
  const rows = read.records.filter(({ type }) => type === 'metadata').map(({ body: row }) => JSON.parse(row));
  expect(rows).toHaveLength(requests.length);
  expect(rows.find(({ document }) => document === 'none')).toMatchObject({
    query: { url: `${origin}/broken` },
    result: { status: 'error' },
  });

  expect(read.types).toMatchObject({ index: 'int32', statusCode: 'int32', retryable: 'bool', query: 'string' });
  expect(read.rows.map(({ index }) => index).sort()).toEqual([0, 1, 2, 3, 4]);
  expect(read.counted).toEqual([
    ['error', 1],
    ['ok', 4],
  ]);
}, 180_000);
