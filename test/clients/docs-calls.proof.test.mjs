import { once } from 'node:events';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ApiClient, REPOSITORY_ROOT, SHARED_ADDRESS, sharedFleet } from '@quarry/testkit';
import { readCallPage, withPrinted } from '../../infra/docs/call-page.mjs';
import { prepareFolder, RUNNERS } from './docs-calls/run-snippets.mjs';
import { dataOf, shownText, steadyText } from './docs-calls/shown.mjs';
import { findPython } from './python-client.mjs';

const FOLDER = path.join(REPOSITORY_ROOT, 'docs/calls');
/** `RECORD_DOCS=1` writes into the pages what their snippets print now. */
const IS_RECORDED = process.env.RECORD_DOCS === '1';
const PAGE_MS = 900_000;
const LANGUAGES = ['curl', 'Python', 'TypeScript', 'CLI'];
const SCHEDULE_PLACE = '<SCHEDULE_ID>';
/** A page with one of them has calls that change what its others show: its languages run one after another. */
const SHARED = [SCHEDULE_PLACE, '/sessions'];
const DOCS_SITE = 'https://example.com';
const DOCS_SERVICE = 'http://127.0.0.1:3000';

const PAGES = {
  '/': '<title>Example</title><main><h1>Example</h1><p>A page to try things with. <a href="/lamp">A lamp</a></p></main>',
  '/lamp':
    '<title>Slate lamp</title><nav><a href="/">Shop</a></nav><main><h1>Slate lamp</h1><p>A lamp of dark slate that keeps its light for years, made by hand and sold with a spare wick.</p><p class="price">$42.50</p></main>',
};
const cartOf = ({ headers }) => (headers.cookie === 'cart=1' ? 'A cart with one lamp' : 'A cart with nothing yet');
/** The site of the examples. */
const site = createServer((request, response) => {
  if (request.url === '/cart') {
    response.writeHead(200, { 'content-type': 'text/html', 'set-cookie': 'cart=1; Path=/; Max-Age=86400' });
    return response.end(`<title>Cart</title><main><h1>Cart</h1><p>${cartOf(request)}</p></main>`);
  }
  const page = PAGES[request.url];
  const isBlocked = request.url === '/blocked';
  response.writeHead(page ? 200 : isBlocked ? 403 : 404, { 'content-type': 'text/html' });
  return response.end(
    page ?? (isBlocked ? '<title>Access denied</title>' : '<title>Not found</title><h1>Not found</h1>'),
  );
});

let fleet;
let folder;
let python;
let options;
let called;
let addresses;
let places;

const SCHEDULE = {
  ...{ name: 'Price of the lamp', cron: '0 8 1 1 *', timeZone: 'Europe/Berlin' },
  changeTracking: { fields: ['extractedData.price'] },
};

const callFleet = async (method, address, sent) => {
  const headers = { 'x-api-key': fleet.apiKey, 'content-type': 'application/json' };
  return (await fetch(fleet.baseUrl + address, { method, headers, body: sent && JSON.stringify(sent) })).json();
};

/** A job that has ended. */
const makeJob = async (address, sent) => {
  const { jobId } = await callFleet('POST', address, sent);
  while ((await callFleet('GET', `${address}/${jobId}`)).data.status !== 'done')
    await new Promise((go) => setTimeout(go, 100));
  return jobId;
};

/** A schedule for each language: each pauses and deletes its own. */
const makeSchedules = async (siteUrl) => {
  const target = {
    operation: 'scrape/web',
    params: { url: `${siteUrl}/lamp`, extractRules: { price: '.price' } },
  };
  const ids = {};
  for (const language of LANGUAGES) {
    ids[language] = (await callFleet('POST', '/schedules', { ...SCHEDULE, target })).data.id;
  }
  return ids;
};

/** A request, a batch and a crawl that have ended, and schedules, for the pages that look at one. */
const makePlaces = async (siteUrl) => {
  const api = new ApiClient(fleet);
  const { body } = await api.scrape({ url: `${siteUrl}/lamp`, outputFormat: ['markdown'] });
  const requests = ['/lamp', '/blocked'].map((page) => ({ url: siteUrl + page }));
  const scrape = { outputFormat: ['markdown'] };
  const jobId = await makeJob('/scrape/batch/web', { requests, defaults: scrape });
  const crawl = { url: `${siteUrl}/`, limit: 10, scrape: { ...scrape, jsRendering: false } };
  return {
    ...{ '<REQUEST_ID>': body.requestMetadata.id, '<FILE_URL>': body.requestMetadata.html, '<JOB_ID>': jobId },
    ...{ '<CRAWL_ID>': await makeJob('/crawl/web', crawl), [SCHEDULE_PLACE]: await makeSchedules(siteUrl) },
  };
};

