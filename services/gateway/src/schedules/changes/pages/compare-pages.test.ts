import { describe, expect, it } from '@jest/globals';
import { comparePages } from './compare-pages.js';
import type { FoundPage } from './find-pages.js';
import { createSample, packPages, unpackPages, type Page } from './page-index.js';

const page = (key: string, digest = key): Page => ({ url: `/${key}`, digest, itemId: `id-${key}`, answerName: 'r' });
const before = (keys: string, ceiling?: string) => ({
  pages: new Map([...keys].map((key) => [key, page(key)])),
  ceiling,
});
const after = (
  keys: string,
  ceiling?: string,
  changed: Readonly<Record<string, Partial<FoundPage>>> = {},
): { pages: Map<string, FoundPage>; ceiling: string | undefined } => ({
  pages: new Map([...keys].map((key) => [key, { ...page(key), state: 'content', index: 0, ...changed[key] }])),
  ceiling,
});
const urls = (pages: readonly Page[]): string => pages.map(({ url }) => url).join('');

describe('comparePages', () => {
  it('compares only pages that both samples take', () => {
    const { added, removed, compared, next } = comparePages(before('acx', 'y'), after('abz', 'c'), true);
    expect([urls(added), urls(removed), compared]).toEqual(['/b', '', 1]);
    expect([[...next.pages.keys()], next.ceiling]).toEqual([['a', 'b'], 'c']);
  });

  it('keeps what the run before knew of a page that this run does not', () => {
    const lost = comparePages(before('ab'), after('a', undefined, { a: { state: 'unknown', digest: '' } }), true);
    expect(lost).toMatchObject({ unknown: 2, removed: [], changed: [] });
    expect(lost.next.pages.get('a')).toEqual(page('a'));
    // A duplicate has no links of its own.
    const same = comparePages(before('ab'), after('a', undefined, { a: { state: 'duplicate', digest: '' } }), true);
    expect(urls(same.removed)).toBe('/b');
  });

  it('gives a page that could not be read at first its content later, without a change', () => {
    const unknown = after('a', undefined, { a: { state: 'unknown', digest: '' } });
    const { next } = comparePages(before(''), unknown, true);
    expect(comparePages(next, after('a'), true)).toMatchObject({ added: [], changed: [], compared: 0 });
  });
});

describe('a sample of pages', () => {
  it('is bounded, the same whatever the order, and survives its stored form', () => {
    const keys = Array.from({ length: 1_000 }, (_, index) => String(index).padStart(4, '0'));
    const sampleOf = (order: readonly string[]) => {
      const sample = createSample<Page>(100);
      for (const key of order) sample.set(key, page(key));
      return sample.end();
    };
    const { values: pages, ceiling } = sampleOf(keys.toReversed());
    expect([pages.size, ceiling]).toEqual([100, '0100']);
    expect([...sampleOf(keys).values.keys()].toSorted()).toEqual([...pages.keys()].toSorted());
    expect(unpackPages(packPages({ pages, ceiling }))).toEqual({ pages, ceiling });
  });
});
