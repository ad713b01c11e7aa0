import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { findProblems } from './check-docs.mjs';

const HELP = {
  '': 'Usage: quarry\n\nCommands:\n  key          keys\n               and more words\n  scrape [o] <url>  page\n  crawl [o] [c] <url>  site\n  help [command]  help\n\nExamples:\n  quarry nothing\n',
  key: 'Usage: quarry key\n\nOptions:\n  -h, --help  help\n\nCommands:\n  create [options] <account>  new\n',
  'key create': 'Usage: quarry key create\n\nOptions:\n  --json  as JSON\n',
  crawl:
    'Usage: quarry crawl [options] [command] <url>\n\nOptions:\n  --limit <n>  most\n\nCommands:\n  status <job>  how far\n',
  'crawl status': 'Usage: quarry crawl status\n\nOptions:\n  --json  as JSON\n',
  scrape: 'Usage: quarry scrape\n\nOptions:\n  --format <name>  format\n',
};

let root;

beforeAll(() => {
  root = mkdtempSync(path.join(tmpdir(), 'quarry-docs-'));
  for (const folder of ['docs', 'packages/one/src', 'node_modules/x'])
    mkdirSync(path.join(root, folder), { recursive: true });
  writeFileSync(path.join(root, 'docs/other.md'), '# Other page\n\n## What it is, and why\n');
  writeFileSync(path.join(root, 'packages/one/src/one.test.ts'), "it('counts to one', () => {});\n");
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

const problemsIn = (text, file = 'docs/page.md') =>
  findProblems({
    file,
    text,
    root,
    scripts: ['start', 'verify', 'quarry'],
    helpOf: (words) => HELP[words.join(' ')] ?? '',
  });

const fence = (...lines) => ['```sh', ...lines, '```', ''].join('\n');

describe('paths', () => {
  it.each([
    '`packages/one`',
    '`packages/one/`',
    '`packages/*/src/*.ts`',
    '`packages/{one,two}/src`',
    '`other.md`',
    fence('packages/one/src   the first one', 'ls packages/one/src/one.test.ts.'),
  ])('that are there pass: %j', (text) => expect(problemsIn(text)).toEqual([]));

  it.each(['`packages/two`', '`packages/*/lib`', '`packages/one/src/two.ts`', '`missing.md`', '`elsewhere/file.mjs`'])(
    'that are not there are named: %s',
    (text) => expect(problemsIn(text)).toEqual([`docs/page.md: no such path: ${text.slice(1, -1)}`]),
  );

  it('in a block are checked below our own folders', () =>
    expect(problemsIn(fence('packages/two  a package', 'text/html a/b.json'))).toEqual([
      'docs/page.md: no such path: packages/two',
    ]));

  it.each([
    '`/scrape/web`',
    '`enginea/serp`',
    '`text/html`',
    '`result.json`',
    '`main.ts`',
    '`conformance.ts`',
    '`packages/<name>`',
    '`packages/one/dist/x.js`',
    '`node_modules/y`',
    '`.quarry/demo.json`',
    '`a packages/two b`',
  ])('are not what %s is', (text) => expect(problemsIn(text)).toEqual([]));

  it('are named once however often they appear', () =>
    expect(problemsIn('`packages/two` and `packages/two`')).toHaveLength(1));
});

describe('links', () => {
  it.each([
    ['docs/page.md', '[x](other.md)'],
    ['docs/page.md', '[x](../packages/one)'],
    ['docs/page.md', '[x](/packages/one)'],
    ['README.md', '[x](docs/other.md#what-it-is-and-why)'],
    ['README.md', '# Here\n[x](#here)'],
    ['README.md', '[x](https://example.com/nothing) [y](mailto:a@example.com)'],
    ['README.md', fence('[x](nowhere.md)')],
  ])('in %s pass: %s', (file, text) => expect(problemsIn(text, file)).toEqual([]));

  it.each(['docs/nothing.md', 'docs/other.md#nothing', '#nothing', '/nothing'])('lead nowhere: %s', (target) =>
    expect(problemsIn(`[x](${target})`, 'README.md')).toEqual([`README.md: the link leads nowhere: ${target}`]),
  );
});

describe('commands', () => {
  it.each([
    '`npm start`',
    '`PORT=0 npm start`',
    '`npm run verify`',
    '`npm run -s quarry -- key create shop --json`',
    '`pnpm -s quarry scrape https://example.com --format text`',
    '`pnpm verify`',
    '`pnpm install`',
    '`npm install x`',
    '`npm`',
    '`pnpm --version`',
    '`quarry`',
    '`quarry key <command>`',
    '`quarry crawl https://a.example/ --limit 5`',
    '`quarry crawl status <job> --json`',
    fence(
      'npm run quarry -- key create shop   # quarry nothing',
      'quarry scrape https://a.example \\',
      '  --format text',
    ),
    'npm run nothing, in words',
  ])('that are there pass: %j', (text) => expect(problemsIn(text)).toEqual([]));

  it.each([
    ['`npm run nothing`', 'no such script: nothing'],
    ['`npm test`', 'no such script: test'],
    ['`pnpm nothing`', 'no such script: nothing'],
    ['`npm run -s quarry -- nothing`', 'no such command: quarry nothing'],
    ['`pnpm -s quarry key nothing`', 'no such command: quarry key nothing'],
    ['`quarry crawl https://a.example/ --limits 5`', 'no such option: quarry crawl --limits'],
    ['`quarry crawl nothing`', 'no such command: quarry crawl nothing'],
    ['`quarry key create shop --csv`', 'no such option: quarry key create --csv'],
    [fence('# first', 'quarry scrape https://a.example --form text'), 'no such option: quarry scrape --form'],
  ])('that are not there are named: %j', (text, problem) =>
    expect(problemsIn(text)).toEqual([`docs/page.md: ${problem}`]),
  );
});

describe('tests', () => {
  const FILE = 'packages/one/src/one.test.ts';

  it('that a document names are in their file', () =>
    expect(problemsIn(`| rule | \`${FILE}\` "counts to one" |`)).toEqual([]));

  it('are named when they do not', () =>
    expect(problemsIn(`\`${FILE}\` "counts to one", "counts to two"`)).toEqual([
      `docs/page.md: no such test in ${FILE}: counts to two`,
    ]));
});
