import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

/** A site on loopback to be mapped: robots.txt, an index of sitemaps of every form, a feed, and pages with links. */
export interface MapSite {
  /** `http://<address>:<port>` */
  readonly url: string;
  /** Every address of the site, by what alone names it. */
  readonly paths: Readonly<
    Record<'page' | 'links' | 'sitemap' | 'packed' | 'list' | 'news' | 'feed', readonly string[]>
  >;
  /** Paths asked for, in their order. */
  readonly asked: readonly string[];
  close(): Promise<void>;
}

interface Served {
  readonly type: string;
  readonly body: string | Buffer;
}

/** What a packed sitemap unpacks to that no map reads. */
const BOMB_BYTES = 60 * 1024 * 1024;

const numbered = (name: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `/${name}/${index}`);

const PATHS = {
  page: ['/'],
  links: numbered('linked', 5),
  sitemap: numbered('stone', 40),
  packed: numbered('packed', 30),
  list: numbered('listed', 3),
  news: ['/news/roof'],
  feed: ['/posts/river'],
} as const;

const xml = (body: string): Served => ({
  type: 'application/xml',
  body: `<?xml version="1.0" encoding="UTF-8"?>${body}`,
});

const urlset = (url: string, paths: readonly string[]): string =>
  `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${paths
    .map((path) => `<url><loc>${url}${path}</loc><lastmod>2026-05-04</lastmod></url>`)
    .join('')}</urlset>`;

const newsOf = (url: string): string =>
  `<urlset xmlns:news="n"><url><loc>${url}/news/roof</loc><news:news><news:title>Slate roof &amp; river</news:title></news:news></url></urlset>`;

const homeOf = (): string =>
  `<!doctype html><html lang="en"><head><title>Stone works</title><link rel="alternate" type="application/atom+xml" href="/feed.atom"></head><body><p>${'Carts carry stone to the river. '.repeat(20)}</p>${PATHS.links
    .map((path) => `<a href="${path}#part">Part</a>`)
    .join(' ')}<a href="https://elsewhere.example/">Elsewhere</a></body></html>`;

const SITEMAPS = ['/stone.xml', '/packed.xml.gz', '/list.txt', '/news.xml', '/gone.xml', '/bomb.xml.gz'];

const documentsOf = (url: string): Readonly<Record<string, Served>> => ({
  '/': { type: 'text/html; charset=utf-8', body: homeOf() },
  '/robots.txt': { type: 'text/plain', body: `User-agent: *\nDisallow: /private\n\nSitemap: ${url}/index.xml\n` },
  '/index.xml': xml(
    `<sitemapindex>${['/index.xml', ...SITEMAPS].map((path) => `<sitemap><loc>${url}${path}</loc></sitemap>`).join('')}</sitemapindex>`,
  ),
  '/stone.xml': xml(urlset(url, PATHS.sitemap)),
  '/packed.xml.gz': { type: 'application/x-gzip', body: gzipSync(urlset(url, PATHS.packed)) },
  '/list.txt': { type: 'text/plain', body: PATHS.list.map((path) => url + path).join('\n') },
  '/news.xml': xml(newsOf(url)),
  '/bomb.xml.gz': { type: 'application/x-gzip', body: gzipSync(Buffer.alloc(BOMB_BYTES, ' ')) },
  '/feed.atom': {
    type: 'application/atom+xml',
    body: `<feed xmlns="http://www.w3.org/2005/Atom"><entry><title>By the river</title><link href="${url}/posts/river"/><updated>2026-05-05T10:00:00Z</updated></entry></feed>`,
  },
  '/bare': { type: 'text/html', body: '<html><head><title>Bare</title></head><body><p>No links.</p></body></html>' },
});

/** `address` is on loopback, so that one process can be several sites. */
export const startMapSite = async (address = '127.0.0.1'): Promise<MapSite> => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
    asked.push(path);
    const served = Object.hasOwn(documents, path) ? documents[path] : undefined;
    response.writeHead(served ? 200 : 404, { 'content-type': served?.type ?? 'text/html' });
    response.end(served?.body ?? '<html><body><p>No such page.</p></body></html>');
  });
  await once(server.listen(0, address), 'listening');
  const url = `http://${address}:${(server.address() as AddressInfo).port}`;
  const documents = documentsOf(url);
  return {
    ...{ url, paths: PATHS, asked },
    close: async () => {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
};
