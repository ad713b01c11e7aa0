/** Peer: bare puppeteer-core that renders pages and reads their html, `width` pages at a time. Prints one JSON line. */
import { launch } from 'puppeteer-core';
import { measureTree } from './tree-use.js';

/** Pages wait for resources that never come; what is there by then is read. */
const PAGE_TIMEOUT_MS = 15_000;

const [site = '', count = '0', width = '1'] = process.argv.slice(2);
const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
// Without a sandbox, as containers run it.
const browser = await launch({ executablePath, args: ['--no-sandbox'] });

const render = async (url: string): Promise<void> => {
  const context = await browser.createBrowserContext();
  try {
    const page = await context.newPage();
    await page.goto(url, { waitUntil: 'load', timeout: PAGE_TIMEOUT_MS }).catch(() => undefined);
    if ((await page.content()).length === 0) throw new Error(`${url} is empty`);
  } finally {
    await context.close();
  }
};

let next = 0;
const lane = async (): Promise<void> => {
  while (next < Number(count)) await render(`${site}/p/${next++}`);
};

const startedAt = performance.now();
const used = await measureTree(process.pid, () => Promise.all(Array.from({ length: Number(width) }, lane)));
const seconds = (performance.now() - startedAt) / 1_000;
console.log(
  JSON.stringify({ perSecond: Number(count) / seconds, cpuMs: used.cpuMs / Number(count), rssMb: used.peakMb }),
);
await browser.close();
process.exit(0);
