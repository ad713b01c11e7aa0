import { describe, expect, it } from '@jest/globals';
import { OPERATIONS, operationOf, validateParams } from '@quarry/contracts';
import { fieldsOf } from '../../../forms/form-model.js';
import { checkItems, describeLines, groupFaults } from './check-item.js';

const WEB = fieldsOf(operationOf('scrape/web').input.schema);
const SERP = fieldsOf(operationOf('enginea/serp').input.schema);
const faultsOf = (params: object, fields = WEB): string[] =>
  checkItems(fields, [{ line: 1, params: { ...params } }], {}).map(({ field }) => field);

describe('checkItems', () => {
  it.each(OPERATIONS.map((operation) => [operation.id, operation] as const))(
    'finds nothing in the example of %s',
    (_id, { example, input }) => {
      expect(faultsOf(example, fieldsOf(input.schema))).toEqual([]);
    },
  );

  it.each([
    [{ url: 'https://a.example', proxyCountry: 'us', outputFormat: ['html'], blockAds: true }, WEB, 'scrape/web'],
    [{ url: 'https://a.example', screenshot: { quality: 5 }, headers: {}, jsScenario: [] }, WEB, 'scrape/web'],
    [{ q: 'x', gl: 'US', filter: '1', start: '10', deviceType: 'mobile', lr: ['lang_fr'] }, SERP, 'enginea/serp'],
  ] as const)('never refuses what the service accepts: %j', (params, fields, id) => {
    expect(validateParams(operationOf(id), params)).toMatchObject({ ok: true });
    expect(faultsOf(params, fields)).toEqual([]);
  });

  it.each([
    [{}, ['url']],
    [{ url: '' }, ['url']],
    [{ url: 'a.example' }, ['url']],
    [{ url: 5 }, ['url']],
    [{ url: 'https://a', nope: 1, wait: 'x' }, ['nope', 'wait']],
    [{ url: 'https://a', wait: 60_001, jsRendering: 'maybe', proxyType: 'vpn' }, ['jsRendering', 'proxyType', 'wait']],
    [{ url: 'https://a', webhook: 1 }, ['webhook']],
    [{ url: 'https://a', webhook: {} }, ['webhook.url']],
  ])('finds what is wrong with %j', (params, fields) => {
    expect(faultsOf(params).sort()).toEqual(fields);
  });

  it('takes what the defaults give', () => {
    expect(checkItems(WEB, [{ line: 7, params: {} }], { url: 'https://a' })).toEqual([]);
    expect(checkItems(WEB, [{ line: 7, params: { url: 'x' } }], { url: 'https://a' })).toMatchObject([
      { line: 7, field: 'url' },
    ]);
  });
});

describe('groupFaults', () => {
  it('says equal faults once, with their lines', () => {
    const fault = (line: number, field: string) => ({ line, field, message: 'is wrong.' });
    const groups = groupFaults([fault(9, 'b'), ...[1, 2, 3].map((line) => fault(line, 'a'))]);
    expect(groups).toEqual([
      { field: 'a', message: 'is wrong.', lines: [1, 2, 3] },
      { field: 'b', message: 'is wrong.', lines: [9] },
    ]);
    expect(describeLines([9])).toBe('line 9');
    expect(describeLines(Array.from({ length: 20 }, (_, index) => index + 1))).toBe(
      'lines 1, 2, 3, 4, 5, 6, 7, 8 and 12 more',
    );
  });
});