beforeAll(async () => {
  const found = await findPython();
  if (found.missing !== undefined) throw new Error(found.missing);
  ({ python } = found);
  folder = mkdtempSync(path.join(tmpdir(), 'quarry-calls-'));
  prepareFolder(folder);
  await once(site.listen(0, SHARED_ADDRESS), 'listening');
  const siteUrl = `http://${SHARED_ADDRESS}:${site.address().port}`;
  fleet = await sharedFleet();
  called = [
    [fleet.baseUrl, DOCS_SERVICE],
    [siteUrl, DOCS_SITE],
  ];
  addresses = [
    ...called,
    [siteUrl.replace('http://', ''), 'example.com'],
    ...Object.entries(fleet.origins).map(([name, url]) => [url, `https://${name}.example`]),
    [SHARED_ADDRESS, 'example.com'],
  ];
  places = await makePlaces(siteUrl);
  writeFileSync(path.join(folder, 'urls.txt'), `${siteUrl}/lamp\n${siteUrl}/blocked\n`);
  const env = { PATH: `${folder}/bin:${process.env.PATH}`, HOME: folder };
  options = { cwd: folder, env: { ...env, QUARRY_URL: fleet.baseUrl, QUARRY_API_KEY: fleet.apiKey } };
}, 600_000);

afterAll(async () => {
  // The fleet is used by other tests.
  const { data } = await callFleet('GET', '/schedules');
  for (const { id } of data.schedules) await callFleet('DELETE', `/schedules/${id}`);
  site.closeAllConnections();
  site.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A snippet with the addresses of this fleet, and with ids where the page has places for them. */
const readyCode = (code, language) => {
  let ready = code;
  for (const [own, shown] of called) ready = ready.replaceAll(shown, own);
  for (const [place, value] of Object.entries(places)) ready = ready.replaceAll(place, value[language] ?? value);
  return ready;
};

/** What every section prints: `{ language: [text of each section] }`. */
const runPage = async (sections) => {
  const run = async (language) => {
    const codes = sections.map(({ snippets }) =>
      readyCode(snippets.find((one) => one.language === language).code, language),
    );
    const printed = await RUNNERS[language](codes, language === 'Python' ? { ...options, python } : options);
    return [language, printed.map((text) => shownText(text, addresses))];
  };
  const isShared = sections.some(({ snippets }) =>
    snippets.some(({ code }) => SHARED.some((part) => code.includes(part))),
  );
  if (!isShared) return Object.fromEntries(await Promise.all(LANGUAGES.map(run)));
  const printed = [];
  for (const language of LANGUAGES) printed.push(await run(language));
  return Object.fromEntries(printed);
};

/** `CLI.data` prints the `data` of what the page shows. */
const languageOf = (name) => name.replace('.data', '');

describe.each(readdirSync(FOLDER).filter((name) => name.endsWith('.md')))('docs/calls/%s', (name) => {
  it(
    'has snippets in four languages that run as they are printed, and print what it shows',
    async () => {
      const file = path.join(FOLDER, name);
      const page = readFileSync(file, 'utf8');
      const sections = readCallPage(page);
      for (const { snippets } of sections) expect(snippets.map(({ language }) => language)).toEqual(LANGUAGES);
      const printed = await runPage(sections);
      let recorded = page;
      const [actual, shown] = [{}, {}];
      sections.forEach(({ heading, printed: blocks }, index) => {
        expect(blocks.flatMap(({ languages }) => languages.map(languageOf)).sort()).toEqual(LANGUAGES.toSorted());
        for (const { languages, text } of blocks) {
          const first = printed[languageOf(languages[0])][index];
          const wanted = IS_RECORDED ? first : text;
          if (steadyText(first) !== steadyText(text)) {
            recorded = withPrinted(recorded, heading, { [languages.join(' ')]: first });
          }
          for (const name of languages) {
            actual[`${heading}: ${name}`] = steadyText(printed[languageOf(name)][index]);
            shown[`${heading}: ${name}`] = steadyText(name.endsWith('.data') ? dataOf(wanted) : wanted);
          }
        }
      });
      if (IS_RECORDED) writeFileSync(file, recorded);
      expect(actual).toEqual(shown);
    },
    PAGE_MS,
  );
});
