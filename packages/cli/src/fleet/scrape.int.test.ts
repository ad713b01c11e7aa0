import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { errorBody } from '@quarry/contracts';
import { runBuiltCli, withFolder, type CliRun } from '../../test/run-built-cli.js';
import { runCliHere } from '../../test/run-cli-here.js';

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly key: string | undefined;
  readonly body: Readonly<Record<string, unknown>> | undefined;
}

interface Answer {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly body: unknown;
}

const KEY = 'qk_of_the_test';

const readAll = async (request: IncomingMessage): Promise<string> => {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
};

/** A fleet's door on loopback: answers as told and remembers what it was asked. */
const withFleet = async (
  answer: (asked: Asked, baseUrl: string) => Answer,
  run: (fleet: { baseUrl: string; asked: Asked[] }) => Promise<void>,
): Promise<void> => {
  const asked: Asked[] = [];
  let baseUrl = '';
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const text = await readAll(request);
    const entry: Asked = {
      method: request.method ?? '',
      path: request.url ?? '',
      key: request.headers['x-api-key'] as string | undefined,
      body: text === '' ? undefined : (JSON.parse(text) as Record<string, unknown>),
    };
    asked.push(entry);
    const { status = 200, headers = {}, body } = answer(entry, baseUrl);
    response.writeHead(status, headers).end(Buffer.isBuffer(body) ? body : JSON.stringify(body));
  };
  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    await run({ baseUrl, asked });
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
};

const CREDITS = { 'x-credits-charged': '1', 'x-credits-remaining': '999999' };
const ok = (body: Record<string, unknown>): Answer => ({
  headers: CREDITS,
  body: { requestMetadata: { id: 'a', status: 'ok' }, statusCode: 200, statusText: 'OK', ...body },
});

const scrape = (baseUrl: string, ...args: string[]): Promise<CliRun> =>
  runCliHere(['scrape', 'https://example.com/', ...args], { QUARRY_URL: baseUrl, QUARRY_API_KEY: KEY });

