import { connect, createServer } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { startEgressProxy, type EgressProxyOptions } from './egress-proxy.js';
import { createDialler } from './exits/dial-target.js';
import { createExitPools } from './exits/exit-pools.js';
import { createGuardedLookup } from './target/guarded-lookup.js';
import { toLoopback } from '../test/scene/http-tier-scene.js';
import { createProxyScene } from '../test/scene/proxy-scene.js';
import { createTargetRule } from './target/target-rule.js';

const scene = createProxyScene();
const { listen, openSilence, serve, startChain, startSocks } = scene;
afterEach(() => scene.close());

/** The page's proxy, whose way out is this template's. */
const startProxy = async (template: string, options: Partial<EgressProxyOptions> = {}, allow = ['127.0.0.1']) => {
  const rule = createTargetRule({ allow });
  const lookup = createGuardedLookup({ rule, resolver: toLoopback });
  const exit = createExitPools({ settings: { datacenter: [template] } }).choose({ site: 'x' });
  const dial = createDialler({ rule, lookup }).through(exit);
  const proxy = await startEgressProxy({ rule, lookup, dial, ...options });
  scene.onClose(() => proxy.close());
  return proxy;
};

const ASK = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';

/** What is heard after these words, and after the others once something was heard. */
const talk = (port: number, words: string, then = ''): Promise<string> =>
  new Promise((resolve) => {
    let heard = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(words));
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      if (heard === '' && then) socket.write(then);
      heard += chunk.toString();
    });
    socket.on('close', () => resolve(heard));
  });
const tunnel = (port: number, target: string) =>
  talk(port, `CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n\r\n`, ASK);
const ask = (port: number, url: string) => talk(port, `GET ${url} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);

describe('the page’s proxy in front of another one', () => {
  it.each(['http', 'socks5'])('carries tunnels and plain requests through a %s proxy', async (scheme) => {
    const upstream = scheme === 'http' ? await startChain() : await startSocks();
    const port = await serve((_request, response) => response.end('through'));
    const proxy = await startProxy(upstream.template);
    expect(await tunnel(proxy.port, `name.example:${port}`)).toMatch(/^HTTP\/1\.1 200 .*through/s);
    expect(await ask(proxy.port, `http://name.example:${port}/`)).toMatch(/^HTTP\/1\.1 200 .*through/s);
    expect(upstream.asks).toHaveLength(2);
  });

  it('leaves a note on whose failure it was', async () => {
    const refusing = await startSocks({ reply: 2 });
    const proxy = await startProxy(refusing.template);
    expect(await tunnel(proxy.port, 'name.example:444')).toMatch(/^HTTP\/1\.1 502/);
    const refused = { verdict: 'connection_error', reason: 'proxy_refused_target' };
    expect(proxy.failureOf('https://name.example:444/')).toEqual(refused);
    expect(await ask(proxy.port, 'http://plain.example/')).toBe('');
    expect(proxy.failureOf('http://plain.example/')).toEqual(refused);
  });

  it('asks it for no target that is refused here', async () => {
    const upstream = await startSocks();
    const proxy = await startProxy(upstream.template, {}, []);
    for (const target of ['127.0.0.1:80', 'inner.example:80', '[::1]:80', '10.0.0.1:443']) {
      expect(await tunnel(proxy.port, target)).not.toContain(' 200 ');
    }
    expect(await ask(proxy.port, 'http://inner.example/')).toBe('');
    expect(proxy.failureOf('http://inner.example/')).toEqual({ verdict: 'dns_error', reason: 'ENOTFOUND' });
    expect(upstream.asks).toEqual([]);
  });

  it('cuts a page off above its traffic', async () => {
    const upstream = await startSocks();
    const port = await serve((_request, response) => response.end(Buffer.alloc(400_000)));
    for (const way of [tunnel, ask]) {
      const proxy = await startProxy(upstream.template, { maxTrafficBytes: 100_000 });
      const heard = await way(proxy.port, way === ask ? `http://127.0.0.1:${port}/` : `127.0.0.1:${port}`);
      expect(heard.length).toBeLessThan(400_000);
      expect(proxy.isOverTraffic()).toBe(true);
    }
  });

  it('gives up with the page what is still on its way', async () => {
    let open = 0;
    const silent = await openSilence();
    const relay = await listen(
      createServer((socket) => {
        open += 1;
        const on = connect(silent, '127.0.0.1');
        socket.pipe(on).on('error', () => undefined);
        socket.on('close', () => (open -= 1));
      }),
    );
    const proxy = await startProxy(`http://127.0.0.1:${relay}`);
    const page = connect(proxy.port, '127.0.0.1', () => page.write('CONNECT a.example:443 HTTP/1.1\r\n\r\n'));
    page.on('error', () => undefined);
    const until = async (count: number) => {
      for (let look = 0; look < 100 && open !== count; look += 1)
        await new Promise((resolve) => setTimeout(resolve, 50));
      return open;
    };
    expect(await until(1)).toBe(1);
    await proxy.close();
    expect(await until(0)).toBe(0);
  });
});
