import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import supertest, { type Test } from 'supertest';
import { GATEWAY_ROUTES } from '../gateway/gateway-paths.js';
import { openConsoleScene, ORIGIN, PASSWORD, type ConsoleScene, type Person } from '../../test/console-scene.js';
import { originsOf } from './origin-guard.js';

let scene: ConsoleScene;
let person: Person;
beforeAll(async () => {
  scene = await openConsoleScene();
  person = await scene.signUp();
});
afterAll(() => scene.close());
beforeEach(() => scene.gateway.reset());

const CHANGING = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** Every call that changes something, of the console and of the gateway through it. */
const changingCalls = (): readonly { readonly method: string; readonly path: string }[] => [
  ...scene.routes.filter(({ method }) => CHANGING.has(method)),
  ...GATEWAY_ROUTES.filter(({ method }) => CHANGING.has(method)).map(({ method, path }) => ({
    method,
    path: `/api/gateway${path}`,
  })),
];

const plain = (method: string, path: string): Test =>
  supertest(scene.url)[method.toLowerCase() as 'get'](path.replace(/:\w+/g, 'x')).set('cookie', person.cookie);

/** How a page of somebody else may call, each lacking one thing that our own pages have. */
const FOREIGN: readonly (readonly [string, (test: Test) => Test])[] = [
  ['a form', (test) => test.set('origin', ORIGIN).type('form').send('email=a%40b.com')],
  [
    'a form of text',
    (test) => test.set('origin', ORIGIN).set('x-quarry-console', '1').type('text/plain').send('{"a":1}'),
  ],
  [
    'a form with files',
    (test) =>
      test.set('origin', ORIGIN).set('x-quarry-console', '1').type('multipart/form-data; boundary=x').send('--x--'),
  ],
  ['no header of ours', (test) => test.set('origin', ORIGIN).send({})],
  ['another value of it', (test) => test.set('origin', ORIGIN).set('x-quarry-console', 'true').send({})],
  ['no origin', (test) => test.set('x-quarry-console', '1').send({})],
  ['a foreign origin', (test) => test.set('origin', 'https://evil.example').set('x-quarry-console', '1').send({})],
  ['the origin of a sandbox', (test) => test.set('origin', 'null').set('x-quarry-console', '1').send({})],
  ['another port', (test) => test.set('origin', 'http://127.0.0.1:3000').set('x-quarry-console', '1').send({})],
  ['another scheme', (test) => test.set('origin', 'https://127.0.0.1:3001').set('x-quarry-console', '1').send({})],
  ['a longer host', (test) => test.set('origin', `${ORIGIN}.evil.example`).set('x-quarry-console', '1').send({})],
  [
    'two origins',
    (test) => test.set('origin', `${ORIGIN}, https://evil.example`).set('x-quarry-console', '1').send({}),
  ],
  [
    'a browser that says so',
    (test) => test.set('origin', ORIGIN).set('x-quarry-console', '1').set('sec-fetch-site', 'cross-site').send({}),
  ],
  [
    'another port, as a browser says it',
    (test) => test.set('origin', ORIGIN).set('x-quarry-console', '1').set('sec-fetch-site', 'same-site').send({}),
  ],
];

