import { describe, expect, it } from '@jest/globals';
import { operationOf } from '@quarry/contracts';
import type { Draft } from './draft.js';
import { fieldsOf } from './form-model.js';
import { fromParams } from './from-params.js';
import { toParams } from './to-params.js';

const WEB = fieldsOf(operationOf('scrape/web').input.schema);
const SERP = fieldsOf(operationOf('enginea/serp').input.schema);

describe('toParams', () => {
  it.each<[Draft, object]>([
    [{ wait: '500' }, { wait: 500 }],
    [{ jsRendering: 'false' }, { jsRendering: false }],
    [{ blockAds: 'true' }, { blockAds: true }],
    [{ outputFormat: ['html', 'text'] }, { outputFormat: ['html', 'text'] }],
    [{ blockUrls: [' **.ads/** ', ''] }, { blockUrls: ['**.ads/**'] }],
    [{ headers: [{ name: ' Cookie ', value: ' a=1' }] }, { headers: { Cookie: ' a=1' } }],
    [{ extractRules: '{"a": {"selector": "h1"}}' }, { extractRules: { a: { selector: 'h1' } } }],
    [{ screenshot: 'true' }, { screenshot: true }],
    [{ screenshot: 'false', 'screenshot.quality': '3' }, { screenshot: false }],
    [
      { screenshot: 'true', 'screenshot.quality': '3', 'screenshot.viewport.width': '400' },
      { screenshot: { quality: 3, viewport: { width: 400 } } },
    ],
    [{ 'screenshot.quality': '3' }, {}],
    [{ 'webhook.url': 'https://a.example' }, { webhook: { url: 'https://a.example' } }],
  ])('reads %j', (draft, params) => {
    expect(toParams(WEB, draft)).toEqual({ params, faults: [] });
  });

  it('keeps numbers that are choices, and values that are not listed', () => {
    expect(toParams(SERP, { filter: '0', gl: 'zz' }).params).toEqual({ filter: 0, gl: 'zz' });
  });

  it.each<[Draft, string, RegExp]>([
    [{ wait: '1.5' }, 'wait', /integer/],
    [{ wait: '1e3' }, 'wait', /integer/],
    [{ extractRules: '{"a": }' }, 'extractRules', /^Not valid JSON/],
    [{ extractRules: '[]' }, 'extractRules', /object/],
    [{ jsScenario: '{}' }, 'jsScenario', /list/],
    [{ headers: [{ name: '', value: 'x' }] }, 'headers', /no name/],
    [
      {
        headers: [
          { name: 'a', value: '1' },
          { name: 'a', value: '2' },
        ],
      },
      'headers',
      /twice/,
    ],
    [{ screenshot: 'true', 'screenshot.quality': 'x' }, 'screenshot.quality', /integer/],
  ])('tells what is wrong with %j', (draft, field, message) => {
    const { faults } = toParams(WEB, draft);
    expect(faults).toEqual([{ field, message: expect.stringMatching(message) }]);
  });
});

describe('fromParams', () => {
  it('shows options of a field that may also be true alone', () => {
    expect(fromParams(WEB, { screenshot: { viewport: { width: 5 } } }).draft).toEqual({
      screenshot: 'true',
      'screenshot.viewport.width': '5',
    });
    expect(fromParams(WEB, { screenshot: false }).draft).toEqual({ screenshot: 'false' });
  });

  it.each([[null], ['x'], [[1]], [undefined]])('has nothing of %j', (params) => {
    expect(fromParams(WEB, params)).toEqual({ draft: {}, unknown: [] });
  });

  it('names what the form has no field for, and takes values of a wrong type as text', () => {
    const { draft, unknown } = fromParams(WEB, {
      constructor: 1,
      webhook: { url: 5, x: 1 },
      wait: { a: 1 },
      url: null,
    });
    expect(unknown).toEqual(['constructor', 'webhook.x']);
    expect(draft).toEqual({ 'webhook.url': '5', wait: '{\n  "a": 1\n}' });
    expect(toParams(WEB, draft).faults).toMatchObject([{ field: 'wait' }]);
  });
});
