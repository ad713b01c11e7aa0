import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { encodeShiftJis } from './encode-shift-jis.js';
import { lanternPicture, quarryPicture, styleSheet } from './layout.js';
import {
  articlePage,
  CATALOGUE,
  challengePage,
  homePage,
  japanesePage,
  missingPage,
  PRODUCT,
  productPage,
  slowPage,
} from './pages.js';

export const DEFAULT_DELAY_MS = 1_500;
/** Longest delay of the slow page. */
export const MAX_DELAY_MS = 30_000;

interface Page {
  readonly status?: number;
  readonly type: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly delayMs?: number;
  readonly body: string | Buffer;
}

export interface DemoSite {
  /** `http://127.0.0.1:<port>`, without a final slash. */
  readonly url: string;
  close(): Promise<void>;
}

const HTML = 'text/html; charset=utf-8';
const JSON_TYPE = 'application/json; charset=utf-8';
const SVG = 'image/svg+xml';

const asText = (value: unknown): string => JSON.stringify(value, null, 2);

/** The delay of the slow page for its `ms`. */
export const slowDelayMs = (url: URL): number => {
  const asked = Number(url.searchParams.get('ms') ?? DEFAULT_DELAY_MS);
  return Number.isFinite(asked) ? Math.min(Math.max(asked, 0), MAX_DELAY_MS) : DEFAULT_DELAY_MS;
};

const PAGES: ReadonlyMap<string, (url: URL) => Page> = new Map<string, (url: URL) => Page>([
  ['/', () => ({ type: HTML, body: homePage() })],
  ['/journal/slate', () => ({ type: HTML, body: articlePage() })],
  ['/shop/lantern', () => ({ type: HTML, body: productPage() })],
  ['/api/products/lantern', () => ({ type: JSON_TYPE, body: asText(PRODUCT) })],
  ['/catalogue.json', () => ({ type: JSON_TYPE, body: asText(CATALOGUE) })],
  ['/ja', () => ({ type: 'text/html', body: encodeShiftJis(japanesePage()) })],
  ['/slow', (url) => ({ type: HTML, body: slowPage(slowDelayMs(url)), delayMs: slowDelayMs(url) })],
  [
    '/members',
    () => ({
      status: 403,
      type: HTML,
      headers: { 'cf-mitigated': 'challenge', server: 'cloudflare' },
      body: challengePage(),
    }),
  ],
  ['/style.css', () => ({ type: 'text/css; charset=utf-8', body: styleSheet() })],
  ['/images/quarry.svg', () => ({ type: SVG, body: quarryPicture() })],
  ['/images/lantern.svg', () => ({ type: SVG, body: lanternPicture() })],
  ['/robots.txt', () => ({ type: 'text/plain; charset=utf-8', body: 'User-agent: *\nAllow: /\n' })],
]);

const MISSING: Page = { status: 404, type: HTML, body: missingPage() };

const send = (request: IncomingMessage, response: ServerResponse, page: Page): void => {
  const body = Buffer.from(page.body);
  response.writeHead(page.status ?? 200, {
    'content-type': page.type,
    'content-length': body.length,
    'cache-control': 'no-store',
    ...page.headers,
  });
  response.end(request.method === 'HEAD' ? undefined : body);
};

/** Serves a small made site on loopback: an article, a shop, an old charset, a challenge, a slow page. */
export const startDemoSite = async ({ port = 0 }: { readonly port?: number } = {}): Promise<DemoSite> => {
  const delays = new Set<NodeJS.Timeout>();
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://site.test');
    const page = PAGES.get(url.pathname)?.(url) ?? MISSING;
    if (!page.delayMs) return send(request, response, page);
    const delay = setTimeout(() => {
      delays.delete(delay);
      send(request, response, page);
    }, page.delayMs);
    delays.add(delay);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        for (const delay of delays) clearTimeout(delay);
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
