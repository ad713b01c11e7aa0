import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { openConsoleScene, type ConsoleScene } from '../../test/console-scene.js';
import { readWebFiles } from './web-files.js';

const PAGE = '<!doctype html><title>Quarry</title>';
const SCRIPT = `console.log(${JSON.stringify('x'.repeat(5_000))})`;

let folder: string;
let scene: ConsoleScene;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'quarry-web-'));
  mkdirSync(path.join(folder, 'assets'));
  for (const [name, text] of [
    ['index.html', PAGE],
    ['robots.txt', 'User-agent: *\nDisallow: /\n'],
    ['assets/index-a1.js', SCRIPT],
    ['assets/index-a1.js.map', '{}'],
    ['assets/picker-b2.js', 'parent.postMessage(1)'],
    ['assets/logo-c3.svg', '<svg/>'],
    ['assets/notes.unknown', 'x'],
  ] as const) {
    writeFileSync(path.join(folder, name), text);
  }
  symlinkSync('/etc', path.join(folder, 'etc'));
  scene = await openConsoleScene({ web: readWebFiles(folder) });
});
afterAll(async () => {
  await scene.close();
  rmSync(folder, { recursive: true });
});

const get = (address: string, accept = 'text/html') => supertest(scene.url).get(address).set('accept', accept);

describe('the page of the app', () => {
  it.each(['/', '/index.html', '/requests/0a1b', '/link/x', '/settings/keys', '/etc/passwd', '/robots', '/%2e%2e/x'])(
    'is at %s',
    async (address) => {
      const response = await get(address);
      expect([response.status, response.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
      expect(response.text).toContain('<!doctype html>');
      expect(response.headers['cache-control']).toBe('no-store');
    },
  );

  it('has a strict policy that allows nothing inline', async () => {
    const { headers } = await get('/');
    expect(headers['content-security-policy']).toBe(
      "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; " +
        "font-src 'self'; connect-src 'self'; frame-src 'self'; worker-src 'self'; object-src 'none'; " +
        "frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
    );
  });

  it('is not what a program gets that wants data', async () => {
    const response = await get('/requests', 'application/json');
    expect([response.status, response.body.error]).toEqual([404, 'not_found']);
    expect((await supertest(scene.url).post('/')).status).toBe(404);
  });

  it('says so while it is not built', async () => {
    const bare = await openConsoleScene({ web: readWebFiles(path.join(folder, 'nothing')) });
    try {
      const response = await supertest(bare.url).get('/').set('accept', 'text/html');
      expect([response.status, response.text]).toEqual([503, 'The web app is not built. Run npm run build.\n']);
    } finally {
      await bare.close();
    }
  });
});

describe('a file of the app', () => {
  it('is kept by browsers forever, as its name has a hash', async () => {
    const response = await get('/assets/index-a1.js', '*/*');
    expect(response.headers).toMatchObject({
      ...{ 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'public, max-age=31536000, immutable' },
      ...{
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
        vary: 'accept-encoding',
      },
    });
    expect(response.text).toBe(SCRIPT);
    expect(response.headers).not.toHaveProperty('access-control-allow-origin');
    const again = await get('/assets/index-a1.js').set('if-none-match', String(response.headers['etag']));
    expect([again.status, again.text]).toEqual([304, '']);
  });

  it.each(['br', 'gzip'])('is sent as %s to whoever accepts it', async (encoding) => {
    const response = await get('/assets/index-a1.js').set('accept-encoding', encoding);
    expect(response.headers['content-encoding']).toBe(encoding);
    expect(Number(response.headers['content-length'])).toBeLessThan(500);
    expect(response.text).toBe(SCRIPT);
  });

  it('without a hash is looked at again', async () => {
    expect((await get('/robots.txt')).headers['cache-control']).toBe('no-cache');
  });

  it('that stored pages load may be loaded from nowhere', async () => {
    const { headers } = await get('/assets/picker-b2.js');
    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    });
    expect(readWebFiles(folder).pickerPath).toBe('/assets/picker-b2.js');
  });

  it.each([
    '/assets/none.js',
    '/assets/',
    '/assets/../index.html',
    '/assets/%2e%2e/robots.txt',
    '/assets/index-a1.js.map',
    '/assets/notes.unknown',
    '/assets/index-a1.js/',
  ])('is not %s', async (address) => expect((await get(address)).text).not.toContain('console.log'));

  it.each(['/assets/none.js', '/assets/index-a1.js.map', '/assets/..%2f..%2fetc%2fpasswd'])(
    '%s is a 404, not the page',
    async (address) => {
      expect((await get(address)).status).toBe(404);
    },
  );
});
