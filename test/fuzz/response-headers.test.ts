import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  ApiClient,
  recordProof,
  sharedFleet,
  startSharedSite,
  type SharedFleet,
  type TargetSite,
} from '@quarry/testkit';
import { exchange } from './raw-socket.js';

interface Case {
  readonly name: string;
  readonly method?: string;
  readonly path: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly status: number;
}

const JSON_TYPE = { 'content-type': 'application/json' };
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

let site: TargetSite;
let fleet: SharedFleet;
let file: { json: string; html: string };
const startedAt = performance.now();
const counted = { cases: 0, failures: 0 };

beforeAll(async () => {
  site = await startSharedSite();
  fleet = await sharedFleet();
  const answer = await new ApiClient(fleet).scrape({ url: `${site.url}/page/stored`, jsRendering: false });
  const pathOf = (url: unknown): string => String(url).slice(fleet.baseUrl.length);
  const { requestMetadata } = answer.body as { requestMetadata?: Record<string, unknown> };
  file = { json: pathOf(requestMetadata?.['json']), html: pathOf(requestMetadata?.['html']) };
}, 180_000);

afterAll(async () => {
  recordProof({
    name: 'safety headers on every route',
    ...counted,
    seconds: Math.round((performance.now() - startedAt) / 1_000),
  });
  await site.close();
}, 60_000);

const ask = async ({ method = 'GET', path, body, headers = {} }: Omit<Case, 'name' | 'status'>): Promise<Response> => {
  const response = await fetch(fleet.baseUrl + path, {
    method,
    redirect: 'manual',
    headers: { 'x-api-key': fleet.apiKey, origin: 'https://elsewhere.test', ...headers },
    ...(body === undefined ? {} : { body }),
  });
  await response.arrayBuffer();
  return response;
};

/** Headers of every response: no scripts, no frames, no sniffing, no name of the server. */
const expectSafe = (headers: Headers): void => {
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('x-frame-options')).toBe('DENY');
  expect(headers.get('referrer-policy')).toBe('no-referrer');
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
  expect(headers.get('content-security-policy')).toMatch(/default-src 'none'/);
  expect(headers.get('content-security-policy')).toMatch(/frame-ancestors 'none'|sandbox/);
  // A style attribute loads nothing that the rest of the policy forbids.
  const policy = headers.get('content-security-policy')?.replace("style-src-attr 'unsafe-inline'", '');
  expect(policy).not.toMatch(/unsafe|\*/);
  for (const name of ['x-powered-by', 'server', 'set-cookie', 'access-control-allow-credentials']) {
    expect([name, headers.get(name)]).toEqual([name, null]);
  }
  // The proxy that terminates TLS sends this; over plain HTTP the header has no meaning.
  expect(headers.get('strict-transport-security')).toBeNull();
  expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
};

const count = async (run: () => Promise<void>): Promise<void> => {
  counted.cases += 1;
  counted.failures += 1;
  await run();
  counted.failures -= 1;
};

const ANSWERS: readonly Case[] = [
  { name: 'a page', method: 'POST', path: '/scrape/web', body: '<page>', headers: JSON_TYPE, status: 200 },
  {
    name: 'a raw page',
    method: 'POST',
    path: '/scrape/web',
    body: '<page>',
    headers: { ...JSON_TYPE, accept: 'text/html' },
    status: 200,
  },
  {
    name: 'a target that is away',
    method: 'POST',
    path: '/scrape/web',
    body: '{"url":"http://nowhere.invalid/"}',
    headers: JSON_TYPE,
    status: 502,
  },
  {
    name: 'a forbidden target',
    method: 'POST',
    path: '/scrape/web',
    body: '{"url":"http://127.0.0.1:1/"}',
    headers: JSON_TYPE,
    status: 422,
  },
  { name: 'broken JSON', method: 'POST', path: '/scrape/web', body: '{', headers: JSON_TYPE, status: 400 },
  {
    name: 'another type',
    method: 'POST',
    path: '/scrape/web',
    body: '{}',
    headers: { 'content-type': 'text/plain' },
    status: 415,
  },
  {
    name: 'a body too large',
    method: 'POST',
    path: '/scrape/web',
    body: ' '.repeat(1_100_000),
    headers: JSON_TYPE,
    status: 413,
  },
  { name: 'no key', path: '/user/me/usage', headers: { 'x-api-key': 'qk_wrong' }, status: 401 },
  { name: 'usage', path: '/user/me/usage', status: 200 },
  { name: 'a method that is not taken', method: 'DELETE', path: '/scrape/web', status: 405 },
  { name: 'nothing', path: '/nothing', status: 404 },
  { name: 'broken encoding', path: '/files/%E0%A4%A/b/c', status: 400 },
  { name: 'an address too long', path: `/${'a'.repeat(40_001)}`, status: 400 },
  { name: 'somebody else’s file', path: '/files/other/request/result.json', status: 404 },
  { name: 'health', path: '/healthz', status: 200 },
  { name: 'readiness', path: '/readyz', status: 200 },
];

