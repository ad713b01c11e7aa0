import { connect } from 'node:net';
import { startEgressProxy } from '../../src/egress-proxy.js';
import { createGuardedLookup } from '../../src/target/guarded-lookup.js';
import { createTargetRule } from '../../src/target/target-rule.js';
import { toOwn, type Visit } from './client-scene.js';

/** A request that neither side takes further. */
const HANG_UP_MS = 1_000;

/** What stands between scheme and path, as it is written: a hostile client need not parse it first. */
const authorityOf = (url: string): string => {
  const bare = url.trim().replaceAll(/[\t\r\n]/g, '');
  return /^https?:[/\\]*([^/\\?#]*)/i.exec(bare)?.[1] ?? bare;
};

const ESTABLISHED = 'HTTP/1.1 200 Connection established\r\n\r\n';
const ASK = 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';

/**
 * What a proxy answers to bytes of a client that says what it likes; empty where it hangs up. The first head is sent at
 * once, and the next one whenever a tunnel stands; in the end the target is asked, so that it counts as reached.
 */
const speak = (port: number, [first = '', ...further]: readonly string[]): Promise<string> =>
  new Promise((resolve) => {
    const rest = [...further, ASK];
    let tunnels = 0;
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      answer += data.toString('latin1');
      if (answer !== ESTABLISHED.repeat(tunnels + 1)) return;
      tunnels += 1;
      socket.write(rest.shift() ?? ASK);
    });
    socket.on('close', () => resolve(answer));
    socket.setTimeout(HANG_UP_MS, () => socket.destroy());
    socket.write(Buffer.from(first, 'utf8'));
  });

const visitBy =
  (write: (url: string, proxyPort: number) => readonly string[]): Visit =>
  async (url, { allow = [], resolver = toOwn }) => {
    const rule = createTargetRule({ allow });
    const proxy = await startEgressProxy({ rule, lookup: createGuardedLookup({ rule, resolver }) });
    const answer = await speak(proxy.port, write(url, proxy.port));
    await proxy.close();
    const status = /(?:^|\r\n\r\n)HTTP\/1\.1 (\d+) (?!Connection est)/.exec(answer)?.[1];
    return status === undefined || status === '502' || status === '400' ? 'refused' : `answered ${status}`;
  };

const tunnelTo = (url: string) => `CONNECT ${authorityOf(url)} HTTP/1.1\r\nHost: example.com\r\n\r\n`;
const exitAskOf = (url: string) =>
  `GET ${url.replaceAll(/[\r\n\t ]/g, '')} HTTP/1.1\r\nHost: example.com\r\nConnection: close\r\n\r\n`;

/** A tunnel to the target of `url`, and a request through it. */
export const visitByTunnel = visitBy((url) => [tunnelTo(url)]);

/** A request that names the whole URL, with a Host that says otherwise. */
export const visitByForward = visitBy((url) => [exitAskOf(url)]);

/** The same two through a tunnel that leads from the proxy to itself. */
export const visitByOwnTunnel = visitBy((url, port) => [tunnelTo(`http://127.0.0.1:${port}/`), tunnelTo(url)]);
export const visitByOwnForward = visitBy((url, port) => [tunnelTo(`http://localhost:${port}/`), exitAskOf(url)]);
