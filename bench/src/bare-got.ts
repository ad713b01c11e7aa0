/** Peer 1: a got loop in one process with the service's extraction. Prints one JSON line. */
import { Agent } from 'node:http';
import { decodeBody } from '@quarry/html';
import { convertPage } from '@quarry/page';
import got from 'got';

const [url = '', count = '0', width = '1'] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true, maxSockets: Number(width) });
const client = got.extend({ agent: { http: agent }, retry: { limit: 0 } });

const scrape = async (): Promise<number> => {
  const response = await client(url, { responseType: 'buffer' });
  const { text } = decodeBody(response.body, response.headers['content-type']);
  const page = convertPage(
    { text, url, mediaType: 'text/html' },
    { formats: ['markdown'], links: false, emails: false },
  );
  return JSON.stringify(page).length;
};

const run = async (requests: number): Promise<void> => {
  let left = requests;
  const lane = async (): Promise<void> => {
    while (left-- > 0) await scrape();
  };
  await Promise.all(Array.from({ length: Number(width) }, lane));
};

await run(Math.min(500, Number(count)));
const cpu = process.cpuUsage();
const startedAt = performance.now();
await run(Number(count));
const seconds = (performance.now() - startedAt) / 1000;
const used = process.cpuUsage(cpu);
console.log(
  JSON.stringify({ perSecond: Number(count) / seconds, cpuMs: (used.user + used.system) / 1000 / Number(count) }),
);
process.exit(0);
