import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { proofSize } from '@quarry/testkit';
import { idsOf, openBrowserScene, type BrowserScene } from './browser-scene.js';
import { openCanary } from '../canary.js';
import { FOREIGN_SCHEMES } from '../host-spellings.js';
import { LEADING_WAYS, LOADING_WAYS, WORDLESS_WAYS, type PageWay } from './page-ways.js';
import { sampleWays } from '../sample-ways.js';
import { createBypassReport, NO_CONTROL } from '../bypass-report.js';

/** Ways that not every build of the browser goes, guarded or not. */
const MAY_BE_ABSENT = new Set([
  'prerender', 'manifest', 'icon', 'fenced-frame', 'portal', 'track', 'svg-use', 'css-filter', 'shared-storage',
  'layout-worklet', 'animation-worklet', 'paint-worklet', 'xslt', 'window-open-view', 'web-transport', 'fetch-later', 'prefetch',
  'speculation', 'speculation-prerender', 'ping', 'payment', 'websocket-stream', 'preconnect-script', 'header-link-stylesheet', 'header-link-next',
  'header-link-icon', 'header-link-manifest', 'header-speculation', 'header-source-map', 'header-location', 'header-alt-svc',
  'report-to', 'reporting-endpoints', 'header-preconnect',
]); // oxfmt-ignore
const tally = createBypassReport();
let scene: BrowserScene;
beforeAll(async () => {
  scene = await openBrowserScene();
});
afterAll(async () => {
  // Whatever the browsers still had in mind, they had the time for it.
  const heard = await scene.close();
  tally.fail(heard);
  tally.record('no way in: Chromium tier, pages');
  expect(heard).toBe(0);
}, 30_000);

const target = (port: number, id: string) => `http://127.0.0.1:${port}/${id}`;
const publish = ({ id, html, headers }: PageWay, fixedPort?: number) =>
  scene.publish(`/way/${id}`, {
    body: (own) => {
      const port = fixedPort ?? own;
      const body = html(target(port, id));
      // A frameset stands in the place of a body.
      return `<!doctype html>${body.startsWith('<frameset') ? '' : '<body>'}${body}`;
    },
    headers: headers && ((port) => headers(target(fixedPort ?? port, id))),
  });
const idList = (ways: readonly PageWay[]) => ways.map(({ id }) => id);

/** Tries pages shut, open and bare at once; answers the ways whose control did not arrive. Nothing may be heard shut. */
const tryPages = async (ids: readonly string[], guarded: readonly string[], bare: readonly string[]) => {
  const { canaries, visit, visitBare, urlOf } = scene;
  for (const canary of Object.values(canaries)) canary.reset();
  const expected = ids.filter((id) => !MAY_BE_ABSENT.has(id));
  const isDone = () => expected.every((id) => idsOf(canaries.bare).has(id));
  await Promise.all([
    ...guarded.flatMap((path) => [visit('shut', urlOf('shut', path)), visit('open', urlOf('open', path))]),
    ...bare.map((path) => visitBare(path, isDone)),
  ]);
  const heard = { touched: canaries.shut.touched(), paths: canaries.shut.paths() };
  tally.fail(heard.touched);
  expect(heard).toEqual({ touched: 0, paths: [] });
  const reached = new Set([...idsOf(canaries.open), ...idsOf(canaries.bare)]);
  for (const id of ids) tally.count(reached.has(id) ? undefined : NO_CONTROL.notGone, id);
  return expected.filter((id) => !reached.has(id));
};

describe('Chromium tier', () => {
  it('lets no part of a page reach inward', async () => {
    for (const id of ['service-worker', 'shared-worker'])
      scene.publish(`/${id}.js`, { body: (port) => `fetch('${target(port, id)}', { mode: 'no-cors' })` });
    const all = scene.publish('/loads', {
      body: (port) => `<!doctype html><body>${LOADING_WAYS.map(({ html, id }) => html(target(port, id))).join('\n')}`,
    });
    expect(await tryPages(idList(LOADING_WAYS), [all], [all])).toEqual([]);
  }, 60_000);

  it('lets no document in a frame be led inward', async () => {
    const paths = LEADING_WAYS.map((way) => publish(way));
    const framed = scene.publish('/framed', {
      body: (port) => {
        const side = Object.entries(scene.canaries).find(([, canary]) => canary.port === port)?.[0] ?? '';
        return paths.map((path) => `<iframe src="/${side}${path}"></iframe>`).join('');
      },
    });
    expect(await tryPages(idList(LEADING_WAYS), [framed], [framed])).toEqual([]);
  }, 60_000);

  it(
    'lets no document on top be led inward',
    async () => {
      // A document on top takes its time to settle: the short form tries some so.
      const some = sampleWays(LEADING_WAYS, 24);
      for (let at = 0; at < some.length; at += 6) {
        const ways = some.slice(at, at + 6);
        const paths = ways.map((way) => publish(way));
        expect(await tryPages(idList(ways), paths, paths)).toEqual([]);
      }
    },
    proofSize(60_000, 300_000),
  );

  it('connects nowhere ahead of a request, and sends no datagram', async () => {
    const { canaries, visit, visitBare, urlOf } = scene;
    canaries.shut.reset();
    const paths = WORDLESS_WAYS.map((way) => publish(way));
    await Promise.all(paths.map((path) => visit('shut', urlOf('shut', path))));
    for (const way of WORDLESS_WAYS) {
      const { id } = way;
      // A port that is new to the browser: it keeps unused connections, and makes no second one then.
      const canary = await openCanary();
      scene.onClose(() => canary.close());
      const path = publish({ ...way, id: `bare-${id}` }, canary.port);
      const heard = () => (id === 'stun' ? canary.datagrams() : canary.touched());
      await visitBare(path, () => heard() > 0);
      if (!MAY_BE_ABSENT.has(id)) expect({ id, isReached: heard() > 0 }).toEqual({ id, isReached: true });
      tally.count(heard() > 0 ? undefined : NO_CONTROL.notGone, id);
    }
    tally.fail(canaries.shut.touched());
    expect(canaries.shut.touched()).toBe(0);
  }, 60_000);

  it('opens no window of any scheme', async () => {
    const { canaries, visit, urlOf } = scene;
    const path = scene.publish('/windows', {
      body: (port) => {
        const urls = FOREIGN_SCHEMES.map(({ write }) => write(port));
        const code = `for (const url of ${JSON.stringify(urls)}) for (const how of ['_blank', 'a name']) { try { open(url, how) } catch {} }`;
        return `<!doctype html><body>kept<script>${code.replaceAll('<', '\\u003c')}</script>`;
      },
    });
    canaries.shut.reset();
    const outcome = await visit('shut', urlOf('shut', path));
    expect(outcome.page?.text).toContain('kept');
    expect(canaries.shut.paths()).toEqual([]);
    expect(canaries.shut.touched()).toBe(0);
    for (let way = 0; way < FOREIGN_SCHEMES.length; way += 1) tally.count(NO_CONTROL.otherScheme);
  }, 30_000);
});
