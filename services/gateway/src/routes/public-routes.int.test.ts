import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ERROR_CODES, OPERATIONS } from '@quarry/contracts';
import supertest from 'supertest';
import { startGatewayFixture, type GatewayFixture } from '../../test/gateway-fixture.js';

let fixture: GatewayFixture;
beforeAll(async () => {
  fixture = await startGatewayFixture({ ownRedis: true });
});
afterAll(() => fixture.close());
const get = (path: string) => supertest(fixture.url).get(path).redirects(0);

describe('what needs no key', () => {
  it('is the contract as OpenAPI', async () => {
    const answer = await get('/openapi.json');
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
    expect(answer.body.openapi).toMatch(/^3\.1/);
    expect(Object.keys(answer.body.paths)).toEqual(expect.arrayContaining(OPERATIONS.map(({ path }) => path)));
  });

  it('is a page that runs files of the gateway alone, which may be cached for good', async () => {
    const { text, headers } = await get('/docs');
    expect(headers['content-type']).toMatch(/^text\/html/);
    expect(headers['cache-control']).toBe('no-store');
    const nonce = /csp-nonce" content="([^"]+)"/.exec(text)?.[1] ?? '';
    expect(headers['content-security-policy']).toContain(`script-src 'self'; style-src 'self' 'nonce-${nonce}'`);
    expect((await get('/docs')).text).not.toContain(nonce);
    expect(text).not.toMatch(/<script(?! type="module" src=")|<style|\son\w+=/i);
    const paths = [...text.matchAll(/(?:src|href)="(\/docs\/[^"]+)"/g)].map(([, path]) => path ?? '');
    expect(paths).toHaveLength(2);
    for (const path of [...paths, paths[0]?.replace(/[\w.]+$/, 'standalone.esm.js') ?? '']) {
      const file = await get(path);
      expect([path, file.status, file.headers['cache-control']]).toEqual([
        path,
        200,
        'public, max-age=31536000, immutable',
      ]);
    }
  });

  it('has no files beside those of the reference', async () => {
    const { text } = await get('/docs');
    const [folder = ''] = /\/docs\/assets\/[^/"]+/.exec(text) ?? [];
    for (const name of ['nothing.js', '..%2f..%2fpackage.json', '%2e%2e/package.json', 'standalone.js', '']) {
      expect([name, (await get(`${folder}/${name}`)).status]).toEqual([name, 404]);
    }
    expect((await get('/docs/assets/0.0.1/reference.js')).status).toBe(404);
  });

  it.each(['/llms.txt', '/llms-full.txt'])('is a text for language models at %s', async (path) => {
    const { text, headers } = await get(path);
    expect(headers['content-type']).toMatch(/^text\/plain/);
    for (const operation of OPERATIONS) expect(text).toContain(operation.path);
    if (path === '/llms-full.txt') for (const code of ERROR_CODES) expect(text).toContain(`\`${code}\``);
  });

  it('is the way from the root to the docs', async () => {
    const answer = await get('/');
    expect({ status: answer.status, location: answer.headers.location }).toEqual({ status: 302, location: '/docs' });
  });

  it('carries the safe headers', async () => {
    const { headers } = await get('/healthz');
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': expect.any(String),
      'referrer-policy': 'no-referrer',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'x-request-id': expect.any(String),
      'x-credits-charged': '0',
    });
    expect(headers).not.toHaveProperty('x-powered-by');
  });
});

describe('the account', () => {
  it('sees its credits and places', async () => {
    const { key } = await fixture.addAccount({ credits: 500, concurrency: 7 });
    const answer = await get('/user/me/usage').set('x-api-key', key);
    expect(answer.body).toEqual({
      status: 'ok',
      data: {
        totalCredits: 500,
        availableCredits: 500,
        heldCredits: 0,
        periodStart: expect.stringMatching(/Z$/),
        periodEnd: expect.stringMatching(/Z$/),
        concurrentRequests: 7,
        availableConcurrency: 7,
        freeCreditsUsed: 0,
        freeCreditsBudget: 500,
        storedBytes: 0,
        storedBytesLimit: 1_000_000,
      },
    });
    expect(answer.headers['x-credits-remaining']).toBe('500');
    expect((await get('/user/me/usage')).status).toBe(401);
  });
});

describe('readiness', () => {
  it('is lost with Redis, without saying which part it was', async () => {
    expect((await get('/readyz')).status).toBe(200);
    await fixture.redis.kill();
    const answer = await get('/readyz');
    expect(answer.status).toBe(503);
    expect(JSON.stringify(answer.body)).not.toMatch(/redis/i);
    expect((await get('/healthz')).status).toBe(200);
    await fixture.redis.start();
  });
});
