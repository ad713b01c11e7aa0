import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openStore, type Store } from '@quarry/store';
import {
  poll,
  proofSize,
  runCli,
  startCrawlSite,
  startFleet,
  startTargetSite,
  type CrawlSite,
  type Fleet,
  type TargetSite,
} from '@quarry/testkit';
import { makeDue } from '../fleet/schedule-clock.js';
import { walkCrawl, walkSchedule } from './job-walk.js';
import { KeyboardWalker } from './keyboard-walker.js';
import { captureScreens } from './screens.js';
import { openWalk, Walker, type OpenWalk } from './walker.js';

const PASSWORD = 'a long enough password';
const MAX_CLICKS = 6;
/** A walk of many pages in one browser, on a machine that may have much else to do. */
const WALK_TIMEOUT_MS = proofSize(300_000, 600_000);
const run = promisify(execFile);

let site: TargetSite;
let linked: CrawlSite;
let store: Store;
let fleet: Fleet;
let walk: OpenWalk | undefined;
let folder: string;
/** The page of the schedule that the person has made. */
let schedule = '/schedules';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quarry-walk-'));
  site = await startTargetSite();
  linked = await startCrawlSite({ articles: 40, facetValues: 1 });
  fleet = await startFleet({
    services: ['gateway', 'browser-scrape', 'batch-fanout', 'console'],
    env: { EGRESS_ALLOW: [site.host, new URL(linked.url).host].join(','), SIGNUP_CREDITS: '500' },
  });
  store = await openStore({ mongodbUri: fleet.cliEnv['MONGODB_URI'], dataDir: fleet.dataDir });
  walk = await openWalk(fleet.consoleUrl ?? '', folder, proofSize(0, 1) === 1 ? KeyboardWalker : Walker);
}, WALK_TIMEOUT_MS);

afterAll(async () => {
  await walk?.close();
  await store.close();
  await fleet.stop();
  await Promise.all([site.close(), linked.close()]);
  await rm(folder, { recursive: true, force: true });
}, 60_000);

const walker = (): Walker => {
  if (walk === undefined) throw new Error('there is no Chromium');
  return walk.walker;
};

/** Runs the line that the console shows, for a page of ours; returns the status line and the headers. */
const runShown = async (line: string): Promise<string> => {
  const { stdout } = await run('sh', ['-c', `${line.replace('https://example.com', `${site.url}/page/shown`)} -i`]);
  return stdout.split('\r\n\r\n')[0] ?? '';
};

/** The account's credits as the navigation shows them. */
const creditsLeft = async (person: Walker): Promise<number> => {
  const text = await person.sees(/[\d,.]+\s+credits left/);
  return Number(/([\d,]+)\s+credits left/.exec(text)?.[1]?.replaceAll(',', ''));
};

describe('the demo user', () => {
  it(
    `is ${MAX_CLICKS} clicks at most from the link to a result`,
    async () => {
      const person = walker();
      const { stdout } = await runCli(['user', 'link', 'demo@localhost'], fleet.cliEnv);
      await person.open(new URL(stdout.trim()).pathname);
      person.clicks = 0;
      await person.click('button', 'Sign in');
      await person.click('link', 'Open playground');
      await person.clickLinkTo('/playground/scrape/web');
      await person.fill('url', `${site.url}/page/first`);
      await person.click('button', 'Send');
      await person.sees('1 credit charged');
      expect(person.clicks).toBeLessThanOrEqual(MAX_CLICKS);
    },
    WALK_TIMEOUT_MS,
  );

  it(
    'sees the fleet as its operator, and pauses and resumes a queue',
    async () => {
      const person = walker();
      for (const [name, path] of Object.entries({ reading: '/operator/reading', operator: '/operator' })) {
        expect(await captureScreens(person.page, person.consoleUrl + path, name)).toEqual([]);
      }
      await person.sees('Own address');
      await person.click('button', 'Actions for browser-scrape');
      await person.click('menuitem', 'Pause…');
      await person.click('button', 'Pause queue');
      await person.sees(/Paused[^]*by demo@localhost/);
      await person.click('button', 'Actions for browser-scrape');
      await person.click('menuitem', 'Resume…');
      await person.click('button', 'Resume queue');
      await person.sees('browser-scrape is open again');
      await person.forget();
    },
    WALK_TIMEOUT_MS,
  );
});

