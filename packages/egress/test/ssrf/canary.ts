import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';

/** Addresses that lead to this machine: loopback of both families, and its own on a network. */
export const ownAddresses = (): readonly string[] => {
  const outer = Object.values(networkInterfaces())
    .flatMap((interfaces) => interfaces ?? [])
    .filter(({ internal, address }) => !internal && !address.startsWith('fe80:'))
    .map(({ address }) => address);
  return ['127.0.0.1', '127.0.0.2', '127.255.255.254', '::1', ...outer];
};

export interface Canary {
  readonly port: number;
  /** Where it listens on this machine. */
  readonly addresses: readonly string[];
  /** Connections taken and datagrams received. */
  readonly touched: () => number;
  readonly datagrams: () => number;
  /** Paths asked for, as written in request lines. */
  readonly paths: () => readonly string[];
  readonly reset: () => void;
  readonly close: () => void;
}

interface CanaryOptions {
  readonly port?: number;
  readonly addresses?: readonly string[];
}

const ANSWER_BODY = '<!doctype html><p>canary</p>';
const ANSWER = [
  'HTTP/1.1 200 OK',
  'Content-Type: text/html',
  'Access-Control-Allow-Origin: *',
  `Content-Length: ${ANSWER_BODY.length}`,
  'Connection: close',
  '',
  ANSWER_BODY,
].join('\r\n');

const listen = (server: Server, port: number, host: string): Promise<number | undefined> =>
  new Promise((resolve) => {
    server.once('error', () => resolve(undefined));
    server.listen({ port, host, ipv6Only: true }, () => resolve((server.address() as AddressInfo).port));
  });

const bind = (socket: UdpSocket, port: number, address: string): Promise<boolean> =>
  new Promise((resolve) => {
    socket.once('error', () => resolve(false));
    socket.bind({ port, address }, () => resolve(true));
  });

/** Listens by TCP and UDP on one port of all own addresses, and notes whoever comes. */
export const openCanary = async ({
  port: wanted = 0,
  addresses = ownAddresses(),
}: CanaryOptions = {}): Promise<Canary> => {
  const sockets = new Set<Socket>();
  const servers: Server[] = [];
  const udp: UdpSocket[] = [];
  const listening: string[] = [];
  let connections = 0;
  let datagrams = 0;
  let paths: string[] = [];
  const greet = (socket: Socket) => {
    connections += 1;
    sockets.add(socket.on('error', () => undefined).on('close', () => sockets.delete(socket)));
    socket.once('data', (data) => {
      const path = /^[A-Z]+ (\S+) HTTP/.exec(data.toString('latin1'))?.[1];
      if (path !== undefined) paths.push(path);
      socket.end(ANSWER);
    });
  };
  let port = wanted;
  for (const address of addresses) {
    const server = createServer(greet);
    const at = await listen(server, port, address);
    if (at === undefined) continue;
    port = at;
    servers.push(server);
    listening.push(address);
    const socket = createSocket(address.includes(':') ? 'udp6' : 'udp4');
    socket.on('message', () => (datagrams += 1));
    if (await bind(socket, port, address)) udp.push(socket);
  }
  return {
    port,
    addresses: listening,
    touched: () => connections + datagrams,
    datagrams: () => datagrams,
    paths: () => paths,
    reset: () => {
      connections = 0;
      datagrams = 0;
      paths = [];
    },
    close: () => {
      for (const server of servers) server.close();
      for (const socket of sockets) socket.destroy();
      for (const socket of udp) socket.close();
    },
  };
};
