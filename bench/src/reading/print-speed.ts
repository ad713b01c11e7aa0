import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as page from '@quarry/page';
import { convertPage } from '@quarry/page';
import { printTable, three } from './print-table.js';
import { cpuMs, median, type Pages } from './read-pages.js';

/** Each page is converted so often. */
const ROUNDS = 5;

type ConvertPage = typeof page.convertPage;

const timeOf = (convert: ConvertPage, html: string, url: string): number => {
  const began = cpuMs();
  convert(
    { text: html, url, mediaType: 'text/html' },
    { formats: ['html', 'text', 'markdown'], links: false, emails: false, onlyMainContent: true },
  );
  return cpuMs() - began;
};

/** Median of html, text and markdown with main content: ours, and of the build before at the file `before`, page by page in turns. */
export const printSpeed = async (pages: Pages, before: string | undefined): Promise<void> => {
  const builds: [string, ConvertPage][] = [['now', convertPage]];
  if (before !== undefined) {
    const module = (await import(pathToFileURL(path.resolve(before)).href)) as { convertPage: ConvertPage };
    builds.push(['before', module.convertPage]);
  }
  const times = new Map(builds.map(([name]) => [name, [] as number[]]));
  for (const [{ url }, html] of pages) {
    const best = new Map(builds.map(([name]) => [name, Number.POSITIVE_INFINITY]));
    for (let round = 0; round < ROUNDS; round += 1)
      for (const [name, convert] of round % 2 === 0 ? builds : builds.toReversed())
        best.set(name, Math.min(best.get(name) ?? 0, timeOf(convert, html, url)));
    for (const [name, ms] of best) times.get(name)?.push(ms);
  }
  const now = median(times.get('now') ?? []);
  const rows = [...times].map(([name, all]) => [name, median(all).toFixed(2), three(now / median(all))]);
  printTable([[`html, text and markdown with main content n=${pages.size}`, 'ms CPU, median', 'now by this'], ...rows]);
};
