import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls, type SecureContext } from 'node:tls';
import type { ProxyAddress } from './exit.js';
import { ProxyError } from './proxy-error.js';

export interface OpenProxyOptions {
  readonly proxy: ProxyAddress;
  readonly connectMs: number;
  readonly trust: SecureContext | undefined;
  readonly signal: AbortSignal | undefined;
}

/** Connects to the proxy itself, whose address the operator chose and which is not judged. Throws `proxy_unreachable`. */
export const openProxy = ({ proxy, connectMs, trust, signal }: OpenProxyOptions): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const { scheme, host, port } = proxy;
    const isSecure = scheme === 'https';
    const socket = isSecure
      ? connectTls({
          host,
          port,
          ALPNProtocols: ['http/1.1'],
          servername: isIP(host) === 0 ? host : undefined,
          secureContext: trust,
        })
      : connectTcp({ host, port });
    // A handshake is a sequence of small writes.
    socket.setNoDelay(true);
    const event = isSecure ? 'secureConnect' : 'connect';
    const stop = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', fail);
      socket.off('error', fail).off('close', fail).off(event, open);
      // Later errors show as the end of the stream.
      socket.on('error', () => undefined);
    };
    const fail = () => {
      stop();
      socket.destroy();
      reject(new ProxyError('proxy_unreachable'));
    };
    const open = () => {
      stop();
      resolve(socket);
    };
    const timer = setTimeout(fail, connectMs);
    if (signal?.aborted) return fail();
    signal?.addEventListener('abort', fail, { once: true });
    socket.once('error', fail).once('close', fail).once(event, open);
  });
