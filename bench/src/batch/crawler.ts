/** Peer: Crawlee's CheerioCrawler, text from cheerio and markdown from turndown, in one process. Prints one JSON line. */
import { CheerioCrawler, Configuration, LogLevel, log } from '@crawlee/cheerio';
import TurndownService from 'turndown';
import { measurePeer } from './measure-peer.js';

const [site = '', count = '0', width = '1'] = process.argv.slice(2);
log.setLevel(LogLevel.ERROR);
const turndown = new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced' });
turndown.remove(['script', 'style', 'noscript']);

await measurePeer(Number(count), async (first, pages) => {
  let done = 0;
  const crawler = new CheerioCrawler(
    {
      minConcurrency: Number(width),
      maxConcurrency: Number(width),
      maxRequestRetries: 0,
      requestHandler: ({ $, body }) => {
        $('script, style, noscript').remove();
        const text = $('body').text();
        const markdown = turndown.turndown($('body').html() ?? String(body));
        if (JSON.stringify({ text, markdown }).length < 10) throw new Error('the page is empty');
        done += 1;
      },
    },
    // Nothing on disk: the crawler alone is measured.
    new Configuration({ persistStorage: false, purgeOnStart: true }),
  );
  await crawler.run(Array.from({ length: pages }, (_, index) => `${site}/p/${first + index}`));
  if (done !== pages) throw new Error(`${done} of ${pages} pages were crawled`);
});
