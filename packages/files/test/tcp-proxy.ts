import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface TcpProxy {
  readonly url: string;
  /** Open connections. */
  connections(): number;
  /** Breaks every connection, and each new one. */
  cut(): void;
  /** Lets nothing through any more, without a word. */
  stall(): void;
  restore(): void;
  close(): Promise<void>;
}

/** A way to a server that a test can break. */
export const startTcpProxy = async (targetUrl: string): Promise<TcpProxy> => {
  const { hostname, port } = new URL(targetUrl);
  const pairs = new Map<Socket, Socket>();
  let mode: 'open' | 'cut' | 'stalled' = 'open';
  const server = createServer((near) => {
    near.on('error', () => undefined);
    if (mode === 'cut') {
      near.destroy();
      return;
    }
    const far = connect(Number(port), hostname);
    far.on('error', () => undefined);
    pairs.set(near, far);
    near.on('close', () => (pairs.delete(near), far.destroy()));
    far.on('close', () => near.destroy());
    if (mode === 'open') near.pipe(far).pipe(near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cutAll = () => [...pairs.keys()].forEach((near) => near.destroy());
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    connections: () => pairs.size,
    cut: () => {
      mode = 'cut';
      cutAll();
    },
    stall: () => {
      mode = 'stalled';
      for (const [near, far] of pairs) {
        near.unpipe(far).pause();
        far.unpipe(near).pause();
      }
    },
    restore: () => {
      mode = 'open';
      cutAll();
    },
    close: async () => {
      cutAll();
      server.close();
      await once(server, 'close');
    },
  };
};
