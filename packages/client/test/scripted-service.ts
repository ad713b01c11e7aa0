import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface HeardCall {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** One response: `cut` breaks the connection, `silent` never responds. */
export type Script =
  | { readonly status?: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: unknown }
  | 'cut'
  | 'silent';

export interface ScriptedService {
  readonly url: string;
  readonly heard: HeardCall[];
  /** Resolves when so many calls have arrived. */
  arrived(count: number): Promise<void>;
  close(): Promise<void>;
}

/** An error body of the service. */
export const failure = (error: string, retryable: boolean, more: object = {}): object => ({
  requestMetadata: { id: '0b9c4f0e-2f5d-4e57-9a52-8f0a3d5c6b71', status: 'error' },
  status: 'error',
  error,
  message: `It is ${error}.`,
  retryable,
  ...more,
});

const respond = (response: ServerResponse, script: Script): void => {
  if (script === 'silent') return;
  if (script === 'cut') {
    response.socket?.destroy();
    return;
  }
  const { status = 200, headers = {}, body = {} } = script;
  const isText = typeof body === 'string';
  response.writeHead(status, { 'content-type': isText ? 'text/html' : 'application/json', ...headers });
  response.end(isText ? body : JSON.stringify(body));
};

/** A server that responds as `answer` says; given a list, by the order of the calls, the last one again and again. */
export const startScriptedService = async (
  answer: readonly Script[] | ((call: HeardCall, index: number) => Script),
): Promise<ScriptedService> => {
  const heard: HeardCall[] = [];
  const waiting = new Set<() => void>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const call = { method, url, headers, body: Buffer.concat(chunks).toString() };
      heard.push(call);
      for (const check of waiting) check();
      const index = heard.length - 1;
      const script = typeof answer === 'function' ? answer(call, index) : answer[Math.min(index, answer.length - 1)];
      respond(response, script ?? 'cut');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard,
    arrived: (count) =>
      new Promise((resolve) => {
        const check = (): void => {
          if (heard.length < count) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

/** All values of an iterator. */
export const collect = async <T>(values: AsyncIterable<T>): Promise<T[]> => {
  const all: T[] = [];
  for await (const value of values) all.push(value);
  return all;
};
