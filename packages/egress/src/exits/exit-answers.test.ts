import { createServer as createTcpServer, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { createGuardedLookup } from '../target/guarded-lookup.js';
import { createProxyScene } from '../../test/scene/proxy-scene.js';
import { createTargetRule } from '../target/target-rule.js';
import { createDialler, type Dial } from './dial-target.js';

const scene = createProxyScene();
const { listen, serveTarget, startChain, startFetcher } = scene;
afterEach(() => scene.close());

const SHOP = '93.184.215.14';

/** A TCP server that says what `say` makes of the first bytes it hears. */
const startTalker = (say: (heard: string, socket: Socket) => void): Promise<number> =>
  listen(
    createTcpServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', (heard) => say(heard.toString(), socket));
    }),
  );

const dialThrough = (port: number, resolver: () => Promise<{ address: string; family: number }[]>): Dial => {
  const rule = createTargetRule({});
  const proxy = { scheme: 'http', host: '127.0.0.1', port, username: '', password: '', mayResolve: false } as const;
  const exit = { key: 'd', fleetKey: 'd', gatewayKey: 'd', proxyType: 'datacenter', kept: { id: 'd' }, proxy } as const;
  const dial = createDialler({ rule, lookup: createGuardedLookup({ rule, resolver }) }).through(exit);
  if (!dial) throw new Error('no way through the proxy');
  return dial;
};

describe('answers that are none', () => {
  it('end a fetch through a proxy: a switch to another protocol', async () => {
    const port = await startTalker((_heard, socket) =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'),
    );
    const proxy = await startChain();
    const outcome = await startFetcher({ datacenter: [proxy.template] })(`http://shop.target.test:${port}/`);
    expect(outcome.verdict).toBe('connection_error');
  });
});

describe('what a proxy says of its own on a request it hands on', () => {
  it.each([
    [403, 'proxy_refused_target'],
    [503, 'unreachable_via_proxy'],
  ])('is not taken for the target’s: %i', async (status, reason) => {
    const { url } = await serveTarget('http');
    const port = await startTalker((heard, socket) => {
      const own = `HTTP/1.1 ${status} No\r\nX-Squid-Error: ERR_X 0\r\nContent-Length: 0\r\n\r\n`;
      socket.end(heard.startsWith('CONNECT') ? 'HTTP/1.1 405 No\r\nContent-Length: 0\r\n\r\n' : own);
    });
    const outcome = await startFetcher({ datacenter: [`http://127.0.0.1:${port}#by-name`] })(url);
    expect(outcome).toMatchObject({ verdict: 'connection_error', reason });
    expect(outcome).not.toHaveProperty('page');
  });
});

describe('what is learned of a proxy', () => {
  it('from a refused address changes nothing for names', async () => {
    const heard: string[] = [];
    const port = await startTalker((head, socket) => {
      heard.push(head.split('\r\n', 1)[0] ?? '');
      socket.write(head.includes(':80 ') ? 'HTTP/1.1 200 OK\r\n\r\n' : 'HTTP/1.1 403 No\r\nContent-Length: 0\r\n\r\n');
    });
    const dial = dialThrough(port, async () => [{ address: SHOP, family: 4 }]);
    const ask = async (hostname: string, targetPort: number) => {
      const { socket, forwarding } = await dial({ hostname, port: targetPort, isTunnelled: false });
      socket.destroy();
      return forwarding ? 'handed on' : 'tunnel';
    };
    expect(await ask('shop.example', 80)).toBe('tunnel');
    expect(await ask(SHOP, 8025)).toBe('handed on');
    expect(await ask('shop.example', 80)).toBe('tunnel');
    expect(heard).toEqual([
      `CONNECT ${SHOP}:80 HTTP/1.1`,
      `CONNECT ${SHOP}:8025 HTTP/1.1`,
      `CONNECT ${SHOP}:80 HTTP/1.1`,
    ]);
  });
});

describe('a name that does not resolve', () => {
  it('keeps nobody who has left', async () => {
    const dial = dialThrough(9, () => new Promise(() => undefined));
    const leaving = new AbortController();
    const dialling = dial({ hostname: 'a.example', port: 443, isTunnelled: true }, leaving.signal);
    leaving.abort();
    await expect(dialling).rejects.toMatchObject({ code: 'ECONNABORTED' });
  });
});
