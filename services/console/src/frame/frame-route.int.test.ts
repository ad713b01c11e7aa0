import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { openConsoleScene, ORIGIN, PICKER_PATH, type ConsoleScene, type Person } from '../../test/console-scene.js';

const ID = randomUUID();

let scene: ConsoleScene;
let person: Person;
beforeAll(async () => {
  scene = await openConsoleScene();
  person = await scene.signUp();
});
afterAll(() => scene.close());
beforeEach(() => scene.gateway.reset());

interface Stored {
  readonly page?: string;
  readonly type?: string;
  /** Of the description of the request. */
  readonly data?: Record<string, unknown>;
  readonly result?: object;
}

/** A gateway that has one request with its files. */
const store = ({ page = '<p>stored</p>', type = 'text/html; charset=utf-8', data = {}, result }: Stored): void => {
  scene.gateway.answer((request, response) => {
    const path = request.url ?? '';
    if (path === `/requests/${ID}`) {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ status: 'ok', data: { id: ID, ...data } }));
    } else if (path === `/files/${person.accountId}/${ID}/result-x1.json`) {
      response.statusCode = 206;
      response.end(JSON.stringify(result).slice(0, 65_536));
    } else if (path === `/files/${person.accountId}/${ID}/page-x1.html`) {
      response.setHeader('content-type', type);
      response.end(page);
    } else {
      response.statusCode = 404;
      response.end('{}');
    }
  });
};

const LINKS = `https://files.example/stored/${'someone'}/${ID}`;
const withPage = (page: string): void => store({ page, data: { html: `${LINKS}/page-x1.html` } });
const frame = (id: string = ID) =>
  scene.call('GET', `/api/frame/${id}`, undefined, person.cookie).set('sec-fetch-dest', 'iframe');

