/** The contract: parameters, price, response. */
const contractOf = ({ id, site, thing, constant }) => `import { z } from 'zod';
import { defineOperation } from '../../define-operation.js';
import { text } from '../../input/scalars.js';
import type { Target } from '../../target.js';
import { answer, block, string } from '../answer.js';
import { always } from '../price-lines.js';

const target: Target = { name: '${site}', title: 'the ${site} site' };

export const ${constant} = defineOperation({
  id: '${id}',
  summary: 'One ${thing}',
  queue: 'sites',
  target,
  prices: always(5),
  result: answer({ ${thing}: block({ id: z.string(), title: z.string(), description: string }) }),
  example: { id: '1' },
  fields: {
    id: text({ note: 'Id of the ${thing} on its site.', required: true, maxChars: 200 }),
  },
});
`;

/** How it is asked for and read: the descriptor that the worker runs. */
const descriptorOf = ({ id, site, thing, constant }) => `import { defineSite } from '../../../scraper/scraper.js';
import { ${thing.toUpperCase()}_FIELDS, readPage } from './parse.js';

export const ${constant}Operation = defineSite({
  id: '${id}',
  main: { key: '${thing}', fields: ${thing.toUpperCase()}_FIELDS },
  begin: ({ id }, { origin = 'https://www.${site}.example' }) => ({
    step: '${thing}',
    url: new URL(\`/${thing}/\${encodeURIComponent(id)}\`, origin).href,
  }),
  read: ({ id }, documents) => readPage(id, documents),
});
`;

const parserOf = ({ id, thing, body }) => `import type { OperationBody } from '@quarry/contracts';
import { firstBelow, parseDocument, readText } from '@quarry/html';
import type { ScrapedDocument, ScraperReading } from '../../../scraper/scraper.js';

type ${body}Body = OperationBody<'${id}'>;

/** Names whose fill rates are counted. */
export const ${thing.toUpperCase()}_FIELDS = ['title', 'description'] as const;

/** Reads the page of one ${thing}. A page that it does not understand is an error, never an empty success. */
export const readPage = (id: string, documents: readonly ScrapedDocument[]): ScraperReading<${body}Body> => {
  const [document] = documents;
  if (!document || 'failed' in document) return { outcome: 'unrecognized', reason: 'no_document' };
  const { root } = parseDocument(document.text);
  const heading = firstBelow(root, ({ name }) => name === 'h1');
  const title = heading ? readText(heading) : '';
  if (title === '') return { outcome: 'unrecognized', reason: 'no_${thing}' };
  const passage = firstBelow(root, ({ name }) => name === 'p');
  const description = passage ? readText(passage) : '';
  const ${thing} = { id, title, ...(description === '' ? {} : { description }) };
  return { outcome: 'ok', result: { ${thing} }, page: document.step };
};
`;

const testOf = ({ id, thing, constant }) => `import { describe, expect, it } from '@jest/globals';
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
      result: { ${thing}: { id: '1', title: 'Title', description: 'About it.' } },
    });
  });

  it('does not know a page without a ${thing}', () => {
    expect(read('<p>Something else.')).toEqual({ outcome: 'unrecognized', reason: 'no_${thing}' });
  });
});
`;

/** The new files of an operation, by their paths. */
export const operationFiles = (names) => {
  const { site, thing } = names;
  const folder = `packages/scrapers/src/sites/${site}/${thing}`;
  return {
    [`packages/contracts/src/operations/${site}/${thing}.ts`]: contractOf(names),
    [`${folder}/operation.ts`]: descriptorOf(names),
    [`${folder}/parse.ts`]: parserOf(names),
    [`${folder}/parse.test.ts`]: testOf(names),
  };
};

const withImport = (text, line) => {
  const end = text.lastIndexOf("';\n", text.search(/\n\n/)) + 3;
  return `${text.slice(0, end)}${line}\n${text.slice(end)}`;
};

const withEntry = (text, { list, entry }) => {
  const begin = text.indexOf(list);
  const end = text.indexOf('\n];', begin);
  if (begin < 0 || end < 0) throw new Error(`there is no ${list}`);
  return `${text.slice(0, end)}\n  ${entry},${text.slice(end)}`;
};

/** The lists that an operation is added to: `edit(text, names)` returns the text of `file` with it. */
export const REGISTRATIONS = [
  {
    file: 'packages/contracts/src/operations/index.ts',
    edit: (text, { site, thing, constant }) =>
      withEntry(withImport(text, `import { ${constant} } from './${site}/${thing}.js';`), {
        list: 'const ALL = [',
        entry: constant,
      }),
  },
  {
    file: 'packages/scrapers/src/sites/site-operations.ts',
    edit: (text, { site, thing, constant }) =>
      withEntry(withImport(text, `import { ${constant}Operation } from './${site}/${thing}/operation.js';`), {
        list: 'const OPERATIONS: readonly Scraper[] = [',
        entry: `${constant}Operation`,
      }),
  },
];
