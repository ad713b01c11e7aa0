import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

/** A way to a server that can be cut and frozen. */
export interface CutProxy {
  readonly uri: string;
  /** Ends all connections and takes no more. */
  readonly cut: () => Promise<void>;
  readonly heal: () => Promise<void>;
  /** What the server says next does not arrive, and its connection ends: nobody knows what the server has done. */
  readonly loseNextReply: () => void;
  /** Connections stay, and nothing comes through any more. */
  readonly freeze: () => void;
  readonly close: () => Promise<void>;
}

export const startCutProxy = async (serverUri: string): Promise<CutProxy> => {
  const { hostname, port } = new URL(serverUri);
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy());
  };
  let isFrozen = false;
  let isReplyLost = false;
  const server = createServer((client) => {
    if (isFrozen) {
      keep(client);
      return;
    }
    const target = keep(connect(Number(port), hostname));
    keep(client).on('close', () => target.destroy());
    target.on('close', () => client.destroy());
    client.pipe(target);
    target.on('data', (bytes) => {
      if (!isReplyLost) return void client.write(bytes);
      isReplyLost = false;
      client.destroy();
    });
  });
  const listen = async (at: number): Promise<number> => {
    server.listen(at, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };
  const own = await listen(0);
  const cut = async (): Promise<void> => {
    const closed = server.listening ? once(server, 'close') : Promise.resolve([]);
    if (server.listening) server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  return {
    uri: `mongodb://127.0.0.1:${own}`,
    cut,
    heal: async () => {
      await listen(own);
    },
    loseNextReply: () => {
      isReplyLost = true;
    },
    freeze: () => {
      isFrozen = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
    close: cut,
  };
};
