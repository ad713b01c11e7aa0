import path from 'node:path';
import { engineTemplates } from './engine-templates.mjs';
import { listTemplates } from './list-templates.mjs';
import { siteTemplates } from './site-templates.mjs';

/** The new files of an operation, by their paths. */
export const operationFiles = (names) => {
  const templates = names.isEngine ? engineTemplates : names.isList ? listTemplates : siteTemplates;
  const { contract, operation, parser, test, list } = templates(names);
  return {
    [names.contract]: contract,
    [`${names.folder}/operation.ts`]: operation,
    [`${names.folder}/parse.ts`]: parser,
    [`${names.folder}/parse.test.ts`]: test,
    [names.list]: list,
  };
};

const withImport = (text, line) => {
  const end = text.lastIndexOf("';\n", text.search(/\n\n/)) + 3;
  return `${text.slice(0, end)}${line}\n${text.slice(end)}`;
};

const withEntry = (text, { list, end, entry }) => {
  const begin = text.indexOf(list);
  const at = text.indexOf(end, begin);
  if (begin < 0 || at < 0) throw new Error(`there is no ${list}`);
  const [, indent = ''] = /\n( *)\]/.exec(end) ?? [];
  return `${text.slice(0, at)}\n${indent}  ${entry},${text.slice(at)}`;
};

const entered = ({ file, list, end = '\n];', constant, from }) => ({
  file,
  edit: (text) => withEntry(withImport(text, `import { ${constant} } from '${from}';`), { list, end, entry: constant }),
});

/** The lists that an operation is added to: `edit(text)` returns the text of `file` with it. */
export const registrationsOf = ({ site, thing, constant, isEngine, upper, list }) => [
  entered({
    file: 'packages/contracts/src/operations/index.ts',
    list: 'const ALL = [',
    constant,
    from: `./${site}/${thing}.js`,
  }),
  entered({
    ...(isEngine
      ? {
          file: 'packages/scrapers/src/engines/engine-operations.ts',
          list: 'export const ENGINE_OPERATIONS: Scrapers = new Map(',
          end: '\n  ].map(',
        }
      : {
          file: 'packages/scrapers/src/sites/site-operations.ts',
          list: 'const OPERATIONS: readonly Scraper[] = [',
        }),
    constant: `${constant}Operation`,
    from: `./${site}/${thing}/operation.js`,
  }),
  entered({
    file: 'test/spec/list/index.ts',
    list: 'export const LISTS: readonly EntryList[] = [',
    constant: `${site.toUpperCase()}_${upper}`,
    from: `./${path.basename(list, '.ts')}.js`,
  }),
];
