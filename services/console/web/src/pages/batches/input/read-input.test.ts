import { describe, expect, it } from '@jest/globals';
import { formOf, readInput } from './read-input.js';

describe('formOf', () => {
  it.each([
    ['https://a.example/\nhttps://b.example/', '', 'lines'],
    ['https://a.example/?a=1,2;3', '', 'lines'],
    ['{"url": "https://a"}\n{"url": "https://b"}', '', 'ndjson'],
    ['[{"url": "https://a"}]', '', 'json'],
    [' {"requests": []}', '', 'json'],
    ['url,title\nhttps://a,b', '', 'csv'],
    ['url\nhttps://a', 'a.CSV', 'csv'],
    ['a,b', 'a.txt', 'lines'],
    ['[1]', 'a.txt', 'json'],
    ['anything', 'x.ndjson', 'ndjson'],
    ['espresso machine, used', '', 'csv'],
    ['', '', 'lines'],
  ] as const)('%j of %j is %s', (text, name, form) => {
    expect(formOf(text, name)).toBe(form);
  });
});

describe('readInput', () => {
  it('reads lines of plain text with their places', () => {
    expect(readInput('\uFEFFhttps://a\r\n\n  https://b \n', 'url', 'lines')).toEqual({
      kind: 'items',
      form: 'lines',
      items: [
        { line: 1, params: { url: 'https://a' } },
        { line: 3, params: { url: 'https://b' } },
      ],
      faults: [],
    });
  });

  it('reads JSON by lines, plain lines among them, and names what is wrong', () => {
    expect(readInput('{"q": "a"}\nb\n{"q"\n[1]\n"c"', 'q', 'ndjson')).toMatchObject({
      items: [
        { line: 1, params: { q: 'a' } },
        { line: 2, params: { q: 'b' } },
      ],
      faults: [
        { line: 3, field: '', message: 'Not valid JSON.' },
        { line: 4, message: /object/ },
        { line: 5, message: /object/ },
      ].map(({ line }) => ({ line })),
    });
  });

  it.each(['["https://a", {"url": "https://b"}, 5]', '{"requests": ["https://a", {"url": "https://b"}, 5]}'])(
    'reads a whole list: %s',
    (text) => {
      expect(readInput(text, 'url', 'json')).toMatchObject({
        form: 'json',
        items: [{ params: { url: 'https://a' } }, { line: 2, params: { url: 'https://b' } }],
        faults: [{ line: 3 }],
      });
    },
  );

  it('takes JSON by lines that begins as a list would', () => {
    expect(readInput('[1]\n{"url": "x"}', 'url', 'json')).toMatchObject({
      form: 'ndjson',
      items: [{ line: 2 }],
      faults: [{ line: 1 }],
    });
  });

  it('leaves the columns of a table to be named', () => {
    expect(readInput('url,n\na,1', 'url', 'csv')).toMatchObject({
      kind: 'table',
      rows: [{ cells: ['url', 'n'] }, { line: 2 }],
    });
  });
});