describe('the stored page of a request', () => {
  it('is shown where nothing of it runs, with the picker alone', async () => {
    withPage('<html lang=en><body><h1>Title</h1><script>alert(1)</script></body></html>');
    const response = await frame();
    expect(response.status).toBe(200);
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(response.headers['x-frame-options']).toBe('SAMEORIGIN');
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.headers['content-security-policy']?.split('; ')).toEqual([
      'sandbox allow-scripts',
      "default-src 'none'",
      'img-src data:',
      "style-src 'unsafe-inline'",
      `script-src ${ORIGIN}${PICKER_PATH}`,
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'self'",
    ]);
    expect(response.text).toBe(
      `<!doctype html><html><head><script crossorigin src="${ORIGIN}${PICKER_PATH}"></script>` +
        '<html lang="en"><body><h1>Title</h1><script type="text/plain"></script></body></html>',
    );
  });

  it.each([
    ['a script', '<script src=https://evil.example/x.js></script><script>fetch("/api/keys")</script>', /fetch|evil/],
    ['a handler', '<body onload=alert(1)><img src=x onerror=alert(1)>', /alert/],
    ['an address of code', '<a href="javascript:alert(1)">x</a><iframe src=javascript:alert(1)>', /javascript/i],
    ['a refresh', '<meta http-equiv="refresh" content="0;url=https://evil.example/">', /refresh|evil/],
    ['a base', '<base href="https://evil.example/"><a href="/x">', /evil/],
    ['a form', '<form action="https://evil.example/"><input name=password></form>', /evil/],
    ['a policy of its own', '<meta http-equiv="content-security-policy" content="script-src *">', /script-src \*/],
    ['a broken tag', '<img src="x" onerror="alert(1)"<script>alert(1)</script>', /<script>|onerror="/],
  ])('has no %s left', async (_name, page, forbidden) => {
    withPage(page);
    const { text } = await frame();
    expect(text.slice(text.indexOf('</script>') + 9)).not.toMatch(forbidden);
  });

  it('is found by the link in its result', async () => {
    store({
      data: { result: `${LINKS}/result-x1.json` },
      result: {
        requestMetadata: {
          id: ID,
          status: 'ok',
          json: 'x',
          url: 'https://a.example/?"html":"../evil.html"',
          html: `${LINKS}/page-x1.html`,
        },
        content: 'x'.repeat(100_000),
      },
    });
    expect((await frame()).text).toContain('<p>stored</p>');
    expect(scene.gateway.seen.map(({ url }) => url)).toEqual([
      `/requests/${ID}`,
      `/files/${person.accountId}/${ID}/result-x1.json`,
      `/files/${person.accountId}/${ID}/page-x1.html`,
    ]);
    expect(scene.gateway.seen[1]?.headers.range).toBe('bytes=0-65535');
    for (const { headers } of scene.gateway.seen) expect(headers.authorization).toMatch(/^Bearer qcs_/);
  });

  it.each([
    ['nothing', {}],
    ['a link out of its folder', { data: { html: `${LINKS}/..` } }],
    ['an encoded link', { data: { html: `${LINKS}/..%2f..%2fother%2fpage.html` } }],
    [
      'a result without a page',
      { data: { result: `${LINKS}/result-x1.json` }, result: { requestMetadata: { id: ID } } },
    ],
    ['something else than a page', { data: { html: `${LINKS}/page-x1.html` }, type: 'application/pdf' }],
  ])('is not there for a request with %s', async (_name, stored) => {
    store(stored);
    const response = await frame();
    expect([response.status, response.body.error]).toEqual([404, 'not_found']);
    const asked = scene.gateway.seen.map(({ url }) => url.split('/').at(-1));
    expect(asked.filter((name) => ![ID, 'page-x1.html', 'result-x1.json'].includes(name ?? ''))).toEqual([]);
  });

  it.each(['x', '..', '%2e%2e', `${ID}x`, `${ID}%2f..`])('is not asked for by the id %s', async (id) => {
    expect((await frame(id)).status).toBe(404);
    expect(scene.gateway.seen).toEqual([]);
  });

  it('of another account is not there', async () => {
    scene.gateway.answer((_request, response) => void response.writeHead(404).end('{}'));
    expect((await frame(randomUUID())).status).toBe(404);
  });

  it('is refused where it is too large', async () => {
    withPage('<p>'.repeat(4_000_000));
    const response = await frame();
    expect([response.status, response.body.error]).toEqual([413, 'payload_too_large']);
  });

  it('opens in a frame alone', async () => {
    withPage('<p>stored</p>');
    for (const destination of ['document', 'script', 'empty', 'embed']) {
      const response = await frame().set('sec-fetch-dest', destination);
      expect([response.status, response.body.error]).toEqual([403, 'forbidden_origin']);
    }
  });

  it('names the picker under the address that the person uses, if it is one of ours', async () => {
    withPage('<p>stored</p>');
    expect((await frame().set('host', 'localhost:3001')).headers['content-security-policy']).toContain(
      `script-src http://localhost:3001${PICKER_PATH}`,
    );
    expect((await frame().set('host', 'evil.example')).headers['content-security-policy']).toContain(
      `script-src ${ORIGIN}${PICKER_PATH}`,
    );
  });

  it('runs nothing at all while the app is not built', async () => {
    const bare = await openConsoleScene({
      gatewayUrl: scene.gateway.url,
      web: { assets: new Map(), page: undefined, pickerPath: undefined },
    });
    try {
      const guest = await bare.signUp();
      scene.gateway.answer((request, response) => {
        if (request.url?.startsWith('/files/')) response.setHeader('content-type', 'text/html').end('<p>stored</p>');
        else response.end(JSON.stringify({ data: { html: 'x/page-x1.html' } }));
      });
      const response = await guest.call('GET', `/api/frame/${ID}`);
      expect(response.text).toBe('<!doctype html><html><head><p>stored</p>');
      expect(response.headers['content-security-policy']).not.toContain('script-src');
    } finally {
      await bare.close();
    }
  });

  it('is not available while the gateway is away or refuses', async () => {
    scene.gateway.answer((_request, response) => void response.writeHead(503).end('{}'));
    expect((await frame()).body.error).toBe('api_unavailable');
    scene.gateway.answer((_request, response) => void response.destroy());
    expect((await frame()).body.error).toBe('api_unavailable');
  });
});
