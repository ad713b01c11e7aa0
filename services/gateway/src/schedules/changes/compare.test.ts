import { describe, expect, it } from '@jest/globals';
import { MAX_DIFF_BYTES, MAX_SHOWN_CHARS, MAX_SHOWN_LINKS, MAX_TRACKED_BYTES } from '../bounds.js';
import { compare } from './compare.js';
import { trackedOf, type Tracked } from './tracked.js';

const AT = 5;

describe('fields', () => {
  const fields = ['price', 'stock', 'results.0.title', 'name', 'gone'];
  const before = { price: 10, name: 'Tea', results: [{ title: 'A' }], gone: null };
  const after = { price: 12.5, stock: { a: 1, b: 2 }, name: 'Tea', results: [{ title: 'A' }] };

  it('are added, removed and changed, by their values', () => {
    expect(compare(trackedOf({ fields }, before), trackedOf({ fields }, after), AT)).toEqual({
      ...{ status: 'changed', comparedWithMs: AT, added: 1, removed: 1, changed: 1 },
      fields: [
        { path: 'price', change: 'changed', before: 10, after: 12.5 },
        { path: 'gone', change: 'removed', before: null },
        { path: 'stock', change: 'added', after: { a: 1, b: 2 } },
      ],
    });
  });

  it('are the same whatever the order of their keys', () => {
    const turned = { ...after, stock: { b: 2, a: 1 } };
    expect(compare(trackedOf({ fields }, after), trackedOf({ fields }, turned), AT)).toMatchObject({
      ...{ status: 'same', added: 0, removed: 0, changed: 0, fields: [] },
    });
  });

  it('are never read from what objects inherit', () => {
    expect(trackedOf({ fields: ['constructor', 'name.length', '__proto__'] }, { name: 'Tea' })).toEqual({ fields: {} });
  });

  it('are all removed from a page that is gone, and added when it is back', () => {
    const gone = trackedOf({ fields }, 'gone');
    expect(compare(trackedOf({ fields }, before), gone, AT)).toMatchObject({ removed: 4, added: 0, changed: 0 });
    expect(compare(gone, trackedOf({ fields }, before), AT)).toMatchObject({ removed: 0, added: 4 });
  });

  it('with long values are shown in part', () => {
    const [short, long] = ['x'.repeat(MAX_SHOWN_CHARS - 2), 'y'.repeat(MAX_SHOWN_CHARS - 1)];
    const change = compare({ fields: { a: short } }, { fields: { a: long } }, AT);
    expect(change).toMatchObject({ isCut: true, fields: [{ before: short }] });
    expect(String(change.fields?.[0]?.after)).toHaveLength(MAX_SHOWN_CHARS);
  });
});

describe('links', () => {
  it('are added and removed, whatever their order and number', () => {
    const change = compare({ links: ['/a', '/b', '/b'] }, { links: ['/c', '/a'] }, AT);
    expect(change).toMatchObject({
      status: 'changed',
      added: 1,
      removed: 1,
      links: { added: ['/c'], removed: ['/b'] },
    });
    expect(compare({ links: ['/a', '/b'] }, { links: ['/b', '/a', '/a'] }, AT).status).toBe('same');
  });

  it(`are counted all, and shown up to ${MAX_SHOWN_LINKS}`, () => {
    const links = Array.from({ length: MAX_SHOWN_LINKS + 1 }, (_, index) => `/${index}`);
    const change = compare({ links: [] }, { links }, AT);
    expect(change).toMatchObject({ added: MAX_SHOWN_LINKS + 1, isCut: true });
    expect(change.links?.added).toHaveLength(MAX_SHOWN_LINKS);
    expect(compare({ links: [] }, { links: links.slice(1) }, AT)).not.toHaveProperty('isCut');
  });
});

describe('markdown', () => {
  it('has a diff of its lines', () => {
    const change = compare({ markdown: '# Tea\n\n10 EUR\nleft: 3\n' }, { markdown: '# Tea\n\n12 EUR\nleft: 3\n' }, AT);
    expect(change).toMatchObject({ status: 'changed', added: 1, removed: 1, markdown: { added: 1, removed: 1 } });
    expect(change.markdown?.diff).toContain('-10 EUR\n+12 EUR\n');
    expect(compare({ markdown: 'a' }, { markdown: 'a' }, AT)).toMatchObject({ status: 'same', markdown: { diff: '' } });
  });

  it(`has a diff of at most ${MAX_DIFF_BYTES} bytes, cut between lines`, () => {
    const lines = (name: string) => Array.from({ length: 500 }, (_, index) => `${name} ${index} ${'ä'.repeat(20)}\n`);
    const change = compare({ markdown: lines('a').join('') }, { markdown: lines('b').join('') }, AT);
    expect(change).toMatchObject({ isCut: true, added: 500, removed: 500 });
    const diff = change.markdown?.diff ?? '';
    expect(Buffer.byteLength(diff)).toBeLessThanOrEqual(MAX_DIFF_BYTES);
    expect(diff.endsWith(`${'ä'.repeat(20)}\n`)).toBe(true);
  });

  it('that has little in common with the page before counts as replaced, in bounded work', () => {
    const lines = (name: string) => Array.from({ length: 20_000 }, (_, index) => `${name}${index}\n`).join('');
    const change = compare({ markdown: lines('a') }, { markdown: lines('b') }, AT);
    expect(change).toMatchObject({
      status: 'changed',
      isCut: true,
      added: 20_000,
      removed: 20_000,
      markdown: { diff: '' },
    });
  });
});

describe('tracked content', () => {
  it(`is at most ${MAX_TRACKED_BYTES} bytes, and says that something is left out`, () => {
    const tracking = { markdown: true, links: true, fields: ['a', 'b'] };
    const big = 'ä'.repeat(MAX_TRACKED_BYTES / 8);
    const answer = {
      ...{ a: big, b: big, markdown: `${big}\n${big}\n` },
      links: Array.from({ length: 10_000 }, (_, index) => `https://shop.example/${index}`),
    };
    const tracked = trackedOf(tracking, answer);
    expect(tracked.isCut).toBe(true);
    expect(Buffer.byteLength(JSON.stringify(tracked))).toBeLessThanOrEqual(MAX_TRACKED_BYTES + 200);
    expect(Object.keys(tracked.fields ?? {})).toEqual(['a']);
    expect(tracked.markdown).toBe(`${big}\n`);
    expect(compare(tracked, tracked, AT)).toMatchObject({ status: 'same', isCut: true });
    expect(trackedOf(tracking, { a: 1, markdown: 'x', links: [] })).toEqual({
      fields: { a: 1 },
      markdown: 'x',
      links: [],
    });
  });

  it('fits into a record, whatever the two runs have', () => {
    const odd = (seed: string) => `${seed}${'\u0001'.repeat(600)}`;
    const side = (seed: string): Tracked => ({
      fields: Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`f${index}`, odd(seed)])),
      links: Array.from({ length: 150 }, (_, index) => odd(`${seed}${index}`)),
      markdown: Array.from({ length: 300 }, (_, index) => `${odd(`${seed}${index}`)}\n`).join(''),
    });
    const change = compare(side('a'), side('b'), 1);
    expect(change).toMatchObject({ isCut: true, changed: 50 });
    expect(Buffer.byteLength(JSON.stringify(change))).toBeLessThan(63_000);
  });
});
