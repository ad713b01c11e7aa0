import { describe, expect, it } from '@jest/globals';
import { operationOf } from '@quarry/contracts';
import { fieldsOf } from '../../../forms/form-model.js';
import { guessMapping, hasNames } from './map-columns.js';
import { readCsv } from './read-csv.js';
import { itemsOf } from './to-item.js';

const WEB = fieldsOf(operationOf('scrape/web').input.schema);
const SERP = fieldsOf(operationOf('enginea/serp').input.schema);
const LODGING = fieldsOf(operationOf('lodging/search').input.schema);

describe('hasNames', () => {
  it.each([
    ['url,js\nhttps://a,true', true],
    ['Product,Link\nLamp,https://a', true],
    ['https://a,1\nhttps://b,2', false],
    ['wait,x\n1,2', true],
    ['one,two\nthree,four', false],
    ['url', false],
    ['', false],
  ])('%j: %s', (text, expected) => {
    expect(hasNames(readCsv(text), WEB)).toBe(expected);
  });
});

describe('guessMapping', () => {
  it.each([
    [
      ['URL', 'js_rendering', 'Notes'],
      ['url', 'jsRendering', undefined],
    ],
    [
      ['Link', 'href'],
      ['url', undefined],
    ],
    [
      ['Name', 'Where'],
      [undefined, 'url'],
    ],
    [
      ['url', 'link'],
      ['url', undefined],
    ],
  ])('%j', (names, mapping) => {
    const rows = [{ line: 2, cells: ['Lamp', 'https://a.example/'] }];
    expect(guessMapping(names, rows, WEB, 'url')).toEqual(mapping);
  });

  it('takes the only column as the search text', () => {
    expect(guessMapping(['anything'], [], SERP, 'q')).toEqual(['q']);
    expect(guessMapping(['Keyword', 'gl'], [], SERP, 'q')).toEqual(['q', 'gl']);
  });
});

describe('itemsOf', () => {
  it('types each cell as its parameter is, and leaves blank ones out', () => {
    const rows = readCsv('u,j,w,f,h,x\nhttps://a,Yes,500,html|text,"{""dnt"":""1""}",skip\nhttps://b,,,,,\n');
    const mapping = ['url', 'jsRendering', 'wait', 'outputFormat', 'headers', undefined];
    expect(itemsOf(rows.slice(1), mapping, WEB)).toEqual({
      items: [
        {
          line: 2,
          params: {
            url: 'https://a',
            jsRendering: true,
            wait: 500,
            outputFormat: ['html', 'text'],
            headers: { dnt: '1' },
          },
        },
        { line: 3, params: { url: 'https://b' } },
      ],
      faults: [],
    });
  });

  it('puts members into their groups, keeps numbers of choices, and names cells that are no JSON', () => {
    expect(itemsOf([{ line: 1, cells: ['10', '20'] }], ['price.min', 'price.max'], LODGING).items).toEqual([
      { line: 1, params: { price: { min: 10, max: 20 } } },
    ]);
    expect(itemsOf([{ line: 1, cells: ['0'] }], ['filter'], SERP).items[0]?.params).toEqual({ filter: 0 });
    expect(itemsOf([{ line: 4, cells: ['{'] }], ['extractRules'], WEB)).toEqual({
      items: [],
      faults: [{ line: 4, field: 'extractRules', message: 'Not valid JSON.' }],
    });
  });
});
