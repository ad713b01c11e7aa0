/** Peer: a got loop with cheerio and turndown in one process that writes page and result. Prints one JSON line. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load } from 'cheerio';
import got from 'got';
import TurndownService from 'turndown';
import { measurePeer } from '../batch/measure-peer.js';

const [site = '', count = '0', width = '1'] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true, maxSockets: Number(width) });
const client = got.extend({ agent: { http: agent }, retry: { limit: 0 } });
const turndown = new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced' });
turndown.remove(['script', 'style', 'noscript']);
const folder = await mkdtemp(join(tmpdir(), 'quarry-peer-'));

const scrape = async (index: number): Promise<void> => {
  const url = `${site}/p/${index}`;
  const content = await client(url).text();
  const $ = load(content);
  const links = $('a[href]')
    .toArray()
    .map((link) => URL.parse($(link).attr('href') ?? '', url)?.href);
  const markdown = turndown.turndown($('body').html() ?? '');
  await writeFile(join(folder, `${index}.html`), content);
  await writeFile(join(folder, `${index}.json`), JSON.stringify({ content, markdown, links: [...new Set(links)] }));
};

await measurePeer(
  Number(count),
  async (first, pages) => {
    let next = first;
    const lane = async (): Promise<void> => {
      while (next < first + pages) await scrape(next++);
    };
    await Promise.all(Array.from({ length: Number(width) }, lane));
  },
  () => rm(folder, { recursive: true }),
);
