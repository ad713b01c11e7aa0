/** The floor: a got loop in one process that writes what it fetched. Prints one JSON line. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import got from 'got';
import { measurePeer } from '../batch/measure-peer.js';

const [site = '', count = '0', width = '1'] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true, maxSockets: Number(width) });
const client = got.extend({ agent: { http: agent }, retry: { limit: 0 } });
const folder = await mkdtemp(join(tmpdir(), 'quarry-floor-'));

await measurePeer(
  Number(count),
  async (first, pages) => {
    let next = first;
    const lane = async (): Promise<void> => {
      while (next < first + pages) {
        const index = next++;
        await writeFile(join(folder, `${index}.html`), await client(`${site}/p/${index}`).buffer());
      }
    };
    await Promise.all(Array.from({ length: Number(width) }, lane));
  },
  () => rm(folder, { recursive: true }),
);
