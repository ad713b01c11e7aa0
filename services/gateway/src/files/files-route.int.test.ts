import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { filesMountPath } from '../build.js';
import { expectError } from '../testing/expect-error.js';
import { startGatewayFixture, type GatewayFixture } from '../testing/gateway-fixture.js';

let fixture: GatewayFixture;
let key: string;
let folder: string;
const requestId = randomUUID();
const BODY = '0123456789';

beforeAll(async () => {
  fixture = await startGatewayFixture();
  const made = await fixture.addAccount();
  key = made.key;
  folder = `/files/${made.account.id}/${requestId}`;
  for (const name of ['page.html', 'result.json', 'shot.jpeg']) {
    await fixture.files.put({ accountId: made.account.id, requestId, name }, BODY);
  }
});
afterAll(() => fixture.close());

const get = (name: string, headers: Record<string, string> = {}) =>
  supertest(fixture.url)
    .get(`${folder}/${name}`)
    .set({ 'x-api-key': key, ...headers })
    .buffer(true);

describe('stored files', () => {
  it('are sent whole, typed, locked down and for one account only', async () => {
    const answer = await get('result.json').parse((response, done) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => done(null, Buffer.concat(chunks).toString()));
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toBe(BODY);
    expect(answer.headers).toMatchObject({
      'content-type': expect.stringMatching(/^application\/json/),
      'content-length': '10',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
      'cache-control': 'private, max-age=3600',
      'content-disposition': 'inline; filename="result.json"',
      'access-control-allow-origin': '*',
      'accept-ranges': 'bytes',
      'x-request-id': expect.any(String),
      etag: expect.stringMatching(/^".+"$/),
    });
  });

  it('never open a page in a browser', async () => {
    const name = 'page.html';
    expect((await get(name)).headers['content-disposition']).toBe(`attachment; filename="${name}"`);
  });

  it('are not there for another account, a wrong key or none: one answer for all', async () => {
    const other = await fixture.addAccount();
    const missing = await get('nothing.json');
    const answers = [
      await get('page.html', { 'x-api-key': other.key }),
      await get('page.html', { 'x-api-key': 'qk_wrong' }),
      await supertest(fixture.url).get(`${folder}/page.html`),
      missing,
    ];
    for (const answer of answers) {
      expect(answer.status).toBe(404);
      expect(answer.body).toMatchObject({ error: 'not_found', message: missing.body.message });
      expect(answer.headers).not.toHaveProperty('etag');
    }
  });

  it.each(['..%2f..%2fquarry.sqlite', '%2e%2e', '.', 'a%00b', 'x'.repeat(200)])(
    'know no name like %s',
    async (name) => {
      expect((await get(name)).status).toBe(404);
    },
  );

  it('answer HEAD with the size and no body', async () => {
    const answer = await supertest(fixture.url).head(`${folder}/page.html`).set('x-api-key', key);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-length']).toBe('10');
    expect(answer.text).toBeUndefined();
  });

  it('send a range', async () => {
    const answer = await get('page.html', { range: 'bytes=2-4' });
    expect(answer.status).toBe(206);
    expect(answer.text).toBe('234');
    expect(answer.headers).toMatchObject({ 'content-range': 'bytes 2-4/10', 'content-length': '3' });
  });

  it('refuse a range outside the file', async () => {
    const answer = await get('page.html', { range: 'bytes=10-' });
    expectError(answer, 416, 'range_not_satisfiable');
    expect(answer.headers['content-range']).toBe('bytes */10');
  });

  it('answer 304 for a version that is known, and a range only for the version it belongs to', async () => {
    const { etag } = (await get('page.html')).headers as { etag: string };
    const unchanged = await get('page.html', { 'if-none-match': `"x", W/${etag}` });
    expect(unchanged.status).toBe(304);
    expect(unchanged.text).toBe('');
    expect((await get('page.html', { range: 'bytes=0-1', 'if-range': etag })).status).toBe(206);
    expect((await get('page.html', { range: 'bytes=0-1', 'if-range': '"old"' })).status).toBe(200);
  });

  it('say what the account has left, whatever the answer', async () => {
    const { etag } = (await get('page.html')).headers as { etag: string };
    const answers = [
      await get('page.html'),
      await get('page.html', { range: 'bytes=2-4' }),
      await get('page.html', { 'if-none-match': etag }),
      await get('page.html', { range: 'bytes=10-' }),
      await get('nothing.json'),
      await supertest(fixture.url).delete(`${folder}/page.html`).set('x-api-key', key),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 206, 304, 416, 404, 405]);
    for (const { headers } of answers) {
      expect(headers).toMatchObject({
        'x-credits-remaining': '1000',
        'ratelimit-policy': '"concurrency";q=50;qu="concurrent-requests"',
        ratelimit: '"concurrency";r=50',
        'access-control-expose-headers': expect.stringContaining('x-credits-remaining'),
      });
    }
    const stranger = await get('page.html', { 'x-api-key': 'qk_wrong' });
    expect(stranger.headers).not.toHaveProperty('x-credits-remaining');
  });

  it('let a browser ask beforehand', async () => {
    const answer = await supertest(fixture.url).options(`${folder}/page.html`).set('origin', 'https://app.example');
    expect(answer.status).toBe(204);
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-headers': expect.stringContaining('x-api-key'),
    });
  });

  it('take no other method', async () => {
    const answer = await supertest(fixture.url).delete(`${folder}/page.html`).set('x-api-key', key);
    expect(answer.status).toBe(405);
    expect(answer.headers.allow).toBe('GET, HEAD, OPTIONS');
  });
});

describe('filesMountPath', () => {
  it.each([
    ['http://a.example', 'http://a.example/files', '/files'],
    ['https://a.example/api', 'https://a.example/api/files', '/files'],
    ['https://a.example/api', 'https://files.example/stored', '/stored'],
    ['https://a.example', 'https://files.example', '/'],
  ])('of %s with %s is %s', (baseUrl, filesUrl, expected) => {
    expect(filesMountPath(baseUrl, filesUrl)).toBe(expected);
  });
});
