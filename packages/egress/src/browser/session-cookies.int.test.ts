import { afterEach, describe, expect, it } from '@jest/globals';
import type { CookieChange, KeptCookie } from '@quarry/contracts';
import { createBrowserTierScene } from '../../test/scene/browser-tier-scene.js';
import { pageOf, textOf, toLoopback } from '../../test/scene/http-tier-scene.js';

const scene = createBrowserTierScene();
afterEach(() => scene.close());

const kept = (name: string, given: Partial<KeptCookie> = {}): KeptCookie => ({
  ...{ name, value: `of-${name}`, domain: 'a.example', path: '/', isHostOnly: true, isSecure: false },
  ...{ isHttpOnly: false, setAtMs: 1, ...given },
});

const serve = async (page: string, headers: Record<string, string | string[]> = {}) => {
  const seen: string[] = [];
  const port = await scene.serve((request, response) => {
    const { host = '', cookie = '' } = request.headers;
    if (request.url !== '/favicon.ico') seen.push(`${host.split(':')[0]}${request.url} ${cookie}`);
    response.writeHead(200, { 'content-type': 'text/html', ...headers }).end(page);
  });
  const browse = (cookies: readonly KeptCookie[], path = '/') =>
    scene.browse({ url: `http://a.example:${port}${path}`, resolver: toLoopback, session: { cookies } });
  return { seen, browse, port };
};

const words = (changes: readonly CookieChange[] = []) =>
  changes.map(({ name, value, isDeleted }) => (isDeleted ? `-${name}` : `${name}=${value}`)).toSorted();

describe('a page of a session in the browser', () => {
  it('begins with its cookies, each where it belongs, and tells what it did to them', async () => {
    const script = `<p id=o></p><script>o.textContent = document.cookie; document.cookie = 'script=1; path=/';
      document.cookie = 'gone=; path=/; max-age=0'</script><img src="http://b.a.example:PORT/i"><img src="http://b.example:PORT/i">`;
    const site = await serve('', {});
    const { seen, browse, port } = await serve(script.replaceAll('PORT', String(site.port)), {
      'set-cookie': ['sid=2; Path=/; HttpOnly'],
    });
    const result = await scene.browse({
      ...{ url: `http://a.example:${port}/`, allow: [port, site.port], resolver: toLoopback, blockResources: false },
      session: {
        cookies: [
          kept('sid'),
          kept('gone'),
          kept('same', { expiresAtMs: Date.now() + 3_600_000 }),
          kept('wide', { isHostOnly: false }),
          kept('safe', { isSecure: true }),
          kept('foreign', { domain: 'b.example' }),
        ],
      },
    });
    expect(textOf(result)).toContain('gone=of-gone; same=of-same; wide=of-wide');
    expect(seen[0]).toMatch(/^a\.example\/ sid=of-sid; gone=of-gone; same=of-same; wide=of-wide$/);
    expect(site.seen.toSorted()).toEqual(['b.a.example/i wide=of-wide', 'b.example/i ']);
    expect(words(pageOf(result).cookieChanges)).toEqual(['-gone', 'script=1', 'sid=2']);
    const script1 = pageOf(result).cookieChanges?.find(({ name }) => name === 'script');
    expect(script1).toMatchObject({ domain: 'a.example', isHostOnly: true, isSecure: false, isHttpOnly: false });
    expect((await browse([])).isAnswered).toBe(true);
    expect(seen[1]).toBe('a.example/ ');
  });

  it('leaves out a cookie that the browser does not accept, and keeps the session’s', async () => {
    const { seen, browse } = await serve('<p>x</p>');
    const result = await browse([kept('sid'), kept('__Host-bad', { path: '/p' }), kept('x', { sameSite: 'none' })]);
    expect(seen[0]).toContain('sid=of-sid');
    expect(seen[0]).not.toContain('__Host-bad');
    expect(pageOf(result).cookieChanges).toEqual([]);
  });

  it('takes them along where a document is fetched by plain HTTP', async () => {
    const { seen, browse } = await serve('bytes', {
      ...{ 'content-type': 'application/octet-stream', 'content-disposition': 'attachment' },
      'set-cookie': ['sid=2; Path=/'],
    });
    const result = await browse([kept('sid'), kept('same')], '/file');
    expect(pageOf(result)).toMatchObject({ isRendered: false });
    expect(seen).toEqual(['a.example/file sid=of-sid; same=of-same', 'a.example/file same=of-same; sid=2']);
    expect(words(pageOf(result).cookieChanges)).toContain('sid=2');
  });
});
