import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { runCliHere } from '../../test/run-cli-here.js';

const REQUEST = {
  id: 'r-1',
  operation: 'scrape/web',
  status: 'error',
  error: 'target_blocked',
  reason: 'captcha',
  host: 'a.example',
  tier: 'browser',
  statusCode: 403,
  creditsCharged: 0,
  createdAt: '2026-03-01T10:00:00.250Z',
  params: { url: 'https://a.example/', headers: { cookie: '***' } },
  timings: { queueMs: 3, totalMs: 812 },
  somethingNewer: true,
};
const JOB = {
  jobId: 'j-1',
  operation: 'scrape/web',
  status: 'in_progress',
  requestsCount: 10_000,
  responsesCount: 4,
  succeededCount: 3,
  failedCount: 1,
  creditsCharged: 3,
  createdAt: '2026-03-01T10:00:00.000Z',
};

const ANSWERS: Readonly<Record<string, unknown>> = {
  '/requests': { requests: [REQUEST], nextPage: 'http://a.example/requests?cursor=c2' },
  '/requests?status=error&host=a.example&key=k-1&cursor=c2': { requests: [] },
  '/requests?status=ok': { requests: [], nextPage: 'http://a.example/requests?status=ok&cursor=c9' },
  '/requests/r-1': REQUEST,
  '/batches': { batches: [JOB, { ...JOB, jobId: 'c-1', discoveredCount: 12_000 }], nextCursor: 'c3' },
  '/batches?cursor=c3': { batches: [] },
};

const HTML = '<h1>Ä</h1>';

const run = async (...args: string[]): ReturnType<typeof runCliHere> => {
  const server = createServer((request, response) => {
    if (request.url === '/files/page.html') return void response.end(HTML);
    if (request.url === '/requests/r-1/reparse') return void request.pipe(response.setHeader('x-credits-charged', '0'));
    const data = ANSWERS[request.url ?? ''];
    response.writeHead(data === undefined ? 404 : 200);
    response.end(
      JSON.stringify(data === undefined ? { error: 'not_found', message: 'No such request.' } : { status: 'ok', data }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = server.address() as AddressInfo;
    const here = args.map((arg) => arg.replace('http://fleet', `http://127.0.0.1:${port}`));
    return await runCliHere(here, { QUARRY_URL: `http://127.0.0.1:${port}`, QUARRY_API_KEY: 'qk_1' });
  } finally {
    server.closeAllConnections();
    server.close();
  }
};

describe('quarry requests', () => {
  it('lists calls with their outcome, and the way to the next page', async () => {
    const { exitCode, out, err } = await run('requests', 'list', '--pretty');
    expect({ exitCode, err }).toEqual({ exitCode: 0, err: 'More: --cursor c2\n' });
    expect(out.split('\n')[1]).toMatch(
      /^r-1 +2026-03-01 10:00:00 +scrape\/web +a\.example +403 +target_blocked \(captcha\) +0$/,
    );
    const none = await run(
      'requests',
      'list',
      '--status',
      'error',
      '--host',
      'a.example',
      '--key',
      'k-1',
      '--cursor',
      'c2',
      '--pretty',
    );
    expect(none).toMatchObject({ exitCode: 0, out: '', err: 'No requests.\n' });
    expect(JSON.parse((await run('requests', 'list')).out)).toEqual(ANSWERS['/requests']);
  });

  it('leads on from a page without any', async () => {
    const { exitCode, out, err } = await run('requests', 'list', '--status', 'ok', '--pretty');
    expect({ exitCode, out, err }).toEqual({ exitCode: 0, out: '', err: 'None on this page. More: --cursor c9\n' });
  });

  it('shows all that is known of one call', async () => {
    const { exitCode, out } = await run('requests', 'show', 'r-1', '--pretty');
    expect(exitCode).toBe(0);
    expect(out).toMatch(/^timings\.totalMs +812$/m);
    expect(out).toMatch(/^params\.headers\.cookie +\*\*\*$/m);
    expect(out).toMatch(/^somethingNewer +true$/m);
    expect(JSON.parse((await run('requests', 'show', 'r-1')).out)).toEqual(REQUEST);
    expect(await run('requests', 'show', 'r-2')).toMatchObject({
      exitCode: 7,
      err: 'quarry: No such request. (not_found)\n',
    });
  });
});

describe('quarry batch list', () => {
  it('lists jobs, newest first', async () => {
    const { exitCode, out, err } = await run('batch', 'list', '--pretty');
    expect({ exitCode, err }).toEqual({ exitCode: 0, err: 'More: --cursor c3\n' });
    expect(out.split('\n')[1]).toMatch(/^j-1 +2026-03-01 10:00:00 +scrape\/web +in progress +10,000 +3 +1 +3$/);
    expect(out.split('\n')[2]).toMatch(/^c-1 .* crawl\/web +in progress/);
    expect(await run('batch', 'list', '--cursor', 'c3', '--pretty')).toMatchObject({
      exitCode: 0,
      err: 'No batches.\n',
    });
  });
});

describe('what a call has stored', () => {
  it('is read anew as the parameters say', async () => {
    const params = '{"outputFormat":["text"]}';
    const { exitCode, out, err } = await run('requests', 'reparse', 'r-1', '--params', params);
    expect({ exitCode, err }).toEqual({ exitCode: 0, err: '0 credits charged\n' });
    expect(JSON.parse(out)).toEqual(JSON.parse(params));
    expect(await run('requests', 'reparse', 'r-1', '--params', '[')).toMatchObject({ exitCode: 2 });
  });

  it('is written to a file, byte for byte, and never asked of another host', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'quarry-download-'));
    const file = join(folder, 'page.html');
    try {
      const written = await run('requests', 'download', 'http://fleet/files/page.html', '-o', file);
      expect(written).toMatchObject({ exitCode: 0, err: `11 bytes written to ${file}\n` });
      expect(await readFile(file, 'utf8')).toBe(HTML);
      const away = await run('requests', 'download', 'http://other.example/files/page.html', '-o', file);
      expect(away).toMatchObject({ exitCode: 2, err: expect.stringContaining('is no link of') });
      expect(await run('requests', 'download', 'http://fleet/none', '-o', file)).not.toMatchObject({ exitCode: 0 });
      expect(await readdir(folder)).toEqual(['page.html']);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
