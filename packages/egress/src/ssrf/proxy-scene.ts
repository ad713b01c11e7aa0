import { connect } from 'node:net';
import { startEgressProxy } from '../egress-proxy.js';
import { createGuardedLookup } from '../guarded-lookup.js';
import { createTargetRule } from '../target-rule.js';
import { toOwn, type Visit } from './client-scene.js';

/** A request that neither side takes further. */
const HANG_UP_MS = 1_000;

/** What stands between scheme and path, as it is written: a hostile client need not parse it first. */
const authorityOf = (url: string): string => {
  const bare = url.trim().replaceAll(/[\t\r\n]/g, '');
  return /^https?:[/\\]*([^/\\?#]*)/i.exec(bare)?.[1] ?? bare;
};

/** What a proxy answers to bytes of a client that says what it likes; empty where it hangs up. */
const speak = (port: number, head: string): Promise<string> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      answer += data.toString('latin1');
      // The tunnel stands: the target is asked through it, so that it counts as reached.
      if (answer === 'HTTP/1.1 200 Connection established\r\n\r\n')
        socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    });
    socket.on('close', () => resolve(answer));
    socket.setTimeout(HANG_UP_MS, () => socket.destroy());
    socket.write(Buffer.from(head, 'utf8'));
  });

const visitBy =
  (write: (url: string, proxyPort: number) => string): Visit =>
  async (url, { allow = [], resolver = toOwn }) => {
    const rule = createTargetRule({ allow });
    const proxy = await startEgressProxy({ rule, lookup: createGuardedLookup({ rule, resolver }) });
    const answer = await speak(proxy.port, write(url.replaceAll('PROXY', String(proxy.port)), proxy.port));
    await proxy.close();
    const status = /(?:^|\r\n\r\n)HTTP\/1\.1 (\d+) (?!Connection est)/.exec(answer)?.[1];
    return status === undefined || status === '502' || status === '400' ? 'refused' : `answered ${status}`;
  };

/** A tunnel to the target of `url`, and a request through it. */
export const visitByTunnel = visitBy((url) => `CONNECT ${authorityOf(url)} HTTP/1.1\r\nHost: example.com\r\n\r\n`);

/** A request that names the whole URL, with a Host that says otherwise. */
export const visitByForward = visitBy(
  (url) => `GET ${url.replaceAll(/[\r\n\t ]/g, '')} HTTP/1.1\r\nHost: example.com\r\nConnection: close\r\n\r\n`,
);