describe('a person', () => {
  it(
    'signs up, copies the key, uses it with curl and sees what it cost',
    async () => {
      const person = walker();
      await person.open('/sign-up');
      await person.fill('E-mail', 'ada@example.com');
      await person.fill('Password', PASSWORD);
      await person.click('button', 'Create account');
      await person.sees('Get started');
      expect(await creditsLeft(person)).toBe(500);
      await person.click('button', 'Create key');
      const key = await person.valueOf('input[readonly]');
      expect(key).toMatch(/^qk_[\w-]{43}$/);
      await person.click('button', 'Copy key');
      const line = await person.valueOf('[aria-label="Shell"] code');
      expect(line).toContain(key);
      const head = await runShown(line);
      expect(head).toMatch(/^HTTP\/1\.1 200 /);
      expect(head).toMatch(/^x-credits-charged: 1\r?$/m);
      // The overview looks again by itself.
      await person.sees('Inspect the request');
      await person.open('/');
      expect(await creditsLeft(person)).toBe(499);
    },
    WALK_TIMEOUT_MS,
  );

  it(
    'calls an operation in the playground, and picks a selector by a click',
    async () => {
      const person = walker();
      await person.open('/playground/scrape/web');
      await person.fill('url', `${site.url}/page/picked`);
      await person.click('button', 'Send');
      await person.sees('1 credit charged');
      await person.click('tab', 'Page');
      await person.click('button', 'Pick a selector');
      await person.pickInFrame('/api/frame/');
      await person.click('button', 'Add to extractRules');
      await person.click('button', 'Try the rules on this page');
      await person.sees('Report picked');
    },
    WALK_TIMEOUT_MS,
  );

  it(
    'inspects a request',
    async () => {
      const person = walker();
      await person.open('/requests?operation=scrape%2Fweb');
      await person.clickLinkTo('/requests/');
      await person.sees('Where the time went');
      const text = await person.sees('Facts');
      expect(text).toContain('scrape/web');
    },
    WALK_TIMEOUT_MS,
  );

  it(
    'starts a batch, watches it, downloads it, and retries what failed',
    async () => {
      const person = walker();
      const lines = [...[1, 2, 3].map((page) => `${site.url}/page/${page}`), `${site.url}/status/503`];
      await person.open('/batches/new');
      await person.fill('Or paste', lines.join('\n'));
      await person.sees('4 requests');
      await person.click('button', 'Start batch');
      await person.sees('1 failed request');
      await person.sees(/100\s?%/);
      await person.click('button', 'CSV');
      const file = await poll(
        async () => (await readdir(folder)).find((name) => name.endsWith('.csv')),
        (name) => name !== undefined,
        { timeoutMs: 15_000 },
      );
      const rows = (await readFile(join(folder, file ?? ''), 'utf8')).trim().split('\n');
      expect(rows).toHaveLength(1 + lines.length);
      const first = person.page.url();
      await person.click('button', 'Retry them');
      await person.sees(/0 of 1|1 of 1/);
      expect(person.page.url()).not.toBe(first);
    },
    WALK_TIMEOUT_MS,
  );

  it(
    'retries what failed again and again, each time as a batch of its own and free of charge',
    async () => {
      const person = walker();
      const made = [person.page.url()];
      await person.sees('1 failed request');
      await person.open(new URL(made[0] ?? '').pathname);
      const before = await creditsLeft(person);
      for (const _ of ['the retry', 'the retry of the retry']) {
        await person.sees('1 failed request');
        await person.sees(/100\s?%/);
        await person.click('button', 'Retry them');
        await person.page.waitForFunction(`location.href !== ${JSON.stringify(made.at(-1))}`);
        made.push(person.page.url());
      }
      // And what it was made of once more.
      await person.open(new URL(made[0] ?? '').pathname);
      await person.click('button', 'Retry them');
      await person.page.waitForFunction(`location.href !== ${JSON.stringify(made[0])}`);
      made.push(person.page.url());
      await person.sees('1 failed request');
      expect(new Set(made).size).toBe(made.length);
      await person.open('/batches');
      expect(await creditsLeft(person)).toBe(before);
    },
    WALK_TIMEOUT_MS,
  );

  it('starts a crawl, watches it end, and opens one of its pages', () => walkCrawl(walker(), linked), WALK_TIMEOUT_MS);

  it(
    'schedules a call, sees its runs and what they found changed',
    async () => {
      schedule = await walkSchedule(walker(), linked, (id) => makeDue(store, id));
    },
    WALK_TIMEOUT_MS,
  );

  it(
    'finds a batch and a request in the log by their ids',
    async () => {
      const person = walker();
      const find = async (id: string | undefined): Promise<void> => {
        await person.open('/requests');
        await person.focusField('main input[type="search"]');
        await person.page.keyboard.sendCharacter(id ?? '');
        await person.page.keyboard.press('Enter');
      };
      await person.open('/batches');
      await find((await person.pathOf('main a[href^="/batches/"]:not([href$="/new"])')).split('/').at(-1));
      await person.sees('The items of batch');
      await find((await person.pathOf('main a[href^="/requests/"]')).split('/').at(-1));
      await person.sees('Where the time went');
    },
    WALK_TIMEOUT_MS,
  );

  it(
    'revokes the key, and is refused with it',
    async () => {
      const person = walker();
      await person.open('/settings/keys');
      await person.click('button', 'Create key');
      await person.fill('Name', 'to be revoked');
      await person.clickLast('button', 'Create key');
      const line = await person.valueOf('[aria-label="Try it in a shell"] code');
      expect(await runShown(line)).toMatch(/^HTTP\/1\.1 200 /);
      await person.click('button', 'I have kept it');
      await person.click('button', 'Revoke to be revoked');
      await person.click('button', 'Revoke key');
      await person.sees('is revoked');
      // A gateway trusts a key for a second.
      const head = await poll(
        () => runShown(line),
        (text) => text.startsWith('HTTP/1.1 401 '),
        { timeoutMs: 5_000 },
      );
      expect(head).toMatch(/^HTTP\/1\.1 401 /);
    },
    WALK_TIMEOUT_MS,
  );

  it(
    'tries a call in the reference of the API with a key that the page forgets',
    async () => {
      const { page } = walker();
      const foreign: string[] = [];
      page.on('request', (request) => {
        if (!/^(?:http:\/\/127\.0\.0\.1:|data:|blob:)/.test(request.url())) foreign.push(request.url());
      });
      /** Runs a script again and again until it says that it has found its element. */
      const until = (found: string): Promise<unknown> =>
        poll(
          () => page.evaluate(found),
          (isFound) => isFound === true,
          { timeoutMs: WALK_TIMEOUT_MS / 4 },
        );
      const click = (text: string): Promise<unknown> =>
        until(
          `[...document.querySelectorAll('button')].filter((one) => one.innerText.includes(${JSON.stringify(text)})).slice(0, 1).map((one) => one.click()).length === 1`,
        );
      await page.goto(`${fleet.baseUrl}/docs#tag/account/GET/user/me/usage`);
      await click('Test Request');
      await until(
        `document.body.innerText.includes('Send Request') && [...document.querySelectorAll('input[type="text"]')].filter((one) => one.offsetParent && one.placeholder).slice(-1).map((one) => one.focus()).length === 1`,
      );
      await page.keyboard.sendCharacter(fleet.apiKey);
      const [response] = await Promise.all([
        page.waitForResponse((one) => one.url().endsWith('/user/me/usage'), { timeout: WALK_TIMEOUT_MS / 4 }),
        click('Send Request'),
      ]);
      expect([response.status(), response.request().headers()['x-api-key']]).toEqual([200, fleet.apiKey]);
      const kept = await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])');
      expect(kept).not.toContain(fleet.apiKey);
      expect(foreign).toEqual([]);
    },
    WALK_TIMEOUT_MS,
  );

  it('has met no error of a page: no exception, no refused script', () => {
    expect(walk?.faults).toEqual([]);
    const person = walker();
    if (person instanceof KeyboardWalker) expect([...person.unseen]).toEqual([]);
  });
});

