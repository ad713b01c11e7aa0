import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { OPERATIONS } from '@quarry/contracts';
import { GATEWAY_ROUTES, gatewayRoutesAt } from './gateway-paths.js';

const ID = '0a1b2c3d-0000-4000-8000-000000000000';

describe('gatewayRoutesAt', () => {
  it('knows every operation', () => {
    for (const { path, method } of OPERATIONS)
      expect(gatewayRoutesAt(path)).toMatchObject([{ method, access: 'member' }]);
  });

  it.each([
    ['/requests', ['GET']],
    [`/requests/${ID}`, ['GET']],
    [`/requests/${ID}/reparse`, ['POST']],
    ['/scrape/batch/web', ['POST']],
    [`/scrape/batch/web/${ID}`, ['GET', 'DELETE']],
    [`/scrape/batch/web/${ID}/results.csv`, ['GET']],
    ['/user/me/usage', ['GET']],
    ['/webhooks/secret', ['GET']],
    ['/crawl/web', ['POST']],
    [`/crawl/web/${ID}`, ['GET', 'DELETE']],
    ['/schedules', ['GET', 'POST']],
    [`/schedules/${ID}`, ['GET', 'DELETE']],
    [`/schedules/${ID}/pause`, ['POST']],
    [`/schedules/${ID}/feed-link`, ['POST']],
    ['/files/sign', ['POST']],
    [`/files/acc-1/${ID}/page-x1.html`, ['GET']],
  ])('%s has %j', (path, methods) => {
    expect(gatewayRoutesAt(path).map(({ method }) => method)).toEqual(methods);
  });

  it.each([
    ...[
      '',
      '/',
      'requests',
      '//requests',
      '/requests/',
      '/requests//',
      '/Requests',
      '/requests/.',
      '/requests/..',
      '/./requests',
    ],
    ...[
      '/files/a/b/..',
      '/files/../b/c',
      '/files/a/%2e%2e/c',
      '/files/a%2Fb/c',
      '/files/a/b/c/d',
      '/files/a/b/c%00',
      '/files/a/b/ü',
    ],
    ...[
      '/requests/x?y',
      '/requests/x#y',
      '/requests/x;y',
      '/requests/x y',
      '/requests\\..\\x',
      '/requests/x\r\ny',
      '/requests/@evil',
    ],
    ...[
      '/docs',
      '/openapi.json',
      '/metrics',
      '/healthz',
      '/readyz',
      '/api/gateway/requests',
      '/scrape',
      '/scrape/nothing',
      '/user/me',
    ],
    ...['@evil.example/requests', ':80/requests', '/../requests', '/requests/../healthz', '/files/.../..//x'],
  ])('%j is no path of the gateway', (path) => expect(gatewayRoutesAt(path)).toEqual([]));

  it('finds only paths that every reader of URLs takes as they are', () => {
    const part = fc.oneof(
      fc.constantFrom('..', '.', '%2e', '%2E%2e', '', 'files', 'requests', 'scrape', '\\', 'a'),
      fc.string({ maxLength: 3 }),
    );
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 5 }), (parts) => {
        const path = `/${parts.join('/')}`;
        if (gatewayRoutesAt(path).length === 0) return;
        expect(new URL(path, 'http://gateway.example').href).toBe(`http://gateway.example${path}`);
      }),
      { numRuns: 2_000 },
    );
  });

  it('has each method of a path once', () => {
    const names = GATEWAY_ROUTES.map(({ method, path }) => `${method} ${path}`);
    expect(new Set(names).size).toBe(names.length);
  });
});
