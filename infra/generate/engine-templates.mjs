import { ARTICLES, READ_ARTICLES } from './article-rows.mjs';
import { targetLines } from './target-lines.mjs';

/** The contract: parameters, price, response. */
const contractOf = (names) => {
  const { id, thing, constant, key, site } = names;
  const target = targetLines(names, `the search engine ${site}`);
  return `import { z } from 'zod';
import { defineOperation } from '../../define-operation.js';
${target.typeImport}import { answer, block, strings } from '../answer.js';
import { always } from '../price-lines.js';
import { deviceType, query } from '../shared-fields.js';
${target.valueImport}
${target.declaration}const result = block({ position: z.int(), title: z.string(), link: z.string(), ...strings('snippet') });

export const ${constant} = defineOperation({
  id: '${id}',
  summary: 'Results of a search for ${thing}',
  queue: 'serp',
  target: ${target.constant},
  prices: always(5),
  result: answer({ ${key}Results: z.array(result) }),
  example: { q: 'slate roofs' },
  fields: { q: query('Search text.'), deviceType },
});
`;
};

const operationOf = ({
  id,
  site,
  thing,
  constant,
  body,
  upper,
}) => `import { defineEngine } from '../../../scraper/engine.js';
import { parse${body}, ${upper}_BLOCKS } from './parse.js';

export const ${constant}Operation = defineEngine({
  id: '${id}',
  blocks: ${upper}_BLOCKS,
  request: ({ q, deviceType }, { origin = 'https://www.${site}.example' }) => {
    const url = new URL('/${thing}', origin);
    url.searchParams.set('q', q);
    return { url: url.href, headers: {}, cookies: {}, deviceType };
  },
  parse: parse${body},
});
`;

const parserOf = ({ id, body, key, upper }) => `import type { OperationBody } from '@quarry/contracts';
import { allBelow, filled, firstBelow, parseDocument, readText } from '@quarry/html';
import { pageUrlOr, type EngineDocument, type ParsedResults } from '../../../scraper/engine.js';

type ${body}Body = OperationBody<'${id}'>;
type Row = Omit<${body}Body['${key}Results'][number], 'position'>;

/** Blocks of the response that are counted where a page has them. */
export const ${upper}_BLOCKS = ['${key}Results'] as const;

/** Most results of one page. */
const MAX_RESULTS = 200;

/** Reads a page of results. A page that it does not understand is an error, never an empty success. */
export const parse${body} = ({ text, url }: EngineDocument): ParsedResults<${body}Body> => {
  const { root } = parseDocument(text);
  const base = pageUrlOr('https://www.example.com', url);
${READ_ARTICLES}  const ${key}Results = results.slice(0, MAX_RESULTS).map((result, index) => ({ position: index + 1, ...result }));
  return { outcome: 'ok', result: { ${key}Results }, blocks: results.length > 0 ? ${upper}_BLOCKS : [] };
};
`;

const testOf = ({ id, constant, key }) => `import { describe, expect, it } from '@jest/globals';
import { checkedParams } from '../../../../test/checked-params.js';
import { ${constant}Operation } from './operation.js';

const PARAMS = checkedParams('${id}', { q: 'slate roofs' });
const { step, url } = ${constant}Operation.begin(PARAMS, {});

const read = (text: string) => ${constant}Operation.read(PARAMS, [{ step, text, url }], {});

${ARTICLES}
describe('${id}', () => {
  it('reads a page', () => {
    expect(read(ARTICLES)).toMatchObject({
      outcome: 'ok',
      result: {
        ${key}Results: [
          { position: 1, title: 'Slate', link: 'https://stone.example/', snippet: 'On roofs.' },
          { position: 2, title: 'More', link: new URL('/x', url).href },
        ],
      },
    });
  });

  it('is empty only by the page’s own words', () => {
    expect(read('<p>There are no results for slate roofs.')).toMatchObject({
      outcome: 'ok',
      result: { ${key}Results: [] },
    });
  });

  it.each(['<p>Something else.', '<article><a>No link</a></article>', ''])('does not know the page %j', (page) => {
    expect(read(page)).toEqual({ outcome: 'unrecognized', reason: 'no_results' });
  });
});
`;

/** The rules of its parameters; its target shows the page of the list, or of an entry. */
const listOf = ({ id, site, thing, key, upper }) => `import { refused, sent, type EntryList } from '../entry.js';

const PAGE = \`<!doctype html><title>Results</title><article><a href="https://stone.example/">Slate</a>
<p>\${'On stone and roofs. '.repeat(40)}</p></article>\`;

export const ${site.toUpperCase()}_${upper}: EntryList = {
  table: '${id}',
  operation: '${id}',
  valid: { q: 'slate roofs' },
  page: PAGE,
  entries: [
    {
      rows: ['q'],
      rule: 'is what is searched for',
      seen: {
        asked: { path: '/${thing}', query: { q: 'slate roofs' } },
        answer: { '${key}Results[].title': 'Slate' },
        charged: 5,
      },
    },
    refused('q', 'is required', { q: null }, 'q', 'required'),
    sent('deviceType', 'is the device that asks', { deviceType: 'mobile' }, { headers: { 'user-agent': /Mobile/ } }),
    refused('deviceType', 'is a known one', { deviceType: 'watch' }, 'deviceType', 'enum'),
  ],
};
`;

/** The files of an operation on a search engine that returns a list. */
export const engineTemplates = (names) => ({
  contract: contractOf(names),
  operation: operationOf(names),
  parser: parserOf(names),
  test: testOf(names),
  list: listOf(names),
});
