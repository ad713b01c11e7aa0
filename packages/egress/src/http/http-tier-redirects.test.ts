import type { IncomingMessage, RequestListener } from 'node:http';
import { afterEach, describe, expect, it } from '@jest/globals';
import { MAX_REDIRECTS } from './http-tier.js';
import { createHttpTierScene, failureOf, pageOf, textOf, toLoopback } from '../../test/scene/http-tier-scene.js';

const scene = createHttpTierScene();
const { openCanary, run, serve } = scene;
afterEach(() => scene.close());

describe('redirects', () => {
  it.each([301, 302, 303, 307, 308])(
    'follows %i and keeps cookies, fragment and the caller’s secrets at home',
    async (code) => {
      const seen: IncomingMessage[] = [];
      const port = await serve((request, response) => {
        seen.push(request);
        if (request.url === '/start') {
          const cookies = ['user=1; Path=/', 'sid=1; Path=/', 'deep=1; Path=/deep', 'other=1; Domain=else.example'];
          response.writeHead(code, { location: '/end', 'set-cookie': cookies }).end('unread');
        } else response.end('end');
      });
      const headers = { Cookie: 'user=9; mine=1', Authorization: 'Basic x', 'X-Api-Key': 'k' };
      const result = await run({ url: `http://127.0.0.1:${port}/start#part`, headers });
      expect(pageOf(result)).toMatchObject({ url: `http://127.0.0.1:${port}/end#part`, isRedirected: true });
      expect(seen[1]?.headers).toMatchObject({
        cookie: 'mine=1; user=1; sid=1',
        authorization: 'Basic x',
        'x-api-key': 'k',
      });
    },
  );

  it('drops the caller’s secrets for good when the way leaves their origin', async () => {
    const seen: IncomingMessage[] = [];
    const way: Record<string, () => string> = {
      '/': () => `http://127.0.0.1:${away}/away`,
      '/away': () => '/away/2',
      '/away/2': () => `http://127.0.0.1:${home}/back`,
      '/back': () => '/back/2',
    };
    const record: RequestListener = (request, response) => {
      seen.push(request);
      const location = way[request.url ?? '']?.();
      if (location === undefined) response.end('back');
      else response.writeHead(302, { location }).end();
    };
    const home: number = await serve(record);
    const away: number = await serve(record);
    const headers = { cookie: 'mine=1', authorization: 'Bearer x', 'x-auth-token': 't', 'x-plain': 'p' };
    expect(textOf(await run({ url: `http://127.0.0.1:${home}/`, allow: [home, away], headers }))).toBe('back');
    expect(seen.map(({ url }) => url)).toEqual(['/', '/away', '/away/2', '/back', '/back/2']);
    expect(seen[0]?.headers).toMatchObject({ cookie: 'mine=1', authorization: 'Bearer x' });
    for (const { headers: sent } of seen.slice(1)) {
      expect(sent).toMatchObject({ 'x-plain': 'p', 'x-auth-token': 't' });
      expect([sent.cookie, sent.authorization]).toEqual([undefined, undefined]);
    }
  });

  it.each([
    (port: number) => `http://127.0.0.1:${port}/`,
    (port: number) => `http://localhost:${port}/`,
    (port: number) => `//0x7f.1:${port}/`,
    (port: number) => `http://[::1]:${port}/`,
    (port: number) => `http://[::ffff:127.0.0.1]:${port}/`,
    (port: number) => `http://inner.example:${port}/`,
    () => 'file:///etc/passwd',
    () => 'javascript:alert(1)',
  ])('never follows into forbidden places (%#)', async (locate) => {
    const canary = await openCanary();
    const port = await serve((_request, response) => response.writeHead(302, { location: locate(canary.port) }).end());
    const result = await run({ url: `http://127.0.0.1:${port}/`, resolver: toLoopback });
    expect(failureOf(result)).toMatch(/^(?:forbidden\/|dns_error\/ENOTFOUND$)/);
    expect(canary.touched()).toBe(0);
  });

  it('stops after the bound', async () => {
    let count = 0;
    const port = await serve((_request, response) => {
      count += 1;
      response.writeHead(302, { location: `/${count}` }).end();
    });
    expect(failureOf(await run({ url: `http://127.0.0.1:${port}/` }))).toBe('connection_error/too_many_redirects');
    expect(count).toBe(MAX_REDIRECTS + 1);
  });

  it('follows exactly as many as the bound allows, and reads raw UTF-8 in Location', async () => {
    const port = await serve((request, response) => {
      const at = Number(new URL(request.url ?? '', 'http://x').pathname.slice(1));
      if (at < MAX_REDIRECTS)
        response.writeHead(302, { location: Buffer.from(`/${at + 1}?ü`).toString('latin1') }).end();
      else response.end(request.url);
    });
    expect(textOf(await run({ url: `http://127.0.0.1:${port}/0` }))).toBe(`/${MAX_REDIRECTS}?%C3%BC`);
  });

  it('answers with a redirect that names no target, and refuses a malformed one', async () => {
    const bare = await serve((_request, response) => response.writeHead(302).end('here'));
    expect(textOf(await run({ url: `http://127.0.0.1:${bare}/` }))).toBe('here');
    const broken = await serve((_request, response) => response.writeHead(302, { location: 'http://[' }).end());
    expect(failureOf(await run({ url: `http://127.0.0.1:${broken}/` }))).toBe('connection_error/bad_redirect');
  });
});
