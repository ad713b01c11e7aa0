import { createServer, request as httpRequest } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';

/** A forward proxy on loopback that records requests. */
export interface ForwardProxy {
  /** `127.0.0.1:<port>` */
  readonly host: string;
  /** Requested targets, as `host:port`, in order. */
  readonly hosts: readonly string[];
  /** User names of those requests; empty where none was sent. */
  readonly users: readonly string[];
  close(): Promise<void>;
}

const userOf = (header: string | undefined): string =>
  Buffer.from(header?.replace(/^Basic /i, '') ?? '', 'base64')
    .toString()
    .split(':', 1)[0] ?? '';

/** Accepts CONNECT and absolute-form requests from any client. */
export const startForwardProxy = async (): Promise<ForwardProxy> => {
  const hosts: string[] = [];
  const users: string[] = [];
  const sockets = new Set<Socket>();
  const own = (socket: Socket): Socket => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    return socket.once('close', () => sockets.delete(socket));
  };
  const note = (host: string, authorization: string | undefined): void => {
    hosts.push(host);
    users.push(userOf(authorization));
  };
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '');
    note(`${url.hostname}:${url.port || 80}`, request.headers['proxy-authorization']);
    const headers = { ...request.headers };
    delete headers['proxy-authorization'];
    const upstream = httpRequest(url, { method: request.method ?? 'GET', headers, agent: false }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(response);
    });
    upstream.on('error', () => response.destroy());
    request.pipe(upstream);
  });
  server.on('connection', own);
  server.on('connect', (request, client: Socket) => {
    const [host = '', port = '443'] = (request.url ?? '').split(':');
    note(`${host}:${port}`, request.headers['proxy-authorization']);
    const upstream = own(connect(Number(port), host, () => client.write('HTTP/1.1 200 OK\r\n\r\n')));
    upstream.pipe(client).pipe(upstream);
    upstream.once('close', () => client.destroy());
    client.once('close', () => upstream.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    hosts,
    users,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
};
