import { describe, expect, it } from '@jest/globals';
import { fieldNames, pathParameters, readTables, rowLabels } from './read-tables.js';

const TEXT = `# A page

Words, and | a bar.

| Field | Type | Meaning |
|---|---|---|
| a.list[].one, two | string | Two |
| b | array of {x, y} | Optional |
| c.d | array | Items: p, q (number, of \`r\`), and s or t (array of string), optional u |
| e | string | Several combined with a bar \\|\\| |

After it.
| Path | Parameters | Returns |
|---|---|---|
| first | q (string, required); uule (string; encoded) | x |
| second | see below | y |
`;

describe('tables of a Markdown document', () => {
  const [fields, paths] = readTables(TEXT);

  it('are read with their cells', () => {
    expect(readTables(TEXT)).toHaveLength(2);
    expect(fields?.head).toEqual(['Field', 'Type', 'Meaning']);
    expect(fields?.rows[3]).toEqual(['e', 'string', 'Several combined with a bar ||']);
  });

  it('name fields in their first column and within types and meanings', () => {
    expect(fields && fieldNames(fields)).toEqual([
      ...['a.list[].one', 'a.list[].two', 'b', 'b[].x', 'b[].y'],
      ...['c.d', 'c.d[].p', 'c.d[].q', 'c.d[].s', 'c.d[].t', 'c.d[].u', 'e'],
    ]);
  });

  it('name parameters by their paths', () => {
    expect(paths && pathParameters(paths)).toEqual(['first q', 'first uule']);
    expect(paths && rowLabels(paths)).toEqual(['first', 'second']);
  });
});
