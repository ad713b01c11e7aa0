import { createServer, type AddressInfo, type Server } from 'node:net';

export interface Canary {
  readonly port: number;
  /** Connections taken. */
  touched(): number;
  close(): void;
}

const ADDRESSES = ['127.0.0.1', '127.0.0.2', '127.255.255.254', '::1'];

const listen = (server: Server, port: number, host: string): Promise<number | undefined> =>
  new Promise((resolve) => {
    server.once('error', () => resolve(undefined));
    server.listen({ port, host, ipv6Only: true }, () => resolve((server.address() as AddressInfo).port));
  });

/** Listens on one port of this machine's private addresses, and responds with a page. */
export const openCanary = async (further: readonly string[] = []): Promise<Canary> => {
  const servers: Server[] = [];
  let touched = 0;
  let port = 0;
  for (const address of [...ADDRESSES, ...further]) {
    const server = createServer((socket) => {
      touched += 1;
      socket.on('error', () => undefined);
      socket.end('HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n<p>the inner page</p>');
    });
    const at = await listen(server, port, address);
    if (at === undefined) continue;
    port = at;
    servers.push(server);
  }
  return {
    port,
    touched: () => touched,
    close: () => {
      for (const server of servers) server.close();
    },
  };
};
