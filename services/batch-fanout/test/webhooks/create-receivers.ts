import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Receivers of webhooks on loopback. `allowed`: those that the target rule lets through, as `host:port`. */
export const createReceivers = () => {
  const allowed: string[] = [];
  const closers: (() => unknown)[] = [];

  const listen = async (listener: RequestListener, isAllowed = true): Promise<string> => {
    const server = createServer(listener).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    if (isAllowed) allowed.push(`127.0.0.1:${port}`);
    closers.push(() => {
      server.closeAllConnections();
      server.close();
    });
    return `http://127.0.0.1:${port}`;
  };

  /** A receiver that keeps what it gets; `answers` are its statuses in order, the last one for good. */
  const receive = async (...answers: readonly (number | 'hang')[]) => {
    const received: Received[] = [];
    const url = await listen((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const answer = answers[Math.min(received.length, answers.length - 1)] ?? 204;
        received.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString() });
        if (answer === 'hang') return;
        response.writeHead(answer, { location: '/elsewhere' }).end();
      });
    });
    return { url, received };
  };

  return {
    ...{ allowed, listen, receive },
    close: () => {
      for (const close of closers) close();
    },
  };
};
