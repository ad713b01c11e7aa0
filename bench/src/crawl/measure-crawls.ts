import { startCrawlSite } from '@quarry/testkit';
import { figuresTable } from '../peers/figures.js';
import { withFleets } from '../peers/fleet-subject.js';
import { measureInTurns } from '../peers/measure-in-turns.js';
import { crawlSubjects, warmUpCrawl } from './crawl-subjects.js';

/** What a part of the bench has to say, as Markdown; not flat: something grows that should not. */
export interface Said {
  readonly text: string;
  readonly isFlat: boolean;
}

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);
const PAGES = Number(process.env['BENCH_CRAWL_PAGES'] ?? 10_000);
/** About the text of an article. */
const TEXT_CHARS = 15_000;

/** The site is served by this process, whose CPU is nobody's. */
export const measureCrawls = async (checkouts: ReadonlyMap<string, string>): Promise<Said> => {
  const size = { articles: PAGES - 1, facetValues: 0, hasTraps: false, textChars: TEXT_CHARS };
  const site = await startCrawlSite(size);
  const port = Number(new URL(site.url).port);
  try {
    const starts = [...checkouts].map(([name, folder]) => ({ folder, options: { name, port } }));
    return await withFleets(starts, async (fleets) => {
      for (const fleet of fleets) await warmUpCrawl(fleet, PAGES);
      const turns = { rounds: ROUNDS, pages: PAGES };
      const table = figuresTable(await measureInTurns(crawlSubjects(fleets, site), turns));
      return { text: `${PAGES} pages of ${TEXT_CHARS / 1_000} kB, rounds: ${ROUNDS}.\n\n${table}`, isFlat: true };
    });
  } finally {
    await site.close();
  }
};