it(
  'every page is as wide as the window, and without serious faults for readers by ear and keyboard',
  async () => {
    const person = walker();
    await person.open('/requests');
    const request = await person.pathOf('main a[href^="/requests/"]');
    await person.open('/batches');
    const batch = await person.pathOf('main a[href^="/batches/"]:not([href$="/new"])');
    const crawl = await person.pathOf('main a[href^="/crawls/"]:not([href$="/new"])');
    const pages = {
      ...{
        overview: '/',
        playground: '/playground',
        'playground-web': '/playground/scrape/web',
        requests: '/requests',
      },
      ...{ request, batches: '/batches', 'batch-new': '/batches/new', batch, webhooks: '/webhooks', usage: '/usage' },
      ...{ 'crawl-new': '/crawls/new', crawl, schedules: '/schedules', 'schedule-new': '/schedules/new' },
      ...{ schedule, changes: `${schedule}/changes` },
      ...{
        keys: '/settings/keys',
        members: '/settings/members',
        alerts: '/settings/alerts',
        profile: '/settings/profile',
      },
    };
    const faults: string[] = [];
    for (const [name, path] of Object.entries(pages)) {
      faults.push(...(await captureScreens(person.page, person.consoleUrl + path, name)));
    }
    await person.forget();
    for (const path of ['/sign-in', '/sign-up', `/link/${'A'.repeat(43)}`]) {
      const name = path.split('/')[1] ?? '';
      faults.push(...(await captureScreens(person.page, person.consoleUrl + path, name)));
    }
    expect(faults).toEqual([]);
  },
  WALK_TIMEOUT_MS,
);
