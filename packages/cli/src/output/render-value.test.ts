import { describe, expect, it } from '@jest/globals';
import { renderValue } from './render-value.js';
import { widthOf } from './text-width.js';

const RESULTS = [1, 2].map((position) => ({
  position,
  title: `A title that says much more than a cell of a table has room for, number ${position}`,
  url: 'https://a.example/',
  snippet: 'x'.repeat(300),
  sitelinks: [{ title: 'one' }, { title: 'two' }],
}));

describe('renderValue', () => {
  it('aligns names and values, and puts what has parts into blocks', () => {
    expect(renderValue({ status: 'ok', statusCode: 200, meta: { id: 'r1' }, tags: ['a', 'b'], none: [] }, 80)).toBe(
      'status      ok\nstatusCode  200\n\nmeta\n  id  r1\n\ntags (2)\n  - a\n  - b\n\nnone (0)\n',
    );
  });

  it('shows records as a table that is no wider than the terminal, and names what it leaves out', () => {
    const lines = renderValue({ organicResults: RESULTS }, 80).trimEnd().split('\n');
    expect(Math.max(...lines.slice(0, -1).map(widthOf))).toBeLessThanOrEqual(80);
    expect(lines.slice(0, 3)).toEqual([
      'organicResults (2)',
      expect.stringMatching(/^ {2}position {2}title +url/),
      expect.stringMatching(/^ {9}1 {2}A title that says much more than a cell of a ta… {2}https:/),
    ]);
    expect(lines.at(-1)).toBe('  (further fields with --json: snippet, sitelinks)');
  });

  it('keeps the lines of a text, and nothing that controls the terminal', () => {
    expect(renderValue({ markdown: '# T\u001B[31m\n\nline\u0007' }, 80)).toBe('markdown\n  # T [31m\n\n  line \n');
  });

  it('counts the columns of wide characters', () => {
    const [, first = '', second = ''] = renderValue(
      [
        { name: '你好', n: 1 },
        { name: 'abcd', n: 2 },
      ],
      80,
    ).split('\n');
    expect(widthOf(first)).toBe(widthOf(second));
  });

  it('shows any depth of any value', () => {
    let deep: unknown = 1;
    for (let level = 0; level < 2_000; level += 1) deep = { deep };
    expect(renderValue(deep, 80)).toContain('{"deep":');
    for (const value of [null, 1, 'a', [], {}, [[1, [2]]], [null, { a: 1 }]])
      expect(renderValue(value, 20)).toMatch(/\n$/);
  });
});
