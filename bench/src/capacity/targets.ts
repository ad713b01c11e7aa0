/** All targets of the capacity bench, in a process of their own so that their CPU is not counted. Prints their ports. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { articlePage, startEngineSite, startSite } from '@quarry/testkit';
import { makePage } from '../batch/make-page.js';

/** Different pages, so that no cache serves one page again and again. */
const PAGES = 64;
const SMALL_KIB = 20;
const pages = (make: (seed: number) => string): Buffer[] =>
  Array.from({ length: PAGES }, (_, seed) => Buffer.from(make(seed)));

/** A page that is empty until its script has run. */
const madeByScript = (seed: number): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Entry ${seed}</title></head><body><div id="root"></div>
<script>document.getElementById('root').innerHTML = ${JSON.stringify(articlePage(String(seed), SMALL_KIB)).replaceAll('</', '<\\/')};</script></body></html>`;

const kinds: Readonly<Record<string, readonly Buffer[]>> = {
  page20: pages((seed) => articlePage(String(seed), SMALL_KIB)),
  page200: pages(makePage),
  browser: pages(madeByScript),
};

const server = createServer((request, response) => {
  const [, kind = '', number = '0'] = (request.url ?? '/').split('/');
  const send = (body: Buffer | undefined): void => {
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(body);
  };
  if (kind === 'slow') setTimeout(() => send(kinds['page20']?.[0]), Number(number));
  else send(kinds[kind]?.[Number(number) % PAGES]);
});
server.keepAliveTimeout = 60_000;
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const [engine, site] = await Promise.all([startEngineSite(), startSite('retailer')]);
const mean = (kind: string): number => (kinds[kind] ?? []).reduce((sum, page) => sum + page.byteLength, 0) / PAGES;

console.log(
  JSON.stringify({
    pages: (server.address() as AddressInfo).port,
    engine: Number(new URL(engine.url).port),
    site: Number(new URL(site.url).port),
    page20Bytes: mean('page20'),
    page200Bytes: mean('page200'),
    browserBytes: mean('browser'),
  }),
);
