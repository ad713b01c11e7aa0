import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { WebScrapeParams } from '@quarry/contracts';
import { createFetcher, createTargetRule, type Fetcher, type FetchOutcome, type FetchSession } from '@quarry/egress';
import { sharedBrowser } from '../../../packages/egress/test/scene/shared-browser.js';
import { fetchPage } from './fetch-page.js';
import { webParams } from '../test/web-params.js';

const FAQ = '<title>FAQ</title><h2>Do I need to enable JavaScript?</h2><p>No, our API works without it.</p>';
const WALL = '<p>Please enable JavaScript and cookies to continue</p><script>let tries = 1;</script>';
const GOOGLE_WALL =
  '<title>x - Google Search</title><noscript><iframe src="/httpservice/retry/enablejs?sei=a"></iframe></noscript><div id="main"></div>';
const FILLED_BY_SCRIPT = [
  '<body><script>document.body.innerHTML="<h1>Price list</h1>"</script></body>',
  '<p>Loading, please wait</p><script>document.querySelector("p").textContent="Price list"</script>',
];
const PAGES = [FAQ, WALL, GOOGLE_WALL, ...FILLED_BY_SCRIPT];

let target: Server;
/** What each request for a page sent as `Cookie`. */
let sent: string[];
let origin: string;
let fetcher: Fetcher;

beforeAll(async () => {
  sent = [];
  target = createServer((request, response) => {
    const { cookie } = request.headers;
    if (request.url !== '/favicon.ico') sent.push(cookie ?? '');
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      ...(cookie === undefined ? { 'set-cookie': 'door=open; Path=/; HttpOnly' } : {}),
    });
    response.end(`<!doctype html>${PAGES[Number(request.url?.slice(1))] ?? ''}`);
  });
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(target.address() as AddressInfo).port}`;
  origin = `http://${host}`;
  fetcher = createFetcher({
    rule: createTargetRule({ allow: [host] }),
    chromium: await sharedBrowser(),
  });
});

afterAll(async () => {
  await fetcher.close();
  target.closeAllConnections();
  await new Promise((resolve) => target.close(resolve));
});

const fetchOf = (
  html: string,
  params: Partial<WebScrapeParams> = {},
  session?: FetchSession,
): Promise<FetchOutcome> => {
  const given = webParams({ ...params, url: `${origin}/${PAGES.indexOf(html)}` });
  return fetchPage(
    fetcher,
    given,
    { requestId: 'request-1', deadlineAtMs: Date.now() + 60_000, session },
    new AbortController().signal,
  );
};

describe('a page and a real browser', () => {
  it.each(FILLED_BY_SCRIPT)('is rendered where scripts fill it: %s', async (html) => {
    const outcome = await fetchOf(html);
    expect(outcome).toMatchObject({ verdict: 'ok', tier: 'browser' });
    expect(outcome.page?.text).toMatch(/>Price list</);
  });

  it.each(FILLED_BY_SCRIPT)('is opened as the visitor that plain HTTP has become: %s', async (html) => {
    sent.length = 0;
    const outcome = await fetchOf(html, {}, { cookies: [] });
    expect(sent).toEqual(['', 'door=open']);
    expect(outcome).toMatchObject({ tier: 'browser', session: { changes: [{ name: 'door', value: 'open' }] } });
  });

  it('is answered where it only mentions JavaScript', async () => {
    const ends = await Promise.all([fetchOf(FAQ, { jsRendering: true }), fetchOf(FAQ)]);
    expect(ends).toMatchObject([{ verdict: 'ok', tier: 'browser' }, { verdict: 'ok' }]);
  });

  it('is refused where it still says nothing but that scripts must run', async () => {
    expect(await fetchOf(WALL)).toMatchObject({ verdict: 'soft_block', tier: 'browser' });
  });

  it.each([{}, { jsRendering: false }, { jsRendering: true }])(
    "is refused as a system's own wall: %j",
    async (params) => {
      expect(await fetchOf(GOOGLE_WALL, params)).toMatchObject({
        verdict: 'blocked',
        reason: 'google_scripts_required',
      });
    },
  );
});
