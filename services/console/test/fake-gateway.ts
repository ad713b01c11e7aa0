import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SeenCall {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly rawHeaders: readonly string[];
  readonly body: string;
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

const sayOk: Answer = (_request, response) => {
  response.setHeader('content-type', 'application/json').end('{"status":"ok"}');
};

const readAll = async (request: IncomingMessage): Promise<string> => {
  let body = '';
  for await (const chunk of request as AsyncIterable<Buffer>) body += chunk.toString();
  return body;
};

/** A server in the gateway's place that records what it is asked and answers as the test says. */
export const startFakeGateway = async () => {
  const seen: SeenCall[] = [];
  let answer: Answer = sayOk;
  let isReading = true;
  const server = createServer((request, response) => {
    const serve = async (): Promise<void> => {
      const body = isReading ? await readAll(request) : '';
      const { method = '', url = '', headers, rawHeaders } = request;
      seen.push({ method, url, headers, rawHeaders, body });
      await answer(request, response);
    };
    serve().catch(() => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    /** `reads` false: it answers before it has read the body. */
    answer: (next: Answer, { reads = true } = {}): void => {
      answer = next;
      isReading = reads;
    },
    /** Closes the connections that wait for a next call. */
    dropIdle: (): void => server.closeIdleConnections(),
    reset: (): void => {
      seen.length = 0;
      answer = sayOk;
      isReading = true;
    },
    close: async (): Promise<void> => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
