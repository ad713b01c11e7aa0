import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ScenarioStep } from '@quarry/contracts';
import { openStepStage, type StepStage } from '../../../test/scene/step-stage.js';

let stage: StepStage;
beforeAll(async () => {
  stage = await openStepStage();
}, 30_000);
afterAll(() => stage.close());

/** For what never comes. */
const SHORT = { waitForMs: 400, elementGraceMs: 300 };
const LOG = `<pre id=log></pre><script>const say = (text) => { document.querySelector('#log').textContent += text + ';'; };</script>`;

/** What the page wrote of the steps, each of which was done. */
const logOf = async (body: string, steps: readonly ScenarioStep[]): Promise<unknown> => {
  await stage.show(LOG + body);
  for (const step of steps) expect([step, await stage.run(step)]).toEqual([step, undefined]);
  return stage.read(`document.querySelector('#log').textContent`);
};

describe('waitFor', () => {
  it.each([
    '#x::-p-text(here)',
    'aria/here',
    'xpath///p',
    'div >>> p',
    'div >>>> p',
    '::-p-xpath(//p)',
    'text/here',
    'p:has(',
  ])('takes %s for no selector', async (css) => {
    await stage.show('<div><p>here</p></div>');
    expect(await stage.waitFor(css)).toBe(`"${css}" is not a valid CSS selector`);
  });

  it('is not misled by what the page does to its own functions', async () => {
    await stage.show(`<form name=querySelector></form><img name=querySelector>
      <script>Document.prototype.querySelector = () => { throw 1; }; Document.prototype.querySelectorAll = () => [];</script><b id=x>`);
    expect(await stage.waitFor('#x')).toBeUndefined();
    expect(await stage.waitFor('#y', SHORT)).toBe('no element matched "#y" within 0.4 s');
  });
});

