import { expect } from '@jest/globals';
import type { CrawlSite } from '@quarry/testkit';
import type { Walker } from './walker.js';

/** Fewer than the site has. */
const PAGES = 12;

/** Starts a crawl of a site, sees what it may cost, watches it end, and opens the request of a page. */
export const walkCrawl = async (person: Walker, site: CrawlSite): Promise<void> => {
  await person.open('/crawls/new');
  await person.fill('url', `${site.url}/article/0`);
  await person.fill('limit', String(PAGES));
  await person.sees(`At most ${PAGES} pages`);
  await person.sees(`At most ${PAGES * 10} credits`);
  await person.click('button', 'Start crawl');
  await person.sees(/Crawl: \d+ of/);
  await person.sees(/ended[^]*, took/);
  const text = await person.sees('Not every address was fetched');
  expect(text).toMatch(/Fetched\s+\d+/);
  const path = new URL(person.page.url()).pathname;
  expect(path).toMatch(/^\/crawls\/[\da-f-]{36}$/);
  await person.clickLinkTo('/requests/');
  await person.sees('Where the time went');
  await person.open('/batches');
  await person.clickLinkTo(path);
  await person.sees(/Crawl: \d+ of/);
};

/** Names as a screen reader says them: a label and what is said below it. */
const LINKS = 'Links of the page Which links have come and gone; asks for them with extractLinks.';

/** Makes a schedule of a page that changes with each visit, sees its runs and what changed, and pauses it. */
export const walkSchedule = async (
  person: Walker,
  site: CrawlSite,
  makeDue: (id: string) => Promise<void>,
): Promise<string> => {
  await person.open('/playground/scrape/web');
  await person.fill('url', `${site.url}/article/7`);
  await person.click('link', 'Schedule');
  await person.sees('Times of');
  await person.click('checkbox', LINKS);
  await person.fill('Name', 'Links of article 7');
  await person.click('button', 'Save schedule');
  await person.sees('No run yet');
  const path = new URL(person.page.url()).pathname;
  const id = path.split('/').at(-1) ?? '';
  for (const words of ['First run, nothing to compare with', /\d+ added, \d+ removed/]) {
    await makeDue(id);
    await person.open(path);
    await person.sees(words);
  }
  await person.clickLinkTo(`${path}/changes`);
  expect(await person.sees('compared with')).toContain('sid=');
  await person.click('button', 'Copy feed link');
  await person.sees(/Feed link copied|Copying failed/);
  await person.open(path);
  await person.click('button', 'Pause');
  await person.sees('None while it is paused');
  return path;
};
