import { describe, expect, it } from '@jest/globals';
import { keysAround, opensAtFirst, previewOf, treeRows, type TreeRow } from './tree-rows.js';

const always = (): boolean => true;
const shown = (rows: readonly TreeRow[]): string[] => rows.map(({ depth, name, path }) => `${depth} ${name} ${path}`);

describe('treeRows', () => {
  it('lists an object from top to bottom with the paths that reach its values', () => {
    const rows = treeRows({ a: [{ 'b c': 1 }, 'x'], d: null }, always);
    expect(shown(rows)).toEqual(['0  ', '1 a a', '2 0 a[0]', '3 b c a[0]["b c"]', '2 1 a[1]', '1 d d']);
    expect(rows.map(({ kind }) => kind)).toEqual(['object', 'list', 'object', 'number', 'string', 'null']);
    expect(rows[4]).toMatchObject({ position: 2, setSize: 2 });
  });

  it('hides what is in closed rows, and opens the beginning by itself', () => {
    const rows = treeRows({ few: { a: { b: 1 } }, many: Array.from({ length: 41 }, () => 1) }, opensAtFirst);
    expect(shown(rows)).toEqual(['0  ', '1 few few', '2 a few.a', '1 many many']);
    expect(rows.map(({ isOpen }) => isOpen)).toEqual([true, true, false, false]);
  });

  it('takes any depth and very long lists', () => {
    let deep: unknown = 1;
    for (let depth = 0; depth < 20_000; depth += 1) deep = [deep];
    expect(treeRows(deep, (_key, depth) => depth < 500)).toHaveLength(501);
    expect(
      treeRows(
        Array.from({ length: 20_000 }, () => 0),
        always,
      ),
    ).toHaveLength(5_001);
  });

  it('has a key for each row, and leads to the rows around it', () => {
    const rows = treeRows({ a: { 'b.c': [1] }, 'a.b': { c: 1 } }, always);
    expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
    const leaf = rows.find(({ path }) => path === 'a["b.c"][0]');
    const around = keysAround(leaf?.key ?? '');
    expect(rows.filter(({ key }) => around.includes(key)).map(({ path }) => path)).toEqual(['', 'a', 'a["b.c"]']);
  });
});

describe('previewOf', () => {
  it('is short', () => {
    expect(
      [{ a: 1 }, {}, [1, 2], [], 'a"b', 5, true, null].map((value) =>
        previewOf(treeRows(value, () => false)[0] as TreeRow),
      ),
    ).toEqual(['{1}', '{}', '[2]', '[]', '"a\\"b"', '5', 'true', 'null']);
    expect(previewOf({ kind: 'string', size: 0, value: 'x'.repeat(999) })).toHaveLength(203);
  });
});
