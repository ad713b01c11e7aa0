import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A TCP proxy to a server that a test may cut for a while. */
export interface Cutter {
  /** `127.0.0.1:<port>` */
  readonly host: string;
  /** Ends every connection; new ones are refused at once (`refuse`) or get no response (`hang`). */
  cut(how: 'refuse' | 'hang'): void;
  mend(): void;
  close(): Promise<void>;
}

/** Listens on a free port and forwards everything to `target` (`host:port`). */
export const startCutter = async (target: string): Promise<Cutter> => {
  const [host = '', port = ''] = target.split(':');
  const sockets = new Set<Socket>();
  let state: 'open' | 'refuse' | 'hang' = 'open';
  const track = (socket: Socket): Socket => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    return socket.once('close', () => sockets.delete(socket));
  };
  const server = createServer((client) => {
    track(client);
    if (state === 'refuse') client.resetAndDestroy();
    if (state !== 'open') return;
    const upstream = track(connect({ host, port: Number(port) }));
    client.pipe(upstream).pipe(client);
    client.once('close', () => upstream.destroy());
    upstream.once('close', () => client.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endAll = (): void => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut: (how) => {
      state = how;
      endAll();
    },
    mend: () => {
      state = 'open';
      endAll();
    },
    close: async () => {
      endAll();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
