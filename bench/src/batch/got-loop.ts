/** Peer: a got loop in one process with the service's extraction. Prints one JSON line. */
import { Agent } from 'node:http';
import { decodeBody } from '@quarry/html';
import { convertPage } from '@quarry/page';
import got from 'got';
import { measurePeer } from './measure-peer.js';

const [site = '', count = '0', width = '1'] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true, maxSockets: Number(width) });
const client = got.extend({ agent: { http: agent }, retry: { limit: 0 } });

const scrape = async (index: number): Promise<void> => {
  const url = `${site}/p/${index}`;
  const response = await client(url, { responseType: 'buffer' });
  const { text } = decodeBody(response.body, response.headers['content-type']);
  const input = { text, url, mediaType: 'text/html' };
  const page = convertPage(input, { formats: ['markdown', 'text'], links: false, emails: false });
  if (JSON.stringify(page).length < 10) throw new Error('the page is empty');
};

await measurePeer(Number(count), async (first, pages) => {
  let next = first;
  const lane = async (): Promise<void> => {
    while (next < first + pages) await scrape(next++);
  };
  await Promise.all(Array.from({ length: Number(width) }, lane));
});
