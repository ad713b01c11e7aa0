import { describe, expect, it } from '@jest/globals';
import { validateRequestsQuery } from '@quarry/contracts';
import { readFilters, readWanted, sinceOf, spanOf, SPANS } from './request-filters.js';

const ID = '5a0a3c1e-6d0f-4f5b-9d2c-7b7f0a1f8a11';

describe('readFilters', () => {
  it('takes what the API takes and leaves the rest', () => {
    const search = {
      status: 'ok',
      operation: 'scrape/web',
      host: 'a.example',
      key: 'console',
      since: '2026-01-01',
      x: 1,
      error: '',
      batch: ID,
    };
    const filters = readFilters(search);
    expect(filters).toEqual({
      status: 'ok',
      operation: 'scrape/web',
      host: 'a.example',
      key: 'console',
      since: '2026-01-01',
      batch: ID,
    });
    expect(validateRequestsQuery(filters)).toMatchObject({ ok: true });
    expect(readFilters({ status: 'done', host: 'x'.repeat(301), operation: {} })).toEqual({});
  });
});

describe('readWanted', () => {
  it.each([
    [` ${ID.toUpperCase()} `, { kind: 'id', id: ID }],
    ['https://Shop.example:8080/lamp?x=1', { kind: 'host', host: 'shop.example:8080' }],
    ['shop.example', { kind: 'host', host: 'shop.example' }],
    ['shop.example/path', { kind: 'host', host: 'shop.example' }],
    ['localhost:3000', { kind: 'host', host: 'localhost:3000' }],
    ['127.0.0.1:8080', { kind: 'host', host: '127.0.0.1:8080' }],
    ['lamp', { kind: 'none' }],
    ['https://', { kind: 'none' }],
    ['', { kind: 'none' }],
  ])('%j', (typed, wanted) => {
    expect(readWanted(typed)).toEqual(wanted);
  });
});

describe('sinceOf', () => {
  it('is a time to the minute that the API reads', () => {
    const nowMs = Date.parse('2026-01-08T12:34:56.789Z');
    expect(SPANS.map(({ value }) => sinceOf(value, nowMs))).toEqual([
      undefined,
      '2026-01-08T11:34:00.000Z',
      '2026-01-07T12:34:00.000Z',
      '2026-01-01T12:34:00.000Z',
    ]);
    expect(validateRequestsQuery({ since: sinceOf('7d', nowMs) ?? '' })).toMatchObject({ ok: true });
  });
});

describe('spanOf', () => {
  it('is the span that was chosen, a while ago too', () => {
    const nowMs = Date.parse('2026-01-08T12:34:56Z');
    for (const { value } of SPANS) expect(spanOf(sinceOf(value, nowMs - 120_000), nowMs)).toBe(value);
    expect([spanOf('2025-01-01', nowMs), spanOf('soon', nowMs)]).toEqual(['7d', '']);
  });
});
