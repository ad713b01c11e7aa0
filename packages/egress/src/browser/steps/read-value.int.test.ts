import { afterAll, describe, expect, it } from '@jest/globals';
import type { ScenarioStep } from '@quarry/contracts';
import { createBrowserTierScene } from '../../../test/scene/browser-tier-scene.js';
import { failureOf, pageOf } from '../../../test/scene/http-tier-scene.js';
import type { Route } from '../../../test/scene/loopback-scene.js';
import { SCRIPT_RESULT_MAX_DEPTH, SCRIPT_RESULTS_MAX_BYTES } from './read-value.js';

const scene = createBrowserTierScene();
afterAll(() => scene.close());

const play = async (routes: Readonly<Record<string, Route>>, steps: readonly ScenarioStep[]) => {
  const { port } = await scene.serveRoutes(routes);
  return scene.browse({ url: `http://127.0.0.1:${port}/`, jsScenario: steps });
};

const run = async (scripts: readonly string[], body = '<title>T</title><p id=p>here') =>
  pageOf(
    await play(
      { '/': body },
      scripts.map((evaluate) => ({ evaluate })),
    ),
  ).scenario;

const VALUES: readonly (readonly [string, unknown])[] = [
  ['undefined', null],
  ['let x = 1', null],
  ['null', null],
  ['5', 5],
  ['-0', 0],
  ['NaN', null],
  ['"wörd"', 'wörd'],
  ['document.title', 'T'],
  ['({ a: [1, { b: null }], c: undefined, d: new Date(0) })', { a: [1, { b: null }], d: '1970-01-01T00:00:00.000Z' }],
  ['[...document.querySelectorAll("p")].map((one) => one.textContent)', ['here']],
  ['() => 1', null],
  ['Symbol("x")', null],
  ['Promise.resolve({ late: true })', { late: true }],
  ['await new Promise((done) => setTimeout(done, 20)); [1, 2]', [1, 2]],
  ['"\\ud800".length', 1],
];

describe('what a script returns', () => {
  it('comes back as JSON has it, null for nothing', async () => {
    const scenario = await run(VALUES.map(([script]) => script));
    expect(scenario).toEqual({ results: VALUES.map(([, value]) => value), warnings: [] });
  });

  it('is null with a warning if JSON has no such value', async () => {
    const scripts = ['const a = {}; a.a = a; a', '10n', '({ toJSON() { throw 1; } })', '({ b: 1n })', '7'];
    expect(await run(scripts)).toEqual({
      results: [null, null, null, null, 7],
      warnings: ['scenario_result_unreadable'],
    });
  });

  it('is null with a warning if it is too large or too deep', async () => {
    const deep = `let a = 1; for (let i = 0; i <= ${SCRIPT_RESULT_MAX_DEPTH}; i += 1) a = [a]; a`;
    const scripts = [
      `'x'.repeat(${SCRIPT_RESULTS_MAX_BYTES})`,
      `['x'.repeat(${SCRIPT_RESULTS_MAX_BYTES})]`,
      `'ä'.repeat(${SCRIPT_RESULTS_MAX_BYTES / 2})`,
      deep,
      `'x'.repeat(${SCRIPT_RESULTS_MAX_BYTES / 2})`,
      `['x'.repeat(${SCRIPT_RESULTS_MAX_BYTES / 2})]`,
      '"rest"',
    ];
    expect(await run(scripts)).toEqual({
      results: [null, null, null, null, 'x'.repeat(SCRIPT_RESULTS_MAX_BYTES / 2), null, 'rest'],
      warnings: ['scenario_result_too_large'],
    });
  });

  it('is checked whatever a page makes of its own functions', async () => {
    const body = (stringify: string) => `<p>x<script>JSON.stringify = ${stringify}</script>`;
    const results = await Promise.all([
      run(['({ a: 1 })'], body(`() => '['.repeat(100000) + ']'.repeat(100000)`)),
      run(['({ a: 1 })'], body(`() => 'no json'`)),
      run(['({ a: 1 })'], body(`() => 'x'.repeat(5e6)`)),
      run(['({ a: 1 })'], body(`() => ({ a: 1 })`)),
    ]);
    expect(results.map((one) => one?.results)).toEqual([[null], [null], [null], [null]]);
  });

  it('comes back from the page that the steps left, too', async () => {
    const pages = { '/': '<a id=a href=/b>on</a>', '/b': '<p>there' };
    const result = await play(pages, [
      { evaluate: '1' },
      { click: '#a' },
      { evaluate: 'document.body.innerText' },
      { evaluate: 'location = "/"; 3' },
    ]);
    expect(pageOf(result).scenario).toEqual({ results: [1, 'there', 3], warnings: [] });
  });

  it('is absent without a script, and after one that throws', async () => {
    expect(pageOf(await play({ '/': '<p>x' }, [{ scrollY: 1 }])).scenario).toBeUndefined();
    const failed = await play({ '/': '<p>x' }, [{ evaluate: '1' }, { evaluate: 'throw new Error("x")' }]);
    expect(failureOf(failed)).toBe('scenario_failed/step_failed');
  });
});
