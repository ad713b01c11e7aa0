import { ARTICLES, READ_ARTICLES } from './article-rows.mjs';
import { targetLines } from './target-lines.mjs';

/** The contract: parameters, price, response. */
const contractOf = (names) => {
  const { id, thing, constant, site } = names;
  const target = targetLines(names, `the ${site} site`);
  return `import { z } from 'zod';
import { defineOperation } from '../../define-operation.js';
import { text } from '../../input/scalars.js';
${target.typeImport}import { answer, block, numbers, strings } from '../answer.js';
import { always } from '../price-lines.js';
import { page } from '../shared-fields.js';
${target.valueImport}
${target.declaration}export const ${constant} = defineOperation({
  id: '${id}',
  summary: 'Results of ${thing}',
  queue: 'sites',
  target: ${target.constant},
  prices: always(5),
  result: answer({
    results: z.array(block({ position: z.int(), title: z.string(), link: z.string(), ...strings('snippet') })),
    pagination: block(numbers('nextPage')).optional(),
  }),
  example: { keyword: 'slate roofs' },
  fields: {
    keyword: text({ note: 'Search text.', required: true }),
    page,
  },
});
`;
};

const operationOf = ({ id, site, thing, constant, upper }) => `import { defineSite } from '../../../scraper/scraper.js';
import { readPage, ${upper}_FIELDS } from './parse.js';

export const ${constant}Operation = defineSite({
  id: '${id}',
  main: { key: 'results', fields: ${upper}_FIELDS },
  begin: ({ keyword, page }, { origin = 'https://www.${site}.example' }) => {
    const url = new URL('/${thing}', origin);
    url.searchParams.set('q', keyword);
    if (page > 1) url.searchParams.set('page', String(page));
    return { step: '${thing}', url: url.href };
  },
  read: ({ page }, documents) => readPage(page, documents),
});
`;

const parserOf = ({ id, body, upper }) => `import type { OperationBody } from '@quarry/contracts';
import { allBelow, defined, filled, firstBelow, parseDocument, readText } from '@quarry/html';
import type { ScrapedDocument, ScraperReading } from '../../../scraper/scraper.js';

type ${body}Body = OperationBody<'${id}'>;
type Row = Omit<${body}Body['results'][number], 'position'>;

/** Names whose fill rates are counted. */
export const ${upper}_FIELDS = ['title', 'link', 'snippet'] as const;

/** Most rows of one page. */
const MAX_ROWS = 200;

/** Reads a page of results. A page that it does not understand is an error, never an empty success. */
export const readPage = (page: number, documents: readonly ScrapedDocument[]): ScraperReading<${body}Body> => {
  const [document] = documents;
  if (!document || 'failed' in document) return { outcome: 'unrecognized', reason: 'no_document' };
  const { text, step, url: base } = document;
  const { root } = parseDocument(text);
${READ_ARTICLES}  const isMore = firstBelow(root, ({ attribs }) => attribs['rel'] === 'next') !== undefined;
  return {
    outcome: 'ok',
    page: step,
    // Unlike filled, defined keeps an empty list.
    result: defined<${body}Body>({
      results: results.slice(0, MAX_ROWS).map((row, index) => ({ position: index + 1, ...row })),
      pagination: isMore ? { nextPage: page + 1 } : undefined,
    }),
  };
};
`;

const testOf = ({ id, constant }) => `import { describe, expect, it } from '@jest/globals';
import { checkedParams } from '../../../../test/checked-params.js';
import { ${constant}Operation } from './operation.js';

const PARAMS = checkedParams('${id}', { keyword: 'slate roofs', page: '2' });
const { step, url } = ${constant}Operation.begin(PARAMS, {});

const read = (text: string) => ${constant}Operation.read(PARAMS, [{ step, text, url }], {});

${ARTICLES}
describe('${id}', () => {
  it('reads a page', () => {
    expect(read(\`\${ARTICLES}<a rel="next" href="?page=3">3</a>\`)).toEqual({
      outcome: 'ok',
      page: step,
      result: {
        results: [
          { position: 1, title: 'Slate', link: 'https://stone.example/', snippet: 'On roofs.' },
          { position: 2, title: 'More', link: new URL('/x', url).href },
        ],
        pagination: { nextPage: 3 },
      },
    });
  });

  it('is empty only by the page’s own words', () => {
    expect(read('<p>There are no results for slate roofs.')).toEqual({
      outcome: 'ok',
      page: step,
      result: { results: [] },
    });
  });

  it.each(['<p>Something else.', '<article><a>No link</a></article>', ''])('does not know the page %j', (page) => {
    expect(read(page)).toEqual({ outcome: 'unrecognized', reason: 'no_results' });
  });
});
`;

/** The rules of its parameters; its target shows the page of the list, or of an entry. */
const listOf = ({ id, site, thing, upper }) => `import { refused, sent, type EntryList } from '../entry.js';

const PAGE = \`<!doctype html><title>Results</title><article><a href="https://stone.example/">Slate</a>
<p>\${'On stone and roofs. '.repeat(40)}</p></article>\`;

export const ${site.toUpperCase()}_${upper}: EntryList = {
  table: '${id}',
  operation: '${id}',
  valid: { keyword: 'slate roofs' },
  page: PAGE,
  entries: [
    {
      rows: ['keyword'],
      rule: 'is what is searched for',
      seen: {
        asked: { path: '/${thing}', query: { q: 'slate roofs', page: null } },
        answer: { 'results[].title': 'Slate' },
        charged: 5,
      },
    },
    refused('keyword', 'is required', { keyword: null }, 'keyword', 'required'),
    sent('page', 'is the page', { page: '2' }, { query: { page: '2' } }),
    refused('page', 'is positive', { page: '0' }, 'page', 'min'),
  ],
};
`;

/** The files of an operation on a site that returns a list. */
export const listTemplates = (names) => ({
  contract: contractOf(names),
  operation: operationOf(names),
  parser: parserOf(names),
  test: testOf(names),
  list: listOf(names),
});
