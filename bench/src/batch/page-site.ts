/** Serves the pages of the batch bench from memory at `/p/<n>`; prints its port and the mean page size. */
import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { articlePage } from '@quarry/testkit';
import { listPages } from '../extract/pages.js';
import { makePage } from './make-page.js';

/** To measure the cost of an item apart from its page. */
const SMALL_KIB = 2;
/** Different pages, so that no cache serves one page again and again. */
const OWN_PAGES = 64;

const make: Readonly<Record<string, () => Buffer[]>> = {
  corpus: () => listPages().map((file) => readFileSync(file)),
  small: () => Array.from({ length: OWN_PAGES }, (_, seed) => Buffer.from(articlePage(String(seed), SMALL_KIB))),
};
const own = (): Buffer[] => Array.from({ length: OWN_PAGES }, (_, seed) => Buffer.from(makePage(seed)));
const pages = (make[process.argv[2] ?? ''] ?? own)();
if (pages.length === 0) throw new Error('there are no captured pages; QUARRY_CORPUS names the folder that holds them');

const server = createServer((request, response) => {
  const page = pages[Number(request.url?.split('/')[2] ?? 0) % pages.length];
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
  response.end(page);
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  const bytes = pages.reduce((sum, page) => sum + page.length, 0) / pages.length;
  console.log(JSON.stringify({ port: (server.address() as AddressInfo).port, pages: pages.length, bytes }));
});
