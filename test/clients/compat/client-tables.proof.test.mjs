import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ApiClient, openAccount, poll, REPOSITORY_ROOT, SHARED_ADDRESS, sharedFleet, startMapSite, startSharedSite } from '@quarry/testkit'; // oxfmt-ignore
import { installedNode, installedPython, runPython } from './compat-installs.mjs';
import { firecrawlMethods } from './firecrawl-methods.mjs';

const firecrawl = await installedPython('compat-python-1', ['firecrawl-py==4.55.0']);
const serp = await installedPython('compat-python-2', ['serpapi==1.2.0']);
const others = await installedPython('compat-python-3', ['firecrawl-py==4.55.0', 'google-search-results==2.4.2', 'langchain-community==0.4.2']); // oxfmt-ignore
const modules = await installedNode('compat-node-1', ['@mendable/firecrawl-js@4.42.0']);

const page = readFileSync(path.join(REPOSITORY_ROOT, 'docs/compat.md'), 'utf8');
const LEVELS = ['supported', 'partly', 'not'];

/** The methods of a table by its first heading: `[method, level]`. `column`: where their names are. */
const tableOf = (heading, column = 0) => {
  const text = page.slice(page.indexOf(heading)).split('\n\n', 1)[0];
  return text
    .split('\n')
    .slice(2)
    .flatMap((line) => {
      const cells = line.split('|').slice(1);
      const level = cells.map((cell) => cell.trim()).find((cell) => LEVELS.includes(cell));
      return [...cells[column].matchAll(/`([^`]+)`/g)].map(([, name]) => [name, level]);
    });
};

/** The table that follows a line. */
const tableAfter = (line) => tableOf(page.slice(page.indexOf(line)).split('\n\n')[1]);

/** What the tables say of each outcome. */
const said = (rows, outcomes) => Object.fromEntries(rows.map(([name, level]) => [name, level === 'not' ? 'not' : isDone(outcomes[name])])); // oxfmt-ignore
const isDone = (outcome) => outcome !== undefined && (outcome.ok === true || 'value' in outcome);
const due = (rows) => Object.fromEntries(rows.map(([name, level]) => [name, level === 'not' ? 'not' : true]));

/** Methods of the async client that fail at reading any error. */
const FAIL_AT_ERRORS = new Set(['list_agents', 'get_agent_thread']);
const PAGES = 230;

let site;
let mapSite;
let fleet;
let receiver;
const heard = [];
beforeAll(async () => {
  [site, mapSite] = await Promise.all([startSharedSite(), startMapSite(SHARED_ADDRESS)]);
  fleet = await sharedFleet();
  receiver = createServer((request, response) => {
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      heard.push({ ...JSON.parse(Buffer.concat(chunks).toString()), token: request.headers['x-token'] });
      response.writeHead(204).end();
    });
  });
  await once(receiver.listen(0, SHARED_ADDRESS), 'listening');
}, 180_000);
afterAll(async () => {
  await Promise.all([site.close(), mapSite.close()]);
  receiver.closeAllConnections();
  receiver.close();
}, 60_000);

const given = async () => {
  const account = await openAccount(fleet);
  const { baseUrl, apiKey } = account;
  const hook = `http://${SHARED_ADDRESS}:${receiver.address().port}/hook`;
  return {
    api: new ApiClient(account),
    baseUrl,
    apiKey,
    site: site.url,
    mapSite: `${mapSite.url}/`,
    hook,
    pages: PAGES,
  };
};

const expectUnsupported = (rows, outcomes) => {
  const strange = rows.filter(([name, level]) => level === 'not' && !isRefused(name, outcomes[name]));
  expect(strange.map(([name]) => [name, outcomes[name]])).toEqual([]);
};
const isRefused = (name, outcome) =>
  (outcome?.isOwn === true && /Quarry does not support/.test(outcome.message)) ||
  (FAIL_AT_ERRORS.has(name) && outcome?.error === 'AttributeError');

(firecrawl ? describe : describe.skip)('firecrawl-py', () => {
  let seen;
  let api;
  beforeAll(async () => {
    const { api: own, ...values } = await given();
    api = own;
    seen = await runPython(firecrawl, 'firecrawl_methods.py', values);
  }, 600_000);

  it.each(['Firecrawl', 'AsyncFirecrawl'])('%s: every method is in the table, and does what it says', (kind) => {
    // The async client has one method less.
    const rows = tableOf('| `firecrawl-py` |').filter(([name]) => kind === 'Firecrawl' || name !== 'get_active_crawls');
    expect(Object.keys(seen[kind]).toSorted()).toEqual(rows.map(([name]) => name).toSorted());
    expect(said(rows, seen[kind])).toEqual(due(rows));
    expectUnsupported(rows, seen[kind]);
  });

  it('reads a large job in pages, whose events its receiver gets', async () => {
    expect(seen['pages']).toMatchObject({ isWhole: true, sizes: [100, 100, 30], credits: PAGES });
    const { body } = await api.send('GET', `/scrape/batch/web/${seen['pages'].id}`);
    expect(body.data).toMatchObject({ status: 'done', creditsCharged: PAGES, creditsHeld: 0 });
    const events = () => heard.filter(({ id }) => id === seen['pages'].id);
    await poll(events, ({ length }) => length >= PAGES + 2, { timeoutMs: 60_000 });
    const named = (name) => events().filter(({ type }) => type === `batch_scrape.${name}`);
    expect([named('started').length, named('completed').length]).toEqual([1, 1]);
    const pages = named('page').map(({ data: [{ markdown, metadata }] }) => markdown && metadata.sourceURL);
    expect(new Set(pages).size).toBe(PAGES);
    expect(events().every(({ token, metadata }) => token === 'seeded' && metadata.order === 'A-7')).toBe(true);
  });
});

(modules ? describe : describe.skip)('@mendable/firecrawl-js', () => {
  it('every method is in the table, and does what it says', async () => {
    const outcomes = await firecrawlMethods(modules, await given());
    const rows = tableOf('| `firecrawl-py` |', 1);
    expect(Object.keys(outcomes).toSorted()).toEqual(rows.map(([name]) => name).toSorted());
    expect(said(rows, outcomes)).toEqual(due(rows));
    expectUnsupported(rows, outcomes);
  }, 300_000);
});

(serp ? describe : describe.skip)('serpapi', () => {
  it('every method is in the table', async () => {
    const { methods } = await runPython(serp, 'serpapi_methods.py', {});
    expect(methods).toEqual(
      tableAfter('`serpapi` 1.2.0:')
        .map(([name]) => name)
        .toSorted(),
    );
  });
});

(others ? describe : describe.skip)('google-search-results and LangChain', () => {
  let seen;
  let api;
  let before;
  beforeAll(async () => {
    const { api: own, ...values } = await given();
    api = own;
    before = (await api.usage()).availableCredits;
    seen = await runPython(others, 'google_search_results_calls.py', values);
  }, 600_000);

  it.each(['`google-search-results` 2.4.2', '`langchain-community` 0.4.2'])(
    '%s: the table says what came of each',
    (line) => {
      const rows = tableAfter(line);
      expect(rows.length).toBeGreaterThan(5);
      expect(said(rows, seen)).toEqual(due(rows));
      const strange = rows.filter(([name, level]) => level === 'not' && !/Quarry (?:does not support|supports output json)|always asks https/.test(seen[name]?.message)); // oxfmt-ignore
      expect(strange.map(([name]) => [name, seen[name]])).toEqual([]);
    },
  );

  it('gives what the clients read', () => {
    expect(seen['GoogleSearch'].value).toEqual(['Success', 3, expect.arrayContaining(['link', 'title'])]);
    expect(seen['pagination'].value).toEqual([0, 11]);
    expect(seen['async'].value).toEqual(['Processing', 'Success']);
    expect(seen['blocked']).toEqual({ error: null, message: expect.stringMatching(/refused/) });
    expect(seen['stranger']).toEqual({ error: null, message: expect.stringMatching(/API key/) });
    expect(seen['SerpAPIWrapper of nothing']).toMatchObject({ error: 'ValueError', message: expect.stringMatching(/no results/) }); // oxfmt-ignore
    expect(seen['GoogleScholarAPIWrapper.run'].value).toMatch(/Total-Citations: \d/);
    expect(seen['FireCrawlLoader scrape'].value).toEqual([[expect.stringMatching(/^# Slate lamp/), expect.stringMatching(/Slate lamp/)]]); // oxfmt-ignore
    expect(seen['FireCrawlLoader map'].value.length).toBeGreaterThan(5);
    // Two of these pages have no title.
    expect(seen['FireCrawlLoader crawl'].value.map(([text]) => /\w/.test(text))).toEqual([true, true, true]);
  });

  it('charges what native calls cost', async () => {
    const { body } = await api.send('GET', '/requests?limit=100');
    const { body: jobs } = await api.send('GET', '/batches?limit=10');
    const charged = [...body.data.requests, ...jobs.data.batches].reduce((sum, { creditsCharged }) => sum + creditsCharged, 0); // oxfmt-ignore
    const { availableCredits, heldCredits } = await api.usage();
    expect([before - availableCredits, heldCredits]).toEqual([charged, 0]);
    const prices = { 'enginea/serp': 10, 'enginea/images': 5, 'enginea/scholar': 5, 'engineb/serp': 10, 'enginec/serp': 10, 'scrape/web': 1, 'map/web': 1 }; // oxfmt-ignore
    const wrong = body.data.requests.filter(({ status, operation, creditsCharged }) => creditsCharged !== (status === 'ok' ? prices[operation] : 0)); // oxfmt-ignore
    expect(wrong).toEqual([]);
  });
});
