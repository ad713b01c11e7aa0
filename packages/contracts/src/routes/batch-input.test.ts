import { describe, expect, it } from '@jest/globals';
import { validateBatchExport, validateBatchFrame, validateBatchPaging, validateNoQuery } from './batch-input.js';
import { BATCH_MAX_REQUESTS } from './batch-routes.js';
import type { ValidateResult } from '../validate-params.js';

const rulesOf = (checked: ValidateResult<unknown>): string[] =>
  checked.ok ? [] : checked.violations.map(({ field, rule }) => `${field} ${rule}`).sort();

describe('validateBatchFrame', () => {
  it('takes requests alone, and gives a webhook its default events', () => {
    expect(validateBatchFrame({ requests: [1] })).toEqual({ ok: true, params: {} });
    expect(validateBatchFrame({ requests: [1], webhook: { url: 'https://hooks.example/in' } })).toEqual({
      ok: true,
      params: { webhook: { url: 'https://hooks.example/in', events: ['batch.completed'] } },
    });
  });

  it.each([
    [{}, ['requests required']],
    [{ requests: {} }, ['requests array']],
    [{ requests: [] }, ['requests minLength']],
    [{ requests: new Array(BATCH_MAX_REQUESTS + 1) }, ['requests maxLength']],
    [{ requests: new Array(BATCH_MAX_REQUESTS) }, []],
    [{ requests: [1], webHook: {}, name: 'x' }, ['name unknown', 'webHook unknown']],
    [{ requests: [1], webhook: 'https://hooks.example' }, ['webhook object']],
    [{ requests: [1], webhook: { events: [] } }, ['webhook.events minLength', 'webhook.url required']],
    [
      { webhook: { url: 'hooks.example', events: ['batch.completed', 'batch.begun'], secret: 'x' } },
      ['requests required', 'webhook.events.1 enum', 'webhook.secret unknown', 'webhook.url url'],
    ],
  ])('%# tells everything that is wrong at once', (body, violations) => {
    expect(rulesOf(validateBatchFrame(body))).toEqual(violations);
  });
});

describe('validateBatchPaging', () => {
  it.each([
    [{}, { page: 1, limit: 100 }],
    [
      { page: '3', limit: '1000' },
      { page: 3, limit: 1_000 },
    ],
  ])('reads %j', (query, params) => {
    expect(validateBatchPaging(query)).toEqual({ ok: true, params });
  });

  it.each([
    [{ page: '0' }, ['page min']],
    [{ page: '-1', limit: '0' }, ['limit range', 'page min']],
    [{ page: 'x', limit: '1001' }, ['limit range', 'page integer']],
    [{ page: ['1', '2'] }, ['page integer']],
    [{ offset: '1' }, ['offset unknown']],
  ])('refuses %j', (query, violations) => {
    expect(rulesOf(validateBatchPaging(query))).toEqual(violations);
  });

  it('says where pages begin', () => {
    const checked = validateBatchPaging({ page: '0' });
    expect(checked.ok ? '' : checked.violations[0]?.message).toMatch(/page=1 is the first page/);
  });
});

describe('validateBatchExport and validateNoQuery', () => {
  it('know answers alone, and nothing at all', () => {
    expect(validateBatchExport({ answers: 'true' })).toEqual({ ok: true, params: { answers: true } });
    expect(validateBatchExport({})).toEqual({ ok: true, params: { answers: false } });
    expect(rulesOf(validateBatchExport({ answers: 'yes', page: '1' }))).toEqual(['answers boolean', 'page unknown']);
    expect(validateNoQuery({})).toEqual({ ok: true, params: {} });
    expect(rulesOf(validateNoQuery({ page: '1' }))).toEqual(['page unknown']);
  });
});
