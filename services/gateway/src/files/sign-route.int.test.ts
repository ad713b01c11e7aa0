import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { expectError } from '../../test/expect-error.js';
import { startGatewayFixture, type GatewayFixture } from '../../test/gateway-fixture.js';

const FILES = 'http://127.0.0.1:3000/files';
const BODY = 'what one account has stored';

let fixture: GatewayFixture;

beforeAll(async () => {
  fixture = await startGatewayFixture();
});
afterAll(() => fixture.close());

const scene = async () => {
  const { account, key } = await fixture.addAccount();
  const path = `${account.id}/${randomUUID()}/page.txt`;
  const [accountId = '', requestId = '', name = ''] = path.split('/');
  await fixture.files.put({ accountId, requestId, name }, BODY);
  const sign = (body: object, apiKey = key) =>
    supertest(fixture.url).post('/files/sign').set('x-api-key', apiKey).send(body);
  const signed = async (expiresInSeconds = 60): Promise<URL> => {
    const answer = await sign({ url: `${FILES}/${path}`, expiresInSeconds });
    expect(answer.status).toBe(200);
    return new URL(answer.body.data.url);
  };
  return { key, path, sign, signed };
};
const open = (url: URL) => supertest(fixture.url).get(`${url.pathname}${url.search}`).buffer(true);

describe('a signed link', () => {
  it('opens without a key until it expires', async () => {
    const { signed } = await scene();
    const url = await signed(60);
    const answer = await open(url);
    expect([answer.status, answer.text]).toEqual([200, BODY]);
    expect(answer.headers['cache-control']).toMatch(/^private, max-age=(?:60|59|58)$/);
    fixture.advance(60_000);
    expectError(await open(url), 401, 'unauthorized');
  });

  it('opens its own file alone, and only as it was signed', async () => {
    const [one, other] = [await scene(), await scene()];
    const url = await one.signed();
    const moved = new URL(url);
    moved.pathname = `/files/${other.path}`;
    const longer = new URL(url);
    longer.searchParams.set('expires', String(Number(url.searchParams.get('expires')) + 1));
    const altered = new URL(url);
    altered.searchParams.set('signature', 'A'.repeat(43));
    const bare = new URL(url);
    bare.searchParams.delete('signature');
    for (const link of [moved, longer, altered, bare]) expectError(await open(link), 401, 'unauthorized');
    expectError(await open(moved).set('x-api-key', one.key), 404, 'not_found');
  });

  it('is made for files of the account alone', async () => {
    const [one, other] = [await scene(), await scene()];
    expectError(await one.sign({ url: `${FILES}/${other.path}` }), 404, 'not_found');
    expectError(await one.sign({ url: `${FILES}/${one.path}.gone` }), 404, 'not_found');
    expectError(await one.sign({ url: `https://elsewhere.example/files/${one.path}` }), 404, 'not_found');
    expectError(await one.sign({ url: `${FILES}/${one.path}` }, 'no key'), 401, 'unauthorized');
  });

  it('lasts 7 days at most', async () => {
    const { sign, path } = await scene();
    const answer = await sign({ expiresInSeconds: 604_801, url: 'no url', more: 1, path });
    expectError(answer, 422, 'validation_failed');
    const fields = (answer.body as { errors: { field: string }[] }).errors.map(({ field }) => field);
    expect(fields.sort()).toEqual(['expiresInSeconds', 'more', 'path', 'url']);
    const week = await sign({ url: `${FILES}/${path}`, expiresInSeconds: 604_800 });
    expect(Date.parse(week.body.data.expiresAt) - fixture.clock()).toBeGreaterThan(604_790_000);
  });
});

describe('a stored file without a key', () => {
  it('says that a key is missing', async () => {
    const { path } = await scene();
    const answer = await supertest(fixture.url).get(`/files/${path}`);
    expectError(answer, 401, 'unauthorized');
    expect(answer.text).not.toContain(BODY);
  });
});
