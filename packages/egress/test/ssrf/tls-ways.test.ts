import { readFileSync } from 'node:fs';
import { createSecureServer, type Http2SecureServer, type ServerHttp2Session } from 'node:http2';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createBrowserIdentity } from '../../src/identity/browser-identity.js';
import { createGuardedLookup, type Resolver } from '../../src/target/guarded-lookup.js';
import { createHopClient } from '../../src/http/http-hop.js';
import { createHttpTier } from '../../src/http/http-tier.js';
import { createLoopbackScene } from '../scene/loopback-scene.js';
import { createTargetRule } from '../../src/target/target-rule.js';
import { startTimeBudget } from '../../src/fetch/time-budget.js';
import { openCanary, type Canary } from './canary.js';
import { createBypassReport, NO_CONTROL } from './bypass-report.js';

const fixture = (name: string) => readFileSync(new URL(`../fixtures/${name}`, import.meta.url), 'utf8');
const tls = { key: fixture('loopback-key.pem'), cert: fixture('loopback-cert.pem') };
const TIME_MS = 10_000;
const ROUNDS = 3;
const scene = createLoopbackScene();
const tally = createBypassReport();
let canary: Canary;
beforeAll(async () => {
  canary = await openCanary();
});
afterEach(() => scene.close());
afterAll(() => {
  canary.close();
  tally.record('no way in: HTTP tier, TLS and HTTP/2');
});

/** One client for many visits, as a worker has it: what a server said before may count later. */
const openClient = (allow: readonly string[], resolver: Resolver) => {
  const rule = createTargetRule({ allow });
  const client = createHopClient({
    lookup: createGuardedLookup({ rule, resolver }),
    certificateAuthorities: [tls.cert],
  });
  scene.onClose(() => client.close());
  const tier = createHttpTier({ rule, client, identity: createBrowserIdentity(140), maxBodyBytes: 100_000 });
  return async (url: string): Promise<string> => {
    const deadlineAtMs = Date.now() + TIME_MS * 2;
    const budget = startTimeBudget({ signal: new AbortController().signal, deadlineAtMs, pageTimeoutMs: TIME_MS });
    const result = await tier.fetch({ url, tier: 'http', purpose: 'page', deadlineAtMs }, budget);
    budget.end();
    return result.isAnswered ? Buffer.from(result.page.body).toString() : result.verdict;
  };
};

const serve = async (prepare: (server: Http2SecureServer) => unknown, headers: Record<string, string>) => {
  const server = createSecureServer({ ...tls, allowHTTP1: true }, (request, response) => {
    response.writeHead(200, headers);
    response.end(`version ${request.httpVersion} for ${request.headers[':authority'] ?? request.headers.host ?? ''}`);
  });
  prepare(server);
  return scene.listen(server);
};

const RESOLVED: Readonly<Record<string, string>> = {
  'own.target.test': '127.0.0.1',
  'claimed.target.test': '127.0.0.2',
};
const resolver: Resolver = async (hostname) => [{ address: RESOLVED[hostname] ?? '127.0.0.1', family: 4 }];

describe('HTTP tier over TLS', () => {
  it('takes no other way that a server offers: Alt-Svc by header and by frame', async () => {
    const offers = ['h2', 'h3', 'h3-29', 'http/1.1', 'quic'].map(
      (kind) => `${kind}="127.0.0.2:${canary.port}"; ma=86400`,
    );
    const headers = { 'alt-svc': offers.join(', ') };
    const port = await serve((server) => {
      server.on('session', (session: ServerHttp2Session) => {
        session.altsvc(offers[0] ?? '', `https://own.target.test:${session.socket.localPort ?? 0}`);
      });
    }, headers);
    const visit = openClient(['0.0.0.0/0'], resolver);
    canary.reset();
    for (let round = 0; round < ROUNDS; round += 1)
      expect(await visit(`https://own.target.test:${port}/`)).toBe(`version 2.0 for own.target.test:${port}`);
    expect(canary.touched()).toBe(0);
    offers.forEach((offer) => tally.count(NO_CONTROL.notGone, offer.slice(0, offer.indexOf('='))));
  });

  it('asks no connection for another name, whatever names its server claims', async () => {
    const port = await serve((server) => {
      server.on('session', (session: ServerHttp2Session) => {
        const at = session.socket.localPort ?? 0;
        session.origin(`https://claimed.target.test:${at}`, `https://127.0.0.2:${at}`, `https://localhost:${at}`);
      });
    }, {});
    const allow = [`127.0.0.1:${port}`];
    const visit = openClient(allow, resolver);
    for (let round = 0; round < ROUNDS; round += 1) {
      expect(await visit(`https://own.target.test:${port}/`)).toContain('own.target.test');
      expect(await visit(`https://claimed.target.test:${port}/`)).toBe('dns_error');
      expect(await visit(`https://127.0.0.2:${port}/`)).toBe('forbidden');
    }
    // The control: a name is answered as soon as it resolves to where it may be dialled.
    const open = openClient(allow, async () => [{ address: '127.0.0.1', family: 4 }]);
    expect(await open(`https://claimed.target.test:${port}/`)).toBe(`version 2.0 for claimed.target.test:${port}`);
    tally.count();
    tally.count(NO_CONTROL.notGone, 'claimed address');
  });

  it('follows no redirect inward, whichever version it came by', async () => {
    for (const ALPNProtocols of [['h2'], ['http/1.1']]) {
      const server = createSecureServer({ ...tls, allowHTTP1: true, ALPNProtocols }, (_request, response) => {
        response.writeHead(302, { location: `http://127.0.0.2:${canary.port}/` });
        response.end();
      });
      const port = await scene.listen(server);
      const own = `127.0.0.1:${port}`;
      const url = `https://own.target.test:${port}/`;
      await tally.prove(
        canary,
        async () => ((await openClient([own], resolver)(url)) === 'forbidden' ? 'refused' : 'let through'),
        () => openClient([own, '127.0.0.0/8'], resolver)(url),
      );
    }
  });
});
