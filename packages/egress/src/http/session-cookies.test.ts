import type { IncomingMessage, RequestListener } from 'node:http';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { KeptCookie } from '@quarry/contracts';
import { createHttpTierScene, pageOf, toLoopback } from '../../test/scene/http-tier-scene.js';
import { createCookieJar, MAX_COOKIE_LIFE_MS, MAX_COOKIES } from './cookie-jar.js';

const scene = createHttpTierScene();
afterEach(() => scene.close());

const kept = (given: Partial<KeptCookie> = {}): KeptCookie => ({
  ...{ name: 'sid', value: '1', domain: 'a.example', path: '/', isHostOnly: true, isSecure: false },
  ...{ isHttpOnly: true, setAtMs: 1, ...given },
});

describe('the cookies of a session', () => {
  it.each<[string, Partial<KeptCookie>, string, string]>([
    ['to their host', {}, 'https://a.example/x', 'sid=1'],
    ['not to a subdomain', {}, 'https://b.a.example/', ''],
    ['to a subdomain where they are of a domain', { isHostOnly: false }, 'https://b.a.example/', 'sid=1'],
    ['not to a host that ends alike', { isHostOnly: false }, 'https://ba.example/', ''],
    ['not to another path', { path: '/p' }, 'https://a.example/pq', ''],
    ['not in the clear where they are secure', { isSecure: true }, 'http://a.example/', ''],
    ['to a navigation whatever their SameSite is', { sameSite: 'strict' }, 'https://a.example/', 'sid=1'],
  ])('are sent %s', (_, cookie, url, expected) => {
    expect(createCookieJar([kept(cookie)]).headerFor(new URL(url))).toBe(expected);
  });

  it('are changed by the target alone, which is told with all that it said', () => {
    const jar = createCookieJar([kept(), kept({ name: 'old' })]);
    const before = Date.now();
    jar.store(new URL('https://a.example/'), [
      'sid=2; Path=/; Secure; SameSite=Lax; Max-Age=60',
      'old=; Path=/; Max-Age=0',
      'far=1; Max-Age=99999999999',
    ]);
    const [sid, old, far] = jar.changes();
    expect(sid).toMatchObject({ name: 'sid', value: '2', isSecure: true, isHttpOnly: false, sameSite: 'lax' });
    expect(Math.abs((sid?.expiresAtMs ?? 0) - before - 60_000)).toBeLessThan(5_000);
    expect(old).toMatchObject({ name: 'old', isDeleted: true });
    expect(far?.expiresAtMs).toBeLessThanOrEqual(Date.now() + MAX_COOKIE_LIFE_MS);
    expect(jar.headerFor(new URL('https://a.example/'))).toBe('sid=2; far=1');
  });

  it('that are secure are not replaced in the clear', () => {
    const jar = createCookieJar([kept({ isSecure: true })]);
    jar.store(new URL('http://a.example/'), ['sid=evil; Path=/', 'sid=; Path=/; Max-Age=0']);
    expect(jar.changes()).toEqual([]);
    expect(jar.headerFor(new URL('https://a.example/'))).toBe('sid=1');
  });

  it('that are secure are not hidden in the clear by those of hosts that share them', () => {
    const url = new URL('http://b.a.example/p/q');
    const jar = createCookieJar([kept({ isSecure: true, domain: 'b.a.example' }), kept({ name: 'free' })]);
    jar.store(url, ['sid=evil; Path=/; Domain=a.example', 'sid=evil; Path=/p/q', 'free=1; Path=/; Domain=a.example']);
    expect(jar.changes().map(({ name }) => name)).toEqual(['free']);
    jar.store(new URL('http://other.example/'), ['sid=own; Path=/']);
    expect(jar.headerFor(new URL('http://other.example/'))).toBe('sid=own');
  });

  it('go over the wire in UTF-8, and are the same text as in the browser', async () => {
    const seen: string[] = [];
    const port = await scene.serve((request, response) => {
      seen.push(Buffer.from(request.headers.cookie ?? '', 'latin1').toString('utf8'));
      response.setHeader('set-cookie', Buffer.from('größe=日本; Path=/', 'utf8').toString('latin1'));
      // Beside text, the server would write its headers in UTF-8 once more.
      response.end(Buffer.from('x'));
    });
    const session = { cookies: [kept({ value: 'ü 石', domain: '127.0.0.1' })] };
    const first = pageOf(await scene.run({ url: `http://127.0.0.1:${port}/`, session })).cookieChanges ?? [];
    expect(first).toMatchObject([{ name: 'größe', value: '日本' }]);
    await scene.run({ url: `http://127.0.0.1:${port}/`, session: { cookies: first } });
    expect(seen).toEqual(['sid=ü 石', 'größe=日本']);
  });

  it('leave room for those that a fetch adds, and no more', () => {
    const many = Array.from({ length: MAX_COOKIES }, (_value, at) => kept({ name: `k${at}` }));
    const jar = createCookieJar(many);
    jar.store(
      new URL('https://a.example/'),
      Array.from({ length: MAX_COOKIES + 5 }, (_value, at) => `n${at}=v`),
    );
    expect(jar.changes()).toHaveLength(MAX_COOKIES);
  });

  it('follow a redirect to another site and come back, each site with its own', async () => {
    const seen: IncomingMessage[] = [];
    const listen: RequestListener = (request, response) => {
      seen.push(request);
      const { host = '' } = request.headers;
      const [name, port] = host.split(':');
      if (request.url === '/start') {
        response.writeHead(302, { location: `http://b.example:${port}/other`, 'set-cookie': 'seen=1; Path=/' }).end();
      } else if (request.url === '/other') {
        response.writeHead(302, { location: `http://a.example:${port}/end`, 'set-cookie': 'b=1; Path=/' }).end();
      } else response.setHeader('set-cookie', `last=${name}`).end('end');
    };
    const port = await scene.serve(listen);
    const session = { cookies: [kept(), kept({ name: 'b-own', domain: 'b.example' })] };
    const result = await scene.run({ url: `http://a.example:${port}/start`, resolver: toLoopback, session });
    expect(seen.map(({ headers }) => headers.cookie)).toEqual(['sid=1', 'b-own=1', 'sid=1; seen=1']);
    const changes = pageOf(result).cookieChanges ?? [];
    expect(changes.map(({ name, domain }) => `${name} ${domain}`)).toEqual([
      'seen a.example',
      'b b.example',
      'last a.example',
    ]);
  });

  it('are of no other fetch', async () => {
    const port = await scene.serve((_, response) => response.setHeader('set-cookie', 'sid=1').end('x'));
    const result = await scene.run({ url: `http://127.0.0.1:${port}/` });
    expect(pageOf(result)).not.toHaveProperty('cookieChanges');
  });
});
