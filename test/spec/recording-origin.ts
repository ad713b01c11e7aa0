import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Page } from './entry.js';

export interface RecordedRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Records requests and passes them on to a made site, unless a page of ours is served for the address; without a site it has no other page. */
export interface RecordingOrigin {
  /** `http://<address>:<port>` */
  readonly url: string;
  readonly asked: readonly RecordedRequest[];
  /** The page from now on; undefined for those of the made site. */
  serve(page: Page | undefined): void;
  close(): Promise<void>;
}

/** Headers of the connection, which the one to the made site has by itself. */
const OF_CONNECTION: ReadonlySet<string> = new Set(['host', 'connection', 'keep-alive', 'content-length', 'accept-encoding', 'upgrade-insecure-requests', 'expect', 'transfer-encoding']); // oxfmt-ignore

const kept = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || OF_CONNECTION.has(name) || name.startsWith('sec-') ? [] : [[name, String(value)]],
    ),
  );

const passOn = async (made: string, request: RecordedRequest, response: ServerResponse): Promise<void> => {
  const { method, url, headers, body } = request;
  const answer = await fetch(made + url.pathname + url.search, {
    method,
    headers: kept(headers),
    redirect: 'manual',
    ...(body === '' ? {} : { body }),
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  const location = answer.headers.get('location');
  response.writeHead(answer.status, {
    'content-type': answer.headers.get('content-type') ?? 'text/html',
    'x-target': 'made',
    ...(location === null ? {} : { location }),
  });
  response.end(bytes);
};

export const startRecordingOrigin = async (
  made: string | undefined,
  address = '127.0.0.1',
): Promise<RecordingOrigin> => {
  const asked: RecordedRequest[] = [];
  let page: Page | undefined;
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = 'GET', headers } = request;
    const url = new URL(request.url ?? '/', 'http://origin.test');
    const recorded = { method, url, headers, body: await text(request) };
    asked.push(recorded);
    const ours = typeof page === 'function' ? page(url) : page;
    if (ours === undefined && made !== undefined) return passOn(made, recorded, response);
    response.writeHead(ours === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(ours);
  };
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await once(server.listen(0, address), 'listening');
  return {
    url: `http://${address}:${(server.address() as AddressInfo).port}`,
    asked,
    serve: (next) => (page = next),
    close: async () => {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
};
