import { describe, expect, it } from '@jest/globals';
import { operationById, OPERATIONS, validateParams, type Operation } from '@quarry/contracts';
import { checkItems, siteOf } from './check-items.js';

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
    validate: (of: Operation, input: unknown, nowMs: number) => validateParams(of, input, { nowMs, extraHosts }),
  },
};

describe('checkItems', () => {
  it('lets other calls have their turn', async () => {
    const texts = Array.from({ length: 10_000 }, (_item, index) => `{"url":"https://example.com/${index}"}`);
    let turns = 0;
    let timer = setImmediate(function count() {
      turns += 1;
      timer = setImmediate(count);
    });
    const checked = await checkItems(parts, texts);
    clearImmediate(timer);
    expect(checked).toMatchObject({ outcome: 'fine', items: { length: 10_000 } });
    expect(turns).toBeGreaterThan(3);
  });

  it('keeps what was sent beside what is run', async () => {
    const checked = await checkItems(parts, ['{"proxyCountry":"uk","url":"https://example.com/"}']);
    const query = { proxyCountry: 'uk', url: 'https://example.com/' };
    expect(checked).toMatchObject({
      items: [{ query, params: { proxyCountry: 'GB', blockAds: true }, holdCredits: 10 }],
    });
  });

  it('goes on naming what is wrong after the first bad item', async () => {
    const checked = await checkItems(parts, ['1', '{"url":"https://example.com/"}', '{}']);
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
