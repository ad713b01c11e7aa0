import { targetLines } from './target-lines.mjs';

/** The contract: parameters, price, response. */
const contractOf = (names) => {
  const { id, thing, constant, key, site } = names;
  const target = targetLines(names, `the ${site} site`);
  return `import { z } from 'zod';
import { defineOperation } from '../../define-operation.js';
import { text } from '../../input/scalars.js';
${target.typeImport}import { answer, block, string } from '../answer.js';
import { always } from '../price-lines.js';
${target.valueImport}
${target.declaration}export const ${constant} = defineOperation({
  id: '${id}',
  summary: 'One ${thing}',
  queue: 'sites',
  target: ${target.constant},
  prices: always(5),
  result: answer({ ${key}: block({ id: z.string(), title: z.string(), description: string }) }),
  example: { id: '1' },
  fields: {
    id: text({ note: 'Id of the ${thing} on its site.', required: true, maxChars: 200 }),
  },
});
`;
};

/** How it is asked for and read: the descriptor that the worker runs. */
const operationOf = ({
  id,
  site,
  thing,
  constant,
  key,
  upper,
}) => `import { defineSite } from '../../../scraper/scraper.js';
import { ${upper}_FIELDS, readPage } from './parse.js';

export const ${constant}Operation = defineSite({
  id: '${id}',
  main: { key: '${key}', fields: ${upper}_FIELDS },
  begin: ({ id }, { origin = 'https://www.${site}.example' }) => ({
    step: '${thing}',
    url: new URL(\`/${thing}/\${encodeURIComponent(id)}\`, origin).href,
  }),
  read: ({ id }, documents) => readPage(id, documents),
});
`;

const parserOf = ({ id, thing, body, key, upper }) => `import type { OperationBody } from '@quarry/contracts';
import { filled, firstBelow, parseDocument, readText } from '@quarry/html';
import type { ScrapedDocument, ScraperReading } from '../../../scraper/scraper.js';

type ${body}Body = OperationBody<'${id}'>;

/** Names whose fill rates are counted. */
export const ${upper}_FIELDS = ['title', 'description'] as const;

/** Reads the page of one ${thing}. A page that it does not understand is an error, never an empty success. */
export const readPage = (id: string, documents: readonly ScrapedDocument[]): ScraperReading<${body}Body> => {
  const [document] = documents;
  if (!document || 'failed' in document) return { outcome: 'unrecognized', reason: 'no_document' };
  const { root } = parseDocument(document.text);
  const heading = firstBelow(root, ({ name }) => name === 'h1');
  const title = heading ? readText(heading) : '';
  if (title === '') return { outcome: 'unrecognized', reason: 'no_${thing.replaceAll('-', '_')}' };
  const passage = firstBelow(root, ({ name }) => name === 'p');
  const ${key} = filled<${body}Body['${key}']>({ id, title, description: passage && readText(passage) });
  return { outcome: 'ok', result: { ${key} }, page: document.step };
};
`;

const testOf = ({ id, thing, constant, key }) => `import { describe, expect, it } from '@jest/globals';
import { checkedParams } from '../../../../test/checked-params.js';
import { ${constant}Operation } from './operation.js';

const PARAMS = checkedParams('${id}', { id: '1' });
const { step, url } = ${constant}Operation.begin(PARAMS, {});

const read = (text: string) => ${constant}Operation.read(PARAMS, [{ step, text, url }], {});

describe('${id}', () => {
  it('reads a page', () => {
    expect(read('<h1>Title</h1><p>About it.')).toEqual({
      outcome: 'ok',
      page: step,
      result: { ${key}: { id: '1', title: 'Title', description: 'About it.' } },
    });
  });

  it('leaves out what is not on the page', () => {
    expect(read('<h1>Title</h1>')).toMatchObject({ result: { ${key}: { id: '1', title: 'Title' } } });
  });

  it('does not know a page without a ${thing}', () => {
    expect(read('<p>Something else.')).toEqual({ outcome: 'unrecognized', reason: 'no_${thing.replaceAll('-', '_')}' });
  });
});
`;

/** The rules of its parameters; its target shows the page of the list, or of an entry. */
const listOf = ({ id, site, thing, key, upper }) => `import { refused, type EntryList } from '../entry.js';

const PAGE = \`<!doctype html><title>Slate</title><h1>Slate</h1><p>\${'On stone and roofs. '.repeat(40)}</p>\`;

export const ${site.toUpperCase()}_${upper}: EntryList = {
  table: '${id}',
  operation: '${id}',
  valid: { id: '7' },
  page: PAGE,
  entries: [
    {
      rows: ['id'],
      rule: 'is what is asked for',
      seen: { asked: { path: '/${thing}/7' }, answer: { '${key}.title': 'Slate' }, charged: 5 },
    },
    refused('id', 'is required', { id: null }, 'id', 'required'),
  ],
};
`;

/** The files of an operation on a site that returns one record. */
export const siteTemplates = (names) => ({
  contract: contractOf(names),
  operation: operationOf(names),
  parser: parserOf(names),
  test: testOf(names),
  list: listOf(names),
});
