import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How large a site for crawls is. */
export interface CrawlSiteSize {
  /** Articles: a tree in which each links to its children. */
  readonly articles: number;
  /** Values of each of three facets of a list. */
  readonly facetValues: number;
  /** `false`: the first page and the articles alone, each under one address. Default: with traps. */
  readonly hasTraps?: boolean;
  /** Children of an article. Default: 2. */
  readonly children?: number;
  /** About so many characters of text on a page. Default: those of one paragraph. */
  readonly textChars?: number;
}

/**
 * A site on loopback with what traps crawlers: a calendar without an end, session ids in queries and in paths, a list with facets,
 * redirects, mirrors of pages, paths that repeat themselves, and pages that robots.txt disallows.
 */
export interface CrawlSite {
  /** `http://<address>:<port>` */
  readonly url: string;
  /** Titles of all pages that can be reached within the traps' bounds, the calendar left out. */
  readonly titles: readonly string[];
  /** Paths with queries that were asked for, in their order. */
  readonly asked: readonly string[];
  close(): Promise<void>;
}

interface Served {
  readonly status?: number;
  readonly location?: string;
  readonly title?: string;
  readonly links?: readonly string[];
  readonly text?: string;
}

/** Each so many articles one has a trap. */
const TRAP_EACH = 10;
const FACETS = ['color', 'size', 'sort'] as const;
const WORDS = 'Carts carry stone to the river, where barges wait for the tide and for the price of slate. ';

const CHILDREN = 2;

const page = (title: string, links: readonly string[]): Served => ({ title, links, text: `${WORDS}This is ${title}.` });

const childrenOf = (index: number, { articles, children = CHILDREN }: CrawlSiteSize): number[] => {
  const first = children * index + 1;
  return Array.from({ length: Math.max(0, Math.min(children, articles - first)) }, (_, place) => first + place);
};

/** An article of a site without traps links to its children, to its parent and to the first page. */
const plainLinks = (index: number, size: CrawlSiteSize): string[] => [
  '/',
  ...(index > 0 ? [`/article/${Math.floor((index - 1) / (size.children ?? CHILDREN))}`] : []),
  ...childrenOf(index, size).map((next) => `/article/${next}`),
];

const articleLinks = (index: number, size: CrawlSiteSize, visit: number): string[] => [
  ...childrenOf(index, size).map((next) => `/article/${next}?utm_source=${visit}#top`),
  `/article/${index}?sid=${visit}`,
  `/article/${index};jsessionid=${visit}`,
  ...(index % TRAP_EACH === 0 ? [`/s/${visit}/article/${index}`] : []),
  ...(index % TRAP_EACH === 1 ? [`/old/${index}`] : []),
  ...(index % TRAP_EACH === 2 ? [`/mirror/${index}`, `/private/${index}`] : []),
  ...(index % TRAP_EACH === 3
    ? [`/gone/${index}`, '/picture.png', 'https://elsewhere.example/', 'mailto:a@b.example']
    : []),
];

const facetLinks = (query: URLSearchParams, { facetValues }: CrawlSiteSize): string[] =>
  FACETS.flatMap((facet) =>
    Array.from({ length: facetValues }, (_, value) => {
      const next = new URLSearchParams(query);
      next.set(facet, String(value));
      return `/list?${next.toString()}`;
    }),
  );

const dayAfter = (date: string): string =>
  new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10).replaceAll('-', '/');

const facetTitle = (query: URLSearchParams): string =>
  `List ${FACETS.map((facet) => query.get(facet) ?? 'any').join(' ')}`;

const servePlain = (path: string, size: CrawlSiteSize): Served | undefined => {
  if (path === '/') return page('Home', ['/article/0']);
  const index = Number(/^\/article\/(\d+)$/.exec(path)?.[1] ?? size.articles);
  return index < size.articles ? page(`Article ${index}`, plainLinks(index, size)) : undefined;
};

/** The page at a path, undefined if there is none. `visit` differs with each request. */
const serve = (path: string, query: URLSearchParams, size: CrawlSiteSize, visit: number): Served | undefined => {
  const [, kind = '', ...rest] = path.split('/');
  const index = Number.parseInt(rest.at(-1) ?? '', 10);
  if (path === '/') {
    return page('Home', ['/article/0', '/calendar/2026/01/01', '/list?color=0&size=0&sort=0', '/loop/a', '/about']);
  }
  if (path === '/about') return page('About', ['/', '/about/', '/about?utm_medium=x']);
  if (path === '/about/') return { status: 301, location: '/about' };
  if (kind === 'list') return page(facetTitle(query), facetLinks(query, size));
  if (kind === 'calendar') {
    const date = rest.join('-');
    return page(`Day ${date}`, [`/calendar/${dayAfter(date)}`]);
  }
  if (kind === 'loop') return page('Loop', [`${path}/a`]);
  if (!(index >= 0 && index < size.articles)) return undefined;
  if (kind === 'old') return { status: 302, location: `/article/${index}` };
  const isArticle = ['article', 'mirror', 's', 'private'].includes(kind);
  const toSession = (link: string): string =>
    kind === 's' && link.startsWith('/article') ? `/s/${visit}${link}` : link;
  const title = kind === 'private' ? `Private ${index}` : `Article ${index}`;
  return isArticle ? page(title, articleLinks(index, size, visit).map(toSession)) : undefined;
};

const html = ({ title = '', links = [], text = '' }: Served, textChars = 0): string => {
  const paragraph = `<p>${text}</p>`;
  const rest = Array.from(
    { length: Math.floor(Math.max(0, textChars - text.length) / paragraph.length) },
    (_, index) => `<h2>Part ${index}</h2>${paragraph}`,
  );
  return `<!doctype html><html lang="en"><head><title>${title}</title></head><body><h1>${title}</h1>${paragraph}${rest.join('\n')}${links
    .map((link) => `<a href="${link.replaceAll('&', '&amp;')}">More</a>`)
    .join(' ')}</body></html>`;
};

const facetTitles = ({ facetValues }: CrawlSiteSize): string[] => {
  const values = Array.from({ length: facetValues }, (_, value) => String(value));
  return values.flatMap((color) => values.flatMap((size) => values.map((sort) => `List ${color} ${size} ${sort}`)));
};

/** `address` is on loopback. */
export const startCrawlSite = async (size: CrawlSiteSize, address = '127.0.0.1'): Promise<CrawlSite> => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const target = request.url ?? '/';
    asked.push(target);
    if (target === '/robots.txt') {
      response.writeHead(200, { 'content-type': 'text/plain' }).end('User-agent: *\nDisallow: /private/\n');
      return;
    }
    const { pathname, searchParams } = new URL(target, 'http://site.example');
    const served =
      size.hasTraps === false ? servePlain(pathname, size) : serve(pathname, searchParams, size, asked.length);
    if (served?.location) response.writeHead(served.status ?? 302, { location: served.location }).end();
    else if (served)
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html(served, size.textChars));
    else response.writeHead(404, { 'content-type': 'text/html' }).end('<html><body><p>No such page.</p></body></html>');
  });
  await once(server.listen(0, address), 'listening');
  const articles = Array.from({ length: size.articles }, (_, index) => `Article ${index}`);
  return {
    url: `http://${address}:${(server.address() as AddressInfo).port}`,
    titles:
      size.hasTraps === false ? ['Home', ...articles] : ['Home', 'About', 'Loop', ...facetTitles(size), ...articles],
    asked,
    close: async () => {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
};