describe('steps', () => {
  const MISSING: readonly (readonly [ScenarioStep, string])[] = [
    [{ click: '.buy' }, 'no element matched ".buy" within 0.3 s'],
    [{ fill: ['.buy', 'x'] }, 'no element matched ".buy" within 0.3 s'],
    [{ waitFor: '#n' }, 'no element matched "#n" within 0.4 s'],
    [{ waitForAndClick: '#n' }, 'no element matched "#n" within 0.4 s'],
  ];
  const FAILING: readonly (readonly [ScenarioStep, string])[] = [
    [{ click: 'p[' }, '"p[" is not a valid CSS selector'],
    [{ fill: ['p', 'x'] }, '"p" is no field'],
    [{ fill: ['#r', 'x'] }, '"#r" is read-only'],
    [{ fill: ['#d', 'x'] }, '"#d" is disabled'],
    [{ fill: ['#s', 'z'] }, '"#s" has no such option'],
    [{ fill: ['#c', 'x'] }, '"#c" is a field of type checkbox, which takes no text'],
    [{ fill: ['#n2', 'x'] }, '"#n2" is a field of type number, which does not take this text'],
    [{ evaluate: 'let a = 1; gone()' }, 'threw a ReferenceError at line 1, column 12'],
    [{ evaluate: 'throw "up"' }, 'threw a value that is no error'],
    [{ evaluate: 'Promise.reject(new TypeError("no"))' }, 'threw a TypeError at line 1, column 16'],
    [{ evaluate: 'await Promise.reject(new TypeError("no"))' }, 'threw a TypeError at line 1, column 22'],
    [{ evaluate: 'await null;\nlet let' }, 'SyntaxError: let is disallowed as a lexically bound name'],
    [{ evaluate: 'let let' }, 'SyntaxError: let is disallowed as a lexically bound name'],
  ];

  it('that fail say why', async () => {
    await stage.show(
      '<p>here</p><input id=r readonly><input id=d disabled><select id=s><option>a</select><input id=c type=checkbox><input id=n2 type=number>',
    );
    for (const [step, why] of MISSING) expect([step, await stage.run(step, SHORT)]).toEqual([step, why]);
    for (const [step, why] of FAILING) expect([step, await stage.run(step)]).toEqual([step, why]);
  });

  it('that throw say nothing that the page or its script made', async () => {
    await stage.show('<p id=p>PAGETEXT</p>');
    const scripts = [
      'throw p.innerText',
      'throw new Error(p.innerText)',
      'Promise.reject(p.innerText)',
      'await Promise.reject(new TypeError(p.innerText))',
      'throw { toString: () => p.innerText, message: p.innerText }',
      'throw Object.assign(new Error(), { name: p.innerText, stack: p.innerText })',
      "const made = { [p.innerText]: class extends Error {} }; throw new made[p.innerText]('x')",
      'throw { [Symbol.toStringTag]: p.innerText }',
      'throw Symbol(p.innerText)',
      'eval(p.innerText)',
      "eval('(' + p.innerText)",
      'eval("\\n".repeat(77) + "nothing.at.all")',
      "eval('throw 1 //# sourceURL=' + p.innerText)",
      'JSON.parse(p.innerText)',
      'new Function(p.innerText + " let let")',
      'document.querySelector(p.innerText + "[")',
    ];
    for (const script of scripts) {
      const why = await stage.run({ evaluate: script });
      expect([script, why]).toEqual([
        script,
        expect.stringMatching(
          /^threw (?:an?|a value that is no) (?:error|\w*Error|DOMException)(?: at line 1, column \d+)?$/i,
        ),
      ]);
      expect(why).not.toMatch(/PAGETEXT|77|78/);
    }
  });

  it('fill every kind of field, as frameworks notice it', async () => {
    const log = await logOf(
      `<input id=i><textarea id=t>old</textarea><select id=s><option value=1>One<option value=2> Two </select>
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
    expect(log).toContain('noticed a');
    for (const id of 'itsendm') expect(log).toContain(`i:${id}true`);
    for (const id of 'itsendm') expect(log).toContain(`c:${id}`);
    expect(log).toContain('["b\\nc","2","new","12.50","2026-02-03","labelled",2]');
  });

  it('click what no mouse meets: hidden, covered, out of sight, of vector graphics', async () => {
    const log = await logOf(
      `<body style="scroll-behavior:smooth"><button id=h style="display:none" onclick="say('hidden')">h</button>
      <button id=c onclick="say('covered')" onpointerdown="say('down')">c</button>
      <div style="position:fixed;inset:0;background:#fff8;z-index:9" onclick="say('overlay')"></div>
      <div style="height:4000px"></div><a id=f href="#x" style="position:relative;z-index:10" onclick="say('far ' + event.isTrusted)">far</a>
      <svg><circle id=v r=5 onclick="say('vector')"></circle></svg><form><input name=click><button id=w type=button onclick="say('form')">w</button></form>`,
      [{ click: '#h' }, { click: '#c' }, { click: '#f' }, { click: '#v' }, { click: '#w' }],
    );
    expect(log).toBe('hidden;down;covered;far true;vector;form;');
  });

  it('scroll what scrolls where the window does not', async () => {
    await logOf(
      `<body style="margin:0;overflow:hidden"><div id=box style="height:100vh;overflow:auto" onscroll="say('s' + box.scrollTop)">
      <div style="height:9000px"></div></div>`,
      [{ scrollY: 700 }],
    );
    // The page is told with its next frame.
    const log =
      'new Promise((done) => { const look = () => (log.textContent ? done(log.textContent) : setTimeout(look, 20)); look(); })';
    expect(await stage.read(log)).toContain('s700;');
  });

  it('run scripts in the page’s own world, awaited, each on its own', async () => {
    await logOf(`<p id=o></p><script>window.mine = 5; let secret = 6;</script>`, [
      { evaluate: `const a = await Promise.resolve(mine + secret); o.textContent = a;` },
      { evaluate: `const a = 2; o.textContent += ' ' + a + ' ' + typeof process + typeof require; window` },
    ]);
    expect(await stage.read('o.textContent')).toBe('11 2 undefinedundefined');
  });
});
