import { afterAll, describe, expect, it } from '@jest/globals';
import type { ScenarioStep } from '@quarry/contracts';
import { createBrowserTierScene, messageOf, type BrowseOptions } from '../../../test/scene/browser-tier-scene.js';
import { failureOf, pageOf, textOf } from '../../../test/scene/http-tier-scene.js';
import type { Route } from '../../../test/scene/loopback-scene.js';
import { sharedBrowser } from '../../../test/scene/shared-browser.js';

const scene = createBrowserTierScene();
afterAll(() => scene.close());

/** What is there is met in this time on the slowest machine. */
const LIMITS = { waitForMs: 20_000, elementGraceMs: 20_000 };

const play = async (
  body: string | Readonly<Record<string, Route>>,
  jsScenario: readonly ScenarioStep[],
  options: Partial<BrowseOptions> = {},
) => {
  const site = await scene.serveRoutes(typeof body === 'string' ? { '/': body } : body);
  const url = `http://127.0.0.1:${site.port}/`;
  const result = await scene.browse({ url, jsScenario, limits: LIMITS, ...options });
  return { site, url, result, text: () => textOf(result) };
};

const LOG = `<pre id=log></pre><script>const say = (text) => { document.querySelector('#log').textContent += text + ';'; };</script>`;

describe('waitFor', () => {
  it('waits for an element that comes late, hidden or not', async () => {
    const late = `<script>setTimeout(() => { document.body.insertAdjacentHTML('beforeend', '<i id=x hidden>late</i>'); }, 1000)</script>`;
    expect((await play(late, [], { waitFor: '#x' })).text()).toContain('late');
  });

  it('waits on through a page that leads to another', async () => {
    const { text, result, url } = await play(
      { '/': `<script>setTimeout(() => { location = '/b'; }, 900)</script>`, '/b': '<p class=there>there</p>' },
      [],
      { waitFor: '.there' },
    );
    expect(text()).toContain('there');
    expect(pageOf(result).url).toBe(`${url}b`);
  });

  it('says what did not come', async () => {
    const { result } = await play('<p>here</p>', [], { waitFor: '#x > .y', limits: { waitForMs: 300 } });
    expect(failureOf(result)).toBe('scenario_failed/step_failed');
    expect(messageOf(result)).toBe('waitFor: no element matched "#x > .y" within 0.3 s');
  });

  it('tells a block or an error of the target rather than the missing element', async () => {
    const limits = { waitForMs: 300 };
    const broken = { '/': { body: '<h1>Bad gateway</h1>', status: 502 } };
    expect(pageOf((await play(broken, [], { waitFor: '#x', limits })).result)).toMatchObject({ statusCode: 502 });
    const gone = { '/': { body: '<h1>Not here</h1>', status: 404 } };
    expect(messageOf((await play(gone, [], { waitFor: '#x', limits })).result)).toMatch(
      /; the page answered with status 404$/,
    );
  });

  it('has no business on documents that are no pages', async () => {
    const json = { '/': { body: '{"a":1}', type: 'application/json' } };
    const { result } = await play(json, [], { waitFor: '#x' });
    expect(failureOf(result)).toBe('scenario_failed/no_page');
    expect(messageOf(result)).toMatch(/application\/json/);
    expect((await play(json, [], { waitMs: 10 })).text()).toBe('{"a":1}');
  });
});

describe('steps', () => {
  it('are done in order', async () => {
    const { text } = await play(
      `${LOG}<body style="height:5000px;width:5000px"><input id=i oninput="say('input ' + i.value)" onchange="say('change')">
      <button id=b onclick="say('click ' + event.isTrusted); setTimeout(() => { b.insertAdjacentHTML('afterend', '<a id=late>late</a>');
        late.onclick = () => say('late'); }, 400)">b</button>`,
      [
        { fill: ['#i', 'wörd "x"'] },
        { click: '#b' },
        { waitForAndClick: '#late' },
        { waitFor: '#late' },
        { wait: 50 },
        { scrollY: 300 },
        { scrollX: 200 },
        { scrollY: -100 },
        { evaluate: `say(scrollX + ',' + scrollY)` },
      ],
      { waitFor: '#b', waitMs: 20 },
    );
    expect(text()).toContain('<pre id="log">input wörd "x";change;click true;late;200,200;</pre>');
  });

  it('wait as long as they are told to, and the last pause comes last', async () => {
    const startedAtMs = performance.now();
    const page = `<p id=a></p><script>onclick = () => setTimeout(() => { a.textContent = 'done'; }, 900)</script>`;
    const { text } = await play(page, [{ wait: 300 }, { click: '#a' }], { waitMs: 1_000 });
    expect(performance.now() - startedAtMs).toBeGreaterThan(1_300);
    expect(text()).toContain('done');
  });

  it('that fail say which they were', async () => {
    const fail = async (step: ScenarioStep) => {
      const steps = [{ wait: 1 }, step, { evaluate: `document.title = 'never'` }];
      const { result } = await play('<p>here</p>', steps, { limits: { elementGraceMs: 300 } });
      return [failureOf(result), messageOf(result)];
    };
    expect(await Promise.all([fail({ click: '.buy' }), fail({ evaluate: 'throw "up"' })])).toEqual([
      ['scenario_failed/step_failed', 'step 2 (click): no element matched ".buy" within 0.3 s'],
      ['scenario_failed/step_failed', 'step 2 (evaluate): threw a value that is no error'],
    ]);
  });

  it('do not run for ever, and leave the browser as it was', async () => {
    const page = `<p id=a>x</p><script>onclick = () => { for (;;); }</script>`;
    const limits = { ...LIMITS, evaluateMs: 500, actMs: 500 };
    const steps: ScenarioStep[] = [
      { evaluate: 'for (;;);' },
      { evaluate: 'await new Promise((done) => setTimeout(done, 1e9))' },
      { evaluate: 'for (;;) await 0' },
      { click: '#a' },
    ];
    const browser = (await sharedBrowser()).launched.at(-1);
    const ends = await Promise.all(steps.map((step) => play(page, [step], { limits })));
    expect(ends.map(({ result }) => [failureOf(result), messageOf(result)])).toEqual([
      ...steps.slice(0, 3).map(() => ['scenario_failed/step_failed', 'step 1 (evaluate): did not end within 0.5 s']),
      ['scenario_failed/step_failed', 'step 1 (click): the page did not take it within 0.5 s'],
    ]);
    expect((await play('<p>alive</p>', [{ scrollY: 1 }])).text()).toContain('alive');
    expect(browser?.isAlive()).toBe(true);
  });

  it('have a bound for all of them together', async () => {
    const steps = Array.from({ length: 20 }, () => ({ wait: 200 }));
    const { result } = await play('<p>here</p>', steps, { limits: { scenarioMs: 500 } });
    expect(failureOf(result)).toBe('scenario_failed/step_failed');
    expect(messageOf(result)).toMatch(/^step [1-4] \(wait\): the steps took longer than 0\.5 s in all$/);
  });

  it('end with the fetch’s own time', async () => {
    const { result } = await play('<p>here</p>', [{ wait: 30_000 }], { pageTimeoutMs: 1_500 });
    expect(result.stopped).toBe('page_timeout');
  });

  it('are watched as the page is: a thread that hangs between them ends the page', async () => {
    const { result } = await play(
      '<p>here</p>',
      [{ evaluate: 'setTimeout(() => { for (;;); }, 100); 1' }, { wait: 20_000 }],
      { limits: { ...LIMITS, lookEveryMs: 100, blockedMs: 500 } },
    );
    expect(failureOf(result)).toBe('page_timeout/page_blocked');
  });
});
