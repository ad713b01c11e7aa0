import { describe, expect, it } from '@jest/globals';
import { operationById, OPERATIONS, validateParams, type NameSuggestions, type Operation } from '@quarry/contracts';
import { MAX_BATCH_ITEM_BYTES, MAX_BATCH_PARAMS_BYTES, MAX_BATCH_SUGGESTIONS, MAX_BODY_VALUES } from '../../bounds.js';
import { checkItems, measureParams, siteOf, type CheckParts } from './check-items.js';
import { splitBody } from './split-body.js';

const operation = (id: string): Operation => {
  const found = operationById(id);
  if (found === undefined) throw new Error(`no operation ${id}`);
  return found;
};
const extraHosts = {};
const parts = {
  operation: operation('scrape/web'),
  nowMs: Date.UTC(2026, 10, 22),
  catalogue: {
    operations: OPERATIONS,
    validate: (of: Operation, input: unknown, nowMs: number, suggestions?: NameSuggestions) =>
      validateParams(of, input, { nowMs, extraHosts, suggestions }),
  },
};

const LIMITS = { maxItems: 10_000, maxFrameBytes: 1_000, maxFrameValues: 1_000 };
const check = async (texts: readonly string[], more: Partial<CheckParts> = {}) =>
  checkItems({ ...parts, ...more }, (await splitBody(Buffer.from(`{"requests":[${texts.join()}]}`), LIMITS)).items);

describe('the parameters of an item', () => {
  const withBytes = (count: number, letter = 'x') => ({ a: letter.repeat(count - '{"a":""}'.length) });

  it('are measured, up to what the store takes', () => {
    expect(measureParams(withBytes(MAX_BATCH_PARAMS_BYTES))).toBe(MAX_BATCH_PARAMS_BYTES);
    expect(measureParams(withBytes(MAX_BATCH_PARAMS_BYTES + 1))).toBeUndefined();
    expect(measureParams(withBytes(MAX_BATCH_PARAMS_BYTES / 2 + 8, 'é'))).toBeUndefined();
  });
});

describe('checkItems', () => {
  it('lets other calls have their turn', async () => {
    const texts = Array.from({ length: 10_000 }, (_item, index) => `{"url":"https://example.com/${index}"}`);
    let turns = 0;
    let timer = setImmediate(function count() {
      turns += 1;
      timer = setImmediate(count);
    });
    const checked = await check(texts);
    clearImmediate(timer);
    expect(checked).toMatchObject({ outcome: 'fine', items: { length: 10_000 } });
    expect(turns).toBeGreaterThan(3);
  });

  it('searches for what unknown names mean so often and no more, however many there are', async () => {
    const texts = Array.from(
      { length: 300 },
      (_item, index) => `{"url":"https://example.com/","outputForma${index}":1}`,
    );
    const checked = await check(texts);
    const violations = checked.outcome === 'invalid' ? checked.violations : [];
    expect(violations).toHaveLength(300);
    expect(violations.filter(({ message }) => message.includes('Did you mean'))).toHaveLength(MAX_BATCH_SUGGESTIONS);
  });

  it('keeps what was sent beside what is run', async () => {
    const checked = await check(['{"proxyCountry":"uk","url":"https://example.com/"}']);
    const query = { proxyCountry: 'uk', url: 'https://example.com/' };
    expect(checked).toMatchObject({
      items: [{ query, params: { proxyCountry: 'GB', blockAds: true }, holdCredits: 10 }],
    });
  });

  it('ends where what is available cannot suffice, however cheap the rest may be', async () => {
    const texts = Array.from({ length: 100 }, () => '{"url":"https://example.com/"}');
    expect(await check(texts, { availableCredits: 1_000 })).toMatchObject({ outcome: 'fine' });
    const looked: unknown[] = [];
    const catalogue = {
      ...parts.catalogue,
      validate: (...args: Parameters<typeof parts.catalogue.validate>) => {
        looked.push(args);
        return parts.catalogue.validate(...args);
      },
    };
    // Each of them holds 10; any of them could be had for 1.
    expect(await check(texts, { catalogue, availableCredits: 135 })).toEqual({
      outcome: 'unpayable',
      leastCredits: 136,
    });
    expect(looked).toHaveLength(4);
    expect(await check(texts, { catalogue, availableCredits: 99 })).toEqual({
      outcome: 'unpayable',
      leastCredits: 100,
    });
    expect(looked).toHaveLength(4);
  });

  it.each([
    ['is larger than', `{"url":"https://example.com/${'x'.repeat(MAX_BATCH_ITEM_BYTES)}"}`],
    ['has more than 25,000 values', `{"outputFormat":[${'[],'.repeat(MAX_BODY_VALUES / 2)}1]}`],
  ])('parses no item that %s', async (problem, json) => {
    const checked = await check([json]);
    expect(checked).toMatchObject({ violations: [{ field: 'requests.0', rule: 'maxLength' }] });
    expect(JSON.stringify(checked)).toContain(problem);
  });

  it('goes on naming what is wrong after the first bad item', async () => {
    const checked = await check(['1', '{"url":"https://example.com/"}', '{}']);
    expect(checked).toMatchObject({ violations: [{ field: 'requests.0' }, { field: 'requests.2.url' }] });
  });
});

describe('siteOf', () => {
  it.each([
    ['scrape/web', { url: 'https://Example.COM:8443/a' }, 'example.com:8443'],
    ['scrape/web', { url: 'https://bücher.example/' }, 'xn--bcher-kva.example'],
    ['scrape/web', { url: 'mailto:someone@example.com' }, 'scrape'],
    ['enginea/serp', { q: 'lamp' }, 'enginea'],
  ])('of %s with %j is %s', (id, params, site) => {
    expect(siteOf(operation(id), params)).toBe(site);
  });

  it('is no longer than the store takes', () => {
    const url = `https://${'a'.repeat(60)}.${'b'.repeat(250)}.example/`;
    expect(siteOf(operation('scrape/web'), { url })).toHaveLength(255);
  });
});
