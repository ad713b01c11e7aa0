import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { jobListing } from './job-listing.js';
import { lodgings } from './lodgings.js';
import { onePlace } from './one-place.js';
import { oneProperty } from './one-property.js';
import { placeSearch } from './place-search.js';
import { realtyListing } from './realty-listing.js';
import { retailShop } from './retail-shop.js';
import type { SitePages, SiteReply } from './site-pages.js';
import { storeCollections } from './store-collections.js';

const SITES = {
  jobboard: jobListing,
  localreviews: (url, body) => onePlace(url, body) ?? placeSearch(url, body),
  lodging: lodgings,
  realtya: realtyListing,
  realtyb: oneProperty,
  retailer: retailShop,
  storeplatform: storeCollections,
} as const satisfies Record<string, SitePages>;

export type SiteName = keyof typeof SITES;

export interface MadeSite {
  /** `http://127.0.0.1:<port>`, for `ORIGIN_<SITE>`. */
  readonly url: string;
  /** Addresses that were requested, in order. */
  readonly asked: readonly string[];
  close(): Promise<void>;
}

const HTML = 'text/html; charset=utf-8';
/** Longest delay. */
const MAX_DELAY_MS = 30_000;
const MAX_BODY_CHARS = 1_000_000;

const send = (response: ServerResponse, { status = 200, type = HTML, body }: SiteReply): void => {
  response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) });
  response.end(body);
};

/** Serves made pages in the grammar of one site, on loopback; each after `delayMs` unless the page has its own delay. */
export const startSite = async (name: SiteName, { delayMs = 0 } = {}): Promise<MadeSite> => {
  const asked: string[] = [];
  const timers = new Set<NodeJS.Timeout>();
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => {
      if (body.length < MAX_BODY_CHARS) body += chunk;
    });
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://site.test');
      asked.push(`${url.pathname}${url.search}`);
      const reply = SITES[name](url, body) ?? { status: 404, body: '<!doctype html><title>Not found</title>' };
      const ownDelayMs = reply.delayMs ?? delayMs;
      if (!ownDelayMs) return send(response, reply);
      const timer = setTimeout(
        () => {
          timers.delete(timer);
          send(response, reply);
        },
        Math.min(ownDelayMs, MAX_DELAY_MS),
      );
      timers.add(timer);
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close: () =>
      new Promise((resolve) => {
        for (const timer of timers) clearTimeout(timer);
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
