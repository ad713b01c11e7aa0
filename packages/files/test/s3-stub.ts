import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface StubAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface S3Stub {
  readonly url: string;
  readonly seen: IncomingMessage[];
  /** Connections that were open at one moment, at most. */
  mostConnections(): number;
  close(): Promise<void>;
}

/** The error body of S3, with what a careless client would print. */
export const s3Error = (status: number, code: string, headers: Readonly<Record<string, string>> = {}): StubAnswer => ({
  status,
  headers,
  body: `<Error><Code>${code}</Code><Message>no</Message><AWSAccessKeyId>AKIASECRET</AWSAccessKeyId><StringToSign>signed-secret</StringToSign></Error>`,
});

/** A server for what real ones cannot be made to say. */
export const startS3Stub = async (
  answer: (request: IncomingMessage, body: string) => StubAnswer | Promise<StubAnswer>,
): Promise<S3Stub> => {
  const seen: IncomingMessage[] = [];
  let [open, most] = [0, 0];
  const server = createServer((request, response) => {
    seen.push(request);
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      void (async () => {
        const { status, headers = {}, body = '' } = await answer(request, Buffer.concat(pieces).toString('latin1'));
        response.writeHead(status, headers).end(request.method === 'HEAD' ? undefined : body);
      })();
    });
  });
  server.on('connection', (socket) => {
    most = Math.max(most, (open += 1));
    socket.on('close', () => (open -= 1));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    mostConnections: () => most,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
