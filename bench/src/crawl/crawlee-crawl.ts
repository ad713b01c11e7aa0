/** Peer: Crawlee's CheerioCrawler follows the links of a site and writes html, markdown and links. Prints one JSON line. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CheerioCrawler, Configuration, LogLevel, log } from '@crawlee/cheerio';
import TurndownService from 'turndown';
import { measurePeer } from '../batch/measure-peer.js';

const [site = '', count = '0', width = '1'] = process.argv.slice(2);
log.setLevel(LogLevel.ERROR);
const turndown = new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced' });
turndown.remove(['script', 'style', 'noscript']);
const folder = await mkdtemp(join(tmpdir(), 'quarry-peer-'));

const crawl = async (mostPages: number | undefined): Promise<number> => {
  let done = 0;
  const crawler = new CheerioCrawler(
    {
      minConcurrency: Number(width),
      maxConcurrency: Number(width),
      maxRequestRetries: 0,
      ...(mostPages === undefined ? {} : { maxRequestsPerCrawl: mostPages }),
      requestHandler: async ({ $, body, request, enqueueLinks }) => {
        const index = done++;
        await enqueueLinks({ strategy: 'same-hostname' });
        const content = String(body);
        const links = $('a[href]')
          .toArray()
          .map((link) => URL.parse($(link).attr('href') ?? '', request.loadedUrl)?.href);
        const markdown = turndown.turndown($('body').html() ?? '');
        await writeFile(join(folder, `${index}.html`), content);
        await writeFile(
          join(folder, `${index}.json`),
          JSON.stringify({ content, markdown, links: [...new Set(links)] }),
        );
      },
    },
    // Its own frontier is in memory alone: the crawler is measured at its best.
    new Configuration({ persistStorage: false, purgeOnStart: true }),
  );
  await crawler.run([`${site}/`]);
  return done;
};

await measurePeer(
  Number(count),
  async (first, pages) => {
    const isWarmUp = first === 0;
    const done = await crawl(isWarmUp ? pages : undefined);
    if (!isWarmUp && done !== pages) throw new Error(`${done} of ${pages} pages were crawled`);
  },
  () => rm(folder, { recursive: true }),
);