describe('API answers', () => {
  it.each(ANSWERS)('$name: $status', (answer) =>
    count(async () => {
      const page = JSON.stringify({ url: `${site.url}/page/raw`, jsRendering: false });
      const body = answer.body === '<page>' ? page : answer.body;
      const { status, headers } = await ask({ ...answer, ...(body === undefined ? {} : { body }) });
      expect(status).toBe(answer.status);
      expectSafe(headers);
      expect(headers.get('cache-control')).toBe('no-store');
      if (!answer.path.startsWith('/files')) expect(headers.get('access-control-allow-origin')).toBeNull();
    }),
  );

  it('what never became a request is answered as safely', () =>
    count(async () => {
      const port = Number(new URL(fleet.baseUrl).port);
      for (const bytes of ['BREW / HTTP/1.1\r\n\r\n', `GET / HTTP/1.1\r\nX-A: ${'a'.repeat(70_000)}\r\n\r\n`]) {
        const { text } = await exchange({ port, bytes });
        const lines = text.slice(0, text.indexOf('\r\n\r\n')).split('\r\n').slice(1);
        const headers = new Headers(
          lines.map((line): [string, string] => [line.split(': ', 1)[0] ?? '', line.slice(line.indexOf(': ') + 2)]),
        );
        expectSafe(headers);
        expect(headers.get('cache-control')).toBe('no-store');
      }
    }));
});

describe('every path of the document, with every method', () => {
  it(
    'is safe, and open to other origins only where files and the document are',
    () =>
      count(async () => {
        const document = (await (await fetch(`${fleet.baseUrl}/openapi.json`)).json()) as { paths: object };
        const paths = Object.keys(document.paths).map((path) => path.replace(/\{\w+\}/g, 'x'));
        expect(paths.length).toBeGreaterThanOrEqual(29);
        for (const path of paths) {
          for (const method of METHODS) {
            const { headers } = await ask({ method, path });
            expectSafe(headers);
            const isOpen = path.startsWith('/files/') || path === '/openapi.json';
            const origin = headers.get('access-control-allow-origin');
            if (origin !== null) expect([path, isOpen, origin]).toEqual([path, true, '*']);
            if (!path.startsWith('/files/'))
              expect([path, headers.get('access-control-allow-headers')]).toEqual([path, null]);
          }
        }
      }),
    60_000,
  );
});

describe('pages and files', () => {
  it('the documentation runs scripts of the gateway alone, none of them inline', () =>
    count(async () => {
      const { status, headers } = await ask({ path: '/docs' });
      expect(status).toBe(200);
      expectSafe(headers);
      expect(headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; script-src 'self'; style-src 'self' 'nonce-/,
      );
    }));

  it.each(['json', 'html'] as const)('a stored %s is private, boxed in, and never run', (kind) =>
    count(async () => {
      const { status, headers } = await ask({ path: file[kind] });
      expect(status).toBe(200);
      expectSafe(headers);
      expect(headers.get('content-security-policy')).toContain('sandbox');
      expect(headers.get('cache-control')).toMatch(/^private/);
      expect(headers.get('vary')).toContain('x-api-key');
      expect(headers.get('content-disposition')).toMatch(kind === 'html' ? /^attachment/ : /^inline/);
      expect(headers.get('access-control-allow-origin')).toBe('*');
    }),
  );

  it('a preflight of a file allows the key and the headers of ranges, nothing else', () =>
    count(async () => {
      const { status, headers } = await ask({ method: 'OPTIONS', path: file.json });
      expect(status).toBe(204);
      expect(headers.get('access-control-allow-headers')).toBe(
        'x-api-key, authorization, range, if-range, if-none-match',
      );
      expect(headers.get('access-control-allow-methods')).toBe('GET, HEAD, OPTIONS');
    }));
});