describe('a call of another site', () => {
  it.each(FOREIGN)('by %s changes nothing anywhere', async (_name, disguise) => {
    for (const { method, path } of changingCalls()) {
      const response = await disguise(plain(method, path));
      expect([method, path, response.status, response.body.error]).toEqual([method, path, 403, 'forbidden_origin']);
    }
    expect(scene.gateway.seen).toEqual([]);
    expect((await person.call('GET', '/api/session')).body.user).not.toBeNull();
    expect((await person.call('GET', '/api/keys')).body.keys).toEqual([]);
  });

  it('spends nothing by a GET', async () => {
    for (const { path } of GATEWAY_ROUTES.filter(({ method, isFile }) => method === 'GET' && !isFile)) {
      const response = await plain('GET', `/api/gateway${path}`);
      expect([path, response.status]).toEqual([path, 403]);
    }
    expect(scene.gateway.seen).toEqual([]);
  });

  it.each(['cross-site', 'same-site'])('reads nothing, as far as browsers say that it is %s', async (site) => {
    for (const path of ['/api/session', '/api/keys', '/api/frame/x', '/api/gateway/files/a/b/c.png']) {
      const response = await plain('GET', path).set('sec-fetch-site', site);
      expect([path, response.status, response.body.error]).toEqual([path, 403, 'forbidden_origin']);
    }
  });

  it('is allowed nothing when its browser asks first', async () => {
    const response = await supertest(scene.url)
      .options('/api/keys')
      .set('origin', 'https://evil.example')
      .set('access-control-request-method', 'POST')
      .set('access-control-request-headers', 'x-quarry-console');
    expect(Object.keys(response.headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
  });
});

describe('a call of our own pages', () => {
  it.each([undefined, 'same-origin', 'none'])('is served where the browser says %s', async (site) => {
    const call = person.call('POST', '/api/price', { operation: 'scrape/web', params: {} });
    expect((await (site === undefined ? call : call.set('sec-fetch-site', site))).status).toBe(200);
  });

  it('is served under the other name of this machine', async () => {
    const response = await scene
      .call('POST', '/api/sign-in', { email: person.email, password: PASSWORD })
      .set('origin', 'http://localhost:3001');
    expect(response.status).toBe(200);
  });

  it('needs no body', async () => {
    const guest = await scene.signUp();
    expect((await guest.call('POST', '/api/sign-out')).status).toBe(204);
  });

  it.each([
    ['not JSON', 'nothing', 400],
    ['a list', '[]', 400],
    ['no object', '"text"', 400],
    ['nested too deep', `${'{"a":'.repeat(70)}1${'}'.repeat(70)}`, 400],
    ['too large', JSON.stringify({ name: 'x'.repeat(1_100_000) }), 413],
  ])('with a body that is %s is refused', async (_name, body, status) => {
    const response = await person.call('POST', '/api/keys').type('application/json').send(body);
    expect(response.status).toBe(status);
  });

  it('with a compressed body is refused', async () => {
    const response = await person
      .call('POST', '/api/keys')
      .type('application/json')
      .set('content-encoding', 'gzip')
      .send('x');
    expect(response.status).toBe(415);
  });
});

describe('originsOf', () => {
  it.each([
    ['https://console.example.com', ['https://console.example.com']],
    ['http://127.0.0.1:3001', ['http://127.0.0.1:3001', 'http://localhost:3001']],
    ['http://localhost:80', ['http://127.0.0.1', 'http://localhost']],
    ['http://10.0.0.7:3001', ['http://10.0.0.7:3001']],
  ])('of %s', (url, origins) => expect([...originsOf(url)]).toEqual(origins));
});

describe('every response', () => {
  it.each(['/api/session', '/api/nothing', '/', '/assets/none.js', '/requests/x', '/%'])(
    'of %s has headers that protect it',
    async (path) => {
      const { headers } = await scene.call('GET', path, undefined, person.cookie).set('accept', 'text/html');
      expect(headers).toMatchObject({
        'cross-origin-opener-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
      });
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
      expect(headers['content-security-policy']).not.toContain('unsafe');
      expect(headers).not.toHaveProperty('x-powered-by');
      expect(headers['x-request-id']).toMatch(/^[\da-f-]{36}$/);
    },
  );

  it('leads nowhere else: there is no redirect at all', async () => {
    const paths = [
      '/link/x?next=https://evil.example',
      '//evil.example',
      '/sign-in?return=//evil.example',
      '/\\evil.example',
      '/assets',
      '/api/',
    ];
    for (const path of paths) {
      const response = await scene.call('GET', path).set('accept', 'text/html').redirects(0);
      expect([path, response.headers['location']]).toEqual([path, undefined]);
      expect([200, 404]).toContain(response.status);
    }
  });
});
