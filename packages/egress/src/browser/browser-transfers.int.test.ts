import { afterEach, describe, expect, it } from '@jest/globals';
import { createBrowserTierScene, MAX_BODY } from '../../test/scene/browser-tier-scene.js';
import { failureOf, pageOf } from '../../test/scene/http-tier-scene.js';

const scene = createBrowserTierScene();
const { browse: run, serve, serveRaw, serveRoutes } = scene;
afterEach(() => scene.close());

describe('cookies of the target', () => {
  it('replace the caller’s of the same name, behind a redirect and on the page', async () => {
    const { port, seen } = await serveRoutes({
      '/': { body: '', status: 302, headers: { location: '/page', 'set-cookie': 'u=1; Path=/' } },
      '/page': '<script src=/own.js></script>',
      '/own.js': { type: 'text/javascript', body: '' },
    });
    await run({ url: `http://127.0.0.1:${port}/`, headers: { Cookie: 'u=9; mine=1' } });
    const sent = seen.filter(({ url }) => url !== '/favicon.ico').map(({ headers }) => headers.cookie);
    expect(sent).toEqual(['u=9; mine=1', 'mine=1; u=1', 'mine=1; u=1']);
  });
});

describe('bytes', () => {
  it('refuses a document above the bound', async () => {
    const { port } = await serveRoutes({ '/': `<script>document.write('x'.repeat(${MAX_BODY}))</script>` });
    expect(failureOf(await run({ url: `http://127.0.0.1:${port}/` }))).toBe('too_large/body_too_large');
  });

  it('asks for a text once, and for other documents with the cookies of the page', async () => {
    const { port, seen, paths } = await serveRoutes({
      '/': `<script>document.cookie = 'js=1'; location = '/file'</script>`,
      '/file': { type: 'application/pdf', body: '%PDF-1.4' },
      '/json': { type: 'application/json', body: '{}' },
    });
    await run({ url: `http://127.0.0.1:${port}/json` });
    expect(paths().filter((path) => path !== '/favicon.ico')).toEqual(['/json']);
    const page = pageOf(await run({ url: `http://127.0.0.1:${port}/`, headers: { Cookie: 'js=0; mine=1' } }));
    expect(Buffer.from(page.body).toString()).toBe('%PDF-1.4');
    expect(seen.findLast(({ url }) => url === '/file')).toMatchObject({ headers: { cookie: 'mine=1; js=1' } });
  });
});

describe('broken transfers', () => {
  const CUT = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 5000\r\n\r\n<p>the beginning';
  const CHUNK = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n<p>\r\n';

  it.each([
    ['a length that was not kept', CUT],
    ['chunks that just end', CHUNK],
    ['data cut short', CUT.replace('text/html', 'application/json')],
  ])('%s: no page', async (_name, answer) => {
    const port = await serveRaw(answer);
    expect(failureOf(await run({ url: `http://127.0.0.1:${port}/` }))).toMatch(/^connection_error\/ERR_[A-Z_]+$/);
  });

  it('are seen where a script leads to them, and those that never end are waited for', async () => {
    const port = await serve((request, response) => {
      if (request.url === '/endless' || request.url === '/cut') {
        response.writeHead(200, { 'content-type': 'text/html', 'content-length': 5000 }).write('<p>the beginning');
        if (request.url === '/cut') setTimeout(() => response.destroy(), 100);
      } else
        response.setHeader('content-type', 'text/html').end(`<script>location = '${request.url}'.slice(3)</script>`);
    });
    const at = (path: string) => `http://127.0.0.1:${port}${path}`;
    expect(failureOf(await run({ url: at('/to/cut') }))).toMatch(/^connection_error\/ERR_/);
    // It has settled long before its time is over.
    const limits = { loadWaitMs: 500, quietWaitMs: 500 };
    const [direct, led] = await Promise.all([
      run({ url: at('/endless'), pageTimeoutMs: 2_000 }),
      run({ url: at('/to/endless'), pageTimeoutMs: 4_000, limits }),
    ]);
    expect(direct).toMatchObject({ isAnswered: false, stopped: 'page_timeout' });
    expect(led).toMatchObject({ isAnswered: false, stopped: 'page_timeout' });
  });
});
