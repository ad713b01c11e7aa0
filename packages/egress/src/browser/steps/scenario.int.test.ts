import { afterAll, describe, expect, it } from '@jest/globals';
import type { ScenarioStep } from '@quarry/contracts';
import { createBrowserTierScene, messageOf, type BrowseOptions } from '../../scene/browser-tier-scene.js';
import { failureOf, pageOf, textOf } from '../../scene/http-tier-scene.js';
import type { Route } from '../../scene/loopback-scene.js';
import { runAhead } from '../../scene/run-ahead.js';

const scene = createBrowserTierScene();
afterAll(async () => {
  await scene.close();
  await scene.quit();
});

/** Shorter waits than a caller's for what does not come. */
const LIMITS = { waitForMs: 1_500, elementGraceMs: 2_000, evaluateMs: 1_500 };

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
    const { result } = await play('<p>here</p>', [], { waitFor: '#x > .y', limits: { waitForMs: 1_000 } });
    expect(failureOf(result)).toBe('scenario_failed/step_failed');
    expect(messageOf(result)).toBe('waitFor: no element matched "#x > .y" within 1 s');
  });

  const NO_SELECTORS = [
    '#x::-p-text(here)',
    'aria/here',
    'xpath///p',
    'div >>> p',
    'div >>>> p',
    '::-p-xpath(//p)',
    'text/here',
    'p:has(',
  ];

  const tried = runAhead(NO_SELECTORS, (waitFor) => play('<div><p>here</p></div>', [], { waitFor }));
  it.each(NO_SELECTORS)('takes %s for no selector', async (waitFor) => {
    const { result } = await tried(waitFor);
    expect(messageOf(result)).toBe(`waitFor: "${waitFor}" is no selector that the browser knows`);
  });

  it('is not misled by what the page does to its own functions', async () => {
    const hostile = `<form name=querySelector></form><img name=querySelector>
      <script>Document.prototype.querySelector = () => { throw 1; }; Document.prototype.querySelectorAll = () => [];</script><b id=x>`;
    expect((await play(hostile, [], { waitFor: '#x' })).text()).toContain('<b id="x">');
    expect(messageOf((await play(hostile, [], { waitFor: '#y' })).result)).toContain('no element');
  });

  it('tells a block or an error of the target rather than the missing element', async () => {
    const broken = { '/': { body: '<h1>Bad gateway</h1>', status: 502 } };
    expect(pageOf((await play(broken, [], { waitFor: '#x' })).result)).toMatchObject({ statusCode: 502 });
    const gone = { '/': { body: '<h1>Not here</h1>', status: 404 } };
    expect(messageOf((await play(gone, [], { waitFor: '#x' })).result)).toMatch(/; the page answered with status 404$/);
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
    const page = `<p id=a></p><script>onclick = () => setTimeout(() => { a.textContent = 'done'; }, 1500)</script>`;
    const { text } = await play(page, [{ wait: 700 }, { click: '#a' }], { waitMs: 1_600 });
    expect(performance.now() - startedAtMs).toBeGreaterThan(2_300);
    expect(text()).toContain('done');
  });

  const FAILING: readonly (readonly [string, ScenarioStep, string])[] = [
    ['a missing element', { click: '.buy' }, 'step 2 (click): no element matched ".buy" within 2 s'],
    ['a missing field', { fill: ['.buy', 'x'] }, 'step 2 (fill): no element matched ".buy" within 2 s'],
    ['an element that never comes', { waitFor: '#n' }, 'step 2 (waitFor): no element matched "#n" within 1.5 s'],
    ['one to click', { waitForAndClick: '#n' }, 'step 2 (waitForAndClick): no element matched "#n" within 1.5 s'],
    ['no selector', { click: 'p[' }, 'step 2 (click): "p[" is no selector that the browser knows'],
    ['no field', { fill: ['p', 'x'] }, 'step 2 (fill): "p" is no field'],
    ['a locked field', { fill: ['#r', 'x'] }, 'step 2 (fill): "#r" is read-only'],
    ['a disabled field', { fill: ['#d', 'x'] }, 'step 2 (fill): "#d" is disabled'],
    ['a missing option', { fill: ['#s', 'z'] }, 'step 2 (fill): "#s" has no such option'],
    ['a box', { fill: ['#c', 'x'] }, 'step 2 (fill): "#c" is a field of type checkbox, which takes no text'],
    [
      'no number',
      { fill: ['#n2', 'x'] },
      'step 2 (fill): "#n2" is a field of type number, which does not take this text',
    ],
    ['an error', { evaluate: 'let a = 1; gone()' }, 'step 2 (evaluate): ReferenceError: gone is not defined'],
    ['something thrown', { evaluate: 'throw "up"' }, 'step 2 (evaluate): up'],
    ['a promise that fails', { evaluate: 'Promise.reject(new TypeError("no"))' }, 'step 2 (evaluate): TypeError: no'],
    [
      'an awaited promise that fails',
      { evaluate: 'await Promise.reject(new TypeError("no"))' },
      'step 2 (evaluate): TypeError: no',
    ],
    [
      'no script',
      { evaluate: 'let let' },
      'step 2 (evaluate): SyntaxError: let is disallowed as a lexically bound name',
    ],
  ];
  const failed = runAhead(FAILING, ([, step]) =>
    play(
      '<p>here</p><input id=r readonly><input id=d disabled><select id=s><option>a</select><input id=c type=checkbox><input id=n2 type=number>',
      [{ wait: 1 }, step, { evaluate: `document.title = 'never'` }],
    ),
  );
  it.each(FAILING.map((one) => [one[0], one] as const))('that fail say where and why: %s', async (_name, one) => {
    const { result } = await failed(one);
    const message = one[2];
    expect(failureOf(result)).toBe('scenario_failed/step_failed');
    expect(messageOf(result)).toBe(message);
  });

  it('fill every kind of field, as frameworks notice it', async () => {
    const { text } = await play(
      `${LOG}<input id=i><textarea id=t>old</textarea><select id=s><option value=1>One<option value=2> Two </select>
      <div id=e contenteditable>old</div><input id=n type=number><input id=d type=date><label id=l>x<input id=inner></label>
      <select id=m multiple><option selected>a<option>b</select>
      <script>
        addEventListener('input', (e) => say('i:' + e.target.id + e.bubbles));
        addEventListener('change', (e) => say('c:' + e.target.id));
        // A framework that keeps the last value it knows on the element itself.
        const own = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
        let known = '';
        Object.defineProperty(i, 'value', { get() { return own.get.call(this); }, set(v) { known = v; own.set.call(this, v); } });
        i.addEventListener('input', () => { if (i.value !== known) say('noticed ' + i.value); });
      </script>`,
      [
        { fill: ['#i', 'a'] },
        { fill: ['#t', 'b\nc'] },
        { fill: ['#s', 'Two'] },
        { fill: ['#e', 'new'] },
        { fill: ['#n', '12.50'] },
        { fill: ['#d', '2026-02-03'] },
        { fill: ['#l', 'labelled'] },
        { fill: ['#m', 'b'] },
        {
          evaluate: `say(JSON.stringify([t.value, s.value, e.textContent, n.value, d.value, inner.value, m.selectedOptions.length]))`,
        },
      ],
    );
    const log = /<pre id="log">([^<]*)/.exec(text())?.[1] ?? '';
    expect(log).toContain('noticed a');
    for (const id of 'itsendm') expect(log).toContain(`i:${id}true`);
    for (const id of 'itsendm') expect(log).toContain(`c:${id}`);
    expect(log).toContain('["b\\nc","2","new","12.50","2026-02-03","labelled",2]');
  });

  it('click what no mouse meets: hidden, covered, out of sight, of vector graphics', async () => {
    const { text } = await play(
      `${LOG}<body style="scroll-behavior:smooth"><button id=h style="display:none" onclick="say('hidden')">h</button>
      <button id=c onclick="say('covered')" onpointerdown="say('down')">c</button>
      <div style="position:fixed;inset:0;background:#fff8;z-index:9" onclick="say('overlay')"></div>
      <div style="height:4000px"></div><a id=f href="#x" style="position:relative;z-index:10" onclick="say('far ' + event.isTrusted)">far</a>
      <svg><circle id=v r=5 onclick="say('vector')"></circle></svg><form><input name=click><button id=w type=button onclick="say('form')">w</button></form>`,
      [{ click: '#h' }, { click: '#c' }, { click: '#f' }, { click: '#v' }, { click: '#w' }],
    );
    expect(text()).toContain('<pre id="log">hidden;down;covered;far true;vector;form;</pre>');
  });

  it('scroll what scrolls where the window does not', async () => {
    const { text } = await play(
      `${LOG}<body style="margin:0;overflow:hidden"><div id=box style="height:100vh;overflow:auto" onscroll="say('s' + box.scrollTop)">
      <div style="height:9000px"></div></div>`,
      [{ scrollY: 700 }],
    );
    expect(text()).toContain('s700;');
  });

  it('run scripts in the page’s own world, awaited, each on its own', async () => {
    const { text } = await play(`<p id=o></p><script>window.mine = 5; let secret = 6;</script>`, [
      { evaluate: `const a = await Promise.resolve(mine + secret); o.textContent = a;` },
      { evaluate: `const a = 2; o.textContent += ' ' + a + ' ' + typeof process + typeof require; window` },
    ]);
    expect(text()).toContain('11 2 undefinedundefined');
  });

  it.each<[string, ScenarioStep, string]>([
    ['a loop', { evaluate: 'for (;;);' }, 'did not end within 1.5 s'],
    ['a promise', { evaluate: 'await new Promise((done) => setTimeout(done, 1e9))' }, 'did not end within 1.5 s'],
    ['a loop of promises', { evaluate: 'for (;;) await 0' }, 'did not end within 1.5 s'],
    ['a click', { click: '#a' }, 'the page did not take it within 1.2 s'],
  ])('do not run for ever: %s', async (_name, step, why) => {
    const page = `<p id=a>x</p><script>onclick = () => { for (;;); }</script>`;
    const { result } = await play(page, [step], { limits: { ...LIMITS, actMs: 1_200 } });
    expect(failureOf(result)).toBe('scenario_failed/step_failed');
    expect(messageOf(result)).toMatch(/^step 1 \((?:evaluate|click)\): /);
    expect(messageOf(result)).toContain(why);
    expect((await play('<p>alive</p>', [{ scrollY: 1 }])).text()).toContain('alive');
    expect(scene.launches()).toBe(1);
  });

  it('have a bound for all of them together', async () => {
    const steps = Array.from({ length: 20 }, () => ({ wait: 400 }));
    const { result } = await play('<p>here</p>', steps, { limits: { scenarioMs: 1_000 } });
    expect(failureOf(result)).toBe('scenario_failed/step_failed');
    expect(messageOf(result)).toMatch(/^step [1-4] \(wait\): the steps took longer than 1 s in all$/);
  });

  it('end with the fetch’s own time', async () => {
    const { result } = await play('<p>here</p>', [{ wait: 30_000 }], { pageTimeoutMs: 2_500 });
    expect(result.stopped).toBe('page_timeout');
  });

  it('are watched as the page is: a thread that hangs between them ends the page', async () => {
    const { result } = await play(
      '<p>here</p>',
      [{ evaluate: 'setTimeout(() => { for (;;); }, 100); 1' }, { wait: 20_000 }],
      { limits: { ...LIMITS, lookEveryMs: 200, blockedMs: 1_000 } },
    );
    expect(failureOf(result)).toBe('page_timeout/page_blocked');
  });
});
