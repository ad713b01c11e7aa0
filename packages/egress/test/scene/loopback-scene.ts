import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net';

export type Route =
  | string
  | {
      readonly body: string | Buffer;
      readonly type?: string;
      readonly status?: number;
      readonly headers?: Readonly<Record<string, string>>;
    };

/**
 * Browsers ask for a picture of their own accord: a page would wait for one that is never answered. And ports are given anew:
 * whoever waits for a service to be ready may ask at one that the service had, or would have had.
 */
const NOBODY_ASKED = new Set(['/favicon.ico', '/readyz', '/healthz']);

/** Loopback servers of one test file, on ports of their own. */
export const createLoopbackScene = () => {
  const closers: (() => unknown)[] = [];

  const listen = async (server: Server): Promise<number> => {
    const sockets = new Set<Socket>();
    server.on('connection', (socket: Socket) => sockets.add(socket.on('error', () => undefined)));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closers.push(() => {
      server.close();
      for (const socket of sockets) socket.destroy();
    });
    return (server.address() as AddressInfo).port;
  };

  const serve = (listener: RequestListener) =>
    listen(
      createServer((request, response) => {
        if (NOBODY_ASKED.has(request.url ?? '')) return response.writeHead(404).end();
        return listener(request, response);
      }),
    );

  /** Answers whatever comes with these bytes. */
  const serveRaw = (answer: string | Buffer) =>
    listen(createTcpServer((socket) => socket.once('data', () => socket.end(answer))));

  /** Pages by path; every request is seen. */
  const serveRoutes = async (routes: Readonly<Record<string, Route>>) => {
    const seen: IncomingMessage[] = [];
    const port = await serve((request, response) => {
      seen.push(request);
      const route = routes[new URL(request.url ?? '/', 'http://x').pathname];
      if (route === undefined) return response.writeHead(404).end();
      const {
        type = 'text/html; charset=utf-8',
        body,
        status = 200,
        headers = {},
      } = typeof route === 'string' ? { body: route } : route;
      return response.writeHead(status, { 'content-type': type, ...headers }).end(body);
    });
    return { port, seen, paths: () => seen.map(({ url }) => url) };
  };

  /** Takes connections and says nothing. */
  const openSilence = () => listen(createTcpServer(() => undefined));

  /** A port nobody may touch, and how often it was. */
  const openCanary = async () => {
    let touched = 0;
    const port = await listen(createTcpServer(() => (touched += 1)));
    return { port, touched: () => touched };
  };

  /** A port where nothing listens. */
  const findClosedPort = async () => {
    const server = createTcpServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    return port;
  };

  return {
    listen,
    serve,
    serveRaw,
    serveRoutes,
    openSilence,
    openCanary,
    findClosedPort,
    onClose: (close: () => unknown) => void closers.push(close),
    close: async () => {
      for (const close of closers.splice(0).reverse()) await close();
    },
  };
};