describe('quarry scrape', () => {
  it('prints the page as markdown, and what it cost on standard error', () =>
    withFleet(
      () => ok({ markdown: '# Title\n\nText' }),
      async ({ baseUrl, asked }) => {
        const env = { QUARRY_URL: baseUrl, QUARRY_API_KEY: KEY };
        expect(await runBuiltCli(['scrape', 'https://example.com/'], { env })).toEqual({
          exitCode: 0,
          out: '# Title\n\nText\n',
          err: '1 credit charged, 999,999 left\n',
        });
        expect(asked).toEqual([
          {
            method: 'POST',
            path: '/scrape/web',
            key: KEY,
            body: { url: 'https://example.com/', outputFormat: ['markdown'] },
          },
        ]);
      },
    ));

  it('sends every option as its body field', () =>
    withFleet(
      () => ok({ text: 'T', content: '<p>T</p>', links: [], emails: [] }),
      async ({ baseUrl, asked }) => {
        const flags = ['--format', 'text, html,text', '--links', '--emails', '--no-js', '-H', 'A: 1', '-H', 'B:2:3'];
        const { out } = await scrape(baseUrl, ...flags);
        expect(asked[0]?.body).toEqual({
          url: 'https://example.com/',
          outputFormat: ['text', 'html'],
          extractLinks: true,
          extractEmails: true,
          jsRendering: false,
          headers: { A: '1', B: '2:3' },
        });
        expect(out).toContain('--- text ---\nT\n');
        expect(out).toContain('--- html ---\n<p>T</p>\n');
        await scrape(baseUrl, '--js');
        expect(asked[1]?.body).toEqual({ url: 'https://example.com/', outputFormat: ['markdown'], jsRendering: true });
      },
    ));

  it('lists links and emails after the content', () =>
    withFleet(
      () => ok({ markdown: 'Hello', links: ['https://a.example/', 'https://b.example/'], emails: ['a@b.example'] }),
      async ({ baseUrl }) => {
        expect((await scrape(baseUrl, '--links', '--emails')).out).toBe(
          '--- markdown ---\nHello\n\n--- links ---\nhttps://a.example/\nhttps://b.example/\n\n--- emails ---\na@b.example\n',
        );
      },
    ));

  it('prints the page as data, and the whole answer with --json', () =>
    withFleet(
      () => ok({ json: { title: 'T' }, extra: 1 }),
      async ({ baseUrl }) => {
        expect(JSON.parse((await scrape(baseUrl, '--format', 'json')).out)).toEqual({ title: 'T' });
        expect(JSON.parse((await scrape(baseUrl, '--format', 'json', '--json')).out)).toMatchObject({
          requestMetadata: { status: 'ok' },
          json: { title: 'T' },
          extra: 1,
        });
      },
    ));

  it('saves the screenshot with the key, or prints its address', () =>
    withFolder((folder) =>
      withFleet(
        ({ path }, baseUrl) =>
          path === '/scrape/web'
            ? ok({ markdown: '', screenshot: `${baseUrl}/files/s.jpeg` })
            : { body: Buffer.from([255, 216, 0]) },
        async ({ baseUrl, asked }) => {
          const file = join(folder, 'page.jpeg');
          const saved = await scrape(baseUrl, '--screenshot', file);
          expect(saved).toMatchObject({ exitCode: 0, err: expect.stringContaining(`screenshot: ${file}\n`) });
          expect(await readFile(file)).toEqual(Buffer.from([255, 216, 0]));
          expect(asked[1]).toMatchObject({ method: 'GET', path: '/files/s.jpeg', key: KEY });
          expect((await scrape(baseUrl, '--screenshot')).err).toContain(`screenshot: ${baseUrl}/files/s.jpeg\n`);
          const lost = await scrape(baseUrl, '--screenshot', join(folder, 'no', 'such', 'folder.jpeg'));
          expect(lost).toMatchObject({ exitCode: 1, err: expect.stringContaining('could not be written') });
        },
      ),
    ));

  it('says when the page itself answered with an error', () =>
    withFleet(
      () => ({
        ...ok({ markdown: 'Gone', statusCode: 404, statusText: 'Not Found' }),
        headers: { 'x-credits-charged': '0' },
      }),
      async ({ baseUrl }) => {
        expect(await scrape(baseUrl)).toEqual({
          exitCode: 0,
          out: 'Gone\n',
          err: 'the page returned 404 Not Found\n0 credits charged\n',
        });
      },
    ));

  it('prints an error as one line with its code, and every violation', () =>
    withFleet(
      ({ body }) => {
        const errors = [{ field: 'headers.Host', rule: 'forbidden', message: 'Leave Host out.' }];
        const code = body?.['headers'] ? 'validation_failed' : 'target_blocked';
        const detail = body?.['headers'] ? { errors } : { reason: 'captcha' };
        return { status: body?.['headers'] ? 422 : 502, body: errorBody('a', code, detail) };
      },
      async ({ baseUrl }) => {
        expect(await scrape(baseUrl)).toEqual({
          exitCode: 8,
          out: '',
          err: 'quarry: The target refused to show the page to an automated client. (target_blocked: captcha)\n',
        });
        expect((await scrape(baseUrl, '-H', 'Host: a')).err).toBe(
          'quarry: Some fields are not valid. (validation_failed)\n  headers.Host: Leave Host out.\n',
        );
        const asJson = await scrape(baseUrl, '--json');
        expect(asJson.exitCode).toBe(8);
        expect(JSON.parse(asJson.out)).toMatchObject({ status: 'error', error: 'target_blocked' });
      },
    ));

  it('finds the local fleet and its key in demo.json', () =>
    withFolder((dataDir) =>
      withFleet(
        () => ok({ markdown: 'Hello' }),
        async ({ baseUrl, asked }) => {
          await writeFile(
            join(dataDir, 'demo.json'),
            JSON.stringify({ baseUrl, filesUrl: baseUrl, apiKey: 'qk_demo' }),
          );
          const run = await runCliHere(['scrape', 'https://example.com/'], { QUARRY_DATA: dataDir });
          expect(run).toMatchObject({ exitCode: 0, out: 'Hello\n' });
          expect(asked[0]?.key).toBe('qk_demo');
          await withFleet(
            () => ok({}),
            async (other) => {
              const elsewhere = await runCliHere(['scrape', 'https://example.com/', '--base-url', other.baseUrl], {
                QUARRY_DATA: dataDir,
              });
              expect(elsewhere).toMatchObject({ exitCode: 5, err: expect.stringContaining('No API key for') });
              expect(other.asked).toEqual([]);
            },
          );
        },
      ),
    ));

  it('says what to do when no fleet is there, or something else is', () =>
    withFolder(async (dataDir) => {
      const run = await runCliHere(['scrape', 'https://example.com/'], { QUARRY_DATA: dataDir });
      expect(run).toMatchObject({ exitCode: 2, out: '', err: expect.stringContaining('Start one with npm start') });
      const silent = await scrape('http://127.0.0.1:1');
      expect(silent).toMatchObject({ exitCode: 12, err: expect.stringContaining('(ECONNREFUSED)') });
      await withFleet(
        () => ({ body: Buffer.from('<html>') }),
        async ({ baseUrl }) => {
          expect((await scrape(baseUrl)).err).toContain('did not respond as a Quarry fleet does');
        },
      );
    }));

  it.each([
    ['--format', 'pdf'],
    ['--header', 'nonsense'],
    ['--base-url', 'ftp://a.example'],
  ])('%s %s is a usage error', async (...flags) => {
    expect(await scrape('http://127.0.0.1:1', ...flags)).toMatchObject({ exitCode: 2, out: '' });
  });

  it('lists wrong settings instead of asking anybody', async () => {
    const run = await runCliHere(['scrape', 'https://example.com/'], { QUARRY_URL: 'x', QUARRY_KEY: 'y' });
    expect(run).toMatchObject({ exitCode: 2, out: '' });
    expect(run.err).toContain('quarry: QUARRY_URL is "x"');
    expect(run.err).toContain('quarry: QUARRY_KEY is not a setting');
  });
});
