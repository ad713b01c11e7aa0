import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PAGES } from './app-pages.js';
import { openMockWalk, type MockWalk } from './mock-walk.js';
import { named } from './walker.js';

const TIMEOUT_MS = 300_000;
const SCHEDULE = PAGES['/schedules/$scheduleId'] ?? '';
const CRAWLS_CHANGES = PAGES['/schedules/$scheduleId/changes of a crawl'] ?? '';

let mock: MockWalk;
beforeAll(async () => {
  mock = await openMockWalk();
}, TIMEOUT_MS);
afterAll(() => mock.close(), 60_000);

const textsOf = async (selector: string): Promise<readonly string[]> =>
  (await mock.page.evaluate(
    `[...document.querySelectorAll(${JSON.stringify(selector)})].map((one) => one.innerText.trim())`,
  )) as string[];

describe('the changes of a crawl', () => {
  it(
    'name new, gone and changed pages, with what differs in them and their requests',
    async () => {
      await mock.openIn('full', CRAWLS_CHANGES);
      const text = await mock.walker.sees('Pages: 2 new, 1 gone, 3 changed, 2 unknown');
      expect(text).toContain('412 pages compared. 2 pages could not be, and are compared again by the next run.');
      expect(await textsOf('section > h3')).toEqual(['New pages (2)', 'Pages that are gone (1)', 'Changed pages (3)']);
      expect(text).toContain('https://www.tidal-atlas.example/piers/1');
      expect(text).toContain('https://www.tidal-atlas.example/closed/0');
      expect(
        (await textsOf('[aria-label="Text of https://www.tidal-atlas.example/berths/0"] li')).join('\n'),
      ).toContain('Closed on Mondays');
      expect(text).toContain('extractedData.price');
      expect(text).toContain('What differs was left out, or is no longer stored.');
      expect(await textsOf('main a[href^="/requests/"]')).toHaveLength(3);
      expect(await textsOf('main a[href^="/crawls/"]')).toEqual(['Crawl 4b0d9b5e']);
      expect(await textsOf('main a[href*="tidal-atlas"]')).toEqual([]);
    },
    TIMEOUT_MS,
  );

  it(
    'say how many were left out, and show more of the rest when asked',
    async () => {
      await mock.openIn('long', CRAWLS_CHANGES);
      const text = await mock.walker.sees('41,170 more were left out.');
      expect(text).toContain('4 more were left out.');
      expect(text).toContain('500 more were left out.');
      expect(text).toContain('This is not all');
      expect(await textsOf('main a[href^="/requests/"]')).toHaveLength(5);
      await mock.walker.click('button', 'Show more changed pages');
      await mock.page.waitForFunction(`document.querySelectorAll('main a[href^="/requests/"]').length === 10`);
    },
    TIMEOUT_MS,
  );
});

describe('the form of a schedule', () => {
  it(
    'asks for what is compared where the pages of a crawl are described, and shows the next five runs',
    async () => {
      const { page, walker } = mock;
      await mock.openIn('full', '/schedules/new');
      await page.locator('label:has(input[type=radio][value=crawl])').click();
      await walker.sees('which pages are new, gone or changed');
      await walker.fill('url', 'https://www.tidal-atlas.example/');
      const label = await page.waitForSelector(`label ::-p-text(Text of the page)`);
      await label?.click();
      expect(await textsOf('ol[aria-label="Next runs"] > li')).toHaveLength(5);
      const [request] = await Promise.all([
        page.waitForRequest((one) => one.method() === 'POST' && one.url().endsWith('/schedules')),
        walker.click('button', 'Save schedule'),
      ]);
      expect(JSON.parse(request.postData() ?? '')).toMatchObject({
        target: {
          type: 'crawl',
          params: { url: 'https://www.tidal-atlas.example/', scrape: { outputFormat: ['markdown'] } },
        },
        changeTracking: { markdown: true },
      });
    },
    TIMEOUT_MS,
  );
});

/** What changes something, wherever it is. */
const ACTS = ['New schedule', 'New crawl', 'Save schedule', 'Start crawl', 'Pause', 'Delete', 'Copy feed link', 'Stop'];

describe('who may only look', () => {
  it.each([
    ['/schedules', 'make schedules', 'Berths of the harbour'],
    [SCHEDULE, 'pause, resume or delete this schedule', 'Next runs'],
    [CRAWLS_CHANGES, 'make a link to the feed of these changes', 'Changed pages (3)'],
    [PAGES['/crawls/$jobId'] ?? '', 'stop this crawl', 'Crawl:'],
    ['/schedules/new', 'make schedules', 'Your role reads only'],
    ['/crawls/new', 'start crawls', 'Your role reads only'],
  ])(
    'sees %s without a button that acts, and why: they cannot %s',
    async (path, wish, shows) => {
      const { page, walker } = mock;
      await mock.openIn('viewer', path);
      const text = await walker.sees(shows);
      expect(text).toContain('Your role reads only');
      expect(text.replaceAll(/\s+/g, ' ')).toMatch(new RegExp(`sk an owner of the account to let you ${wish}\\.`));
      const found = await Promise.all(
        ACTS.flatMap((name) => (['button', 'link'] as const).map((role) => page.$(`main ${named(role, name)}`))),
      );
      expect(found.filter((one) => one !== null)).toEqual([]);
    },
    TIMEOUT_MS,
  );

  it(
    'is no owner, who has those buttons and is told nothing',
    async () => {
      const { page, walker } = mock;
      await mock.openIn('full', SCHEDULE);
      expect(await walker.sees('Next runs')).not.toContain('Your role reads only');
      expect(await page.$(`main ${named('button', 'Pause')}`)).not.toBeNull();
      expect(await page.$(`main ${named('button', 'Delete')}`)).not.toBeNull();
    },
    TIMEOUT_MS,
  );
});
