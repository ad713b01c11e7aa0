import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Receives webhooks; fails some of them so that they are sent again. */
export interface WebhookReceiver {
  readonly host: string;
  readonly url: string;
  /** Distinct bodies by `webhook-id`. */
  readonly heard: ReadonlyMap<string, ReadonlySet<string>>;
  close(): Promise<void>;
}

/** One of so many calls gets a 500. */
const REFUSED_EACH = 7;

export const startWebhookReceiver = async (): Promise<WebhookReceiver> => {
  const heard = new Map<string, Set<string>>();
  let calls = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      calls += 1;
      if (calls % REFUSED_EACH === 0) return void response.writeHead(500).end();
      const id = String(request.headers['webhook-id']);
      const bodies = heard.get(id) ?? new Set<string>();
      heard.set(id, bodies.add(Buffer.concat(chunks).toString()));
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    url: `http://${host}/hook`,
    heard,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
