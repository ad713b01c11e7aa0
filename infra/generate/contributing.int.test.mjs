import { execFile } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ROOT } from '../local/setup/setup.mjs';

const run = promisify(execFile);
const PAGE = 'docs/contributing.md';
const WALK_MS = 480_000;
const MAX_OUTPUT_BYTES = 16_000_000;
const SETTING = 'ORIGIN_BOOKSHOP';
/** Operations of the other forms, scaffolded beside the page's own: of a site and an engine that there are, and of a new engine. */
const OTHERS = [
  { id: 'localreviews/nearby', options: ['--list'], folder: 'sites/localreviews/nearby', query: 'keyword=slate' },
  { id: 'engineb/news', options: [], folder: 'engines/engineb/news', query: 'q=slate' },
  { id: 'enginez/best-books', options: ['--engine'], folder: 'engines/enginez/best-books', query: 'q=slate' },
];
const NEW_SETTINGS = [SETTING, 'ORIGIN_ENGINEZ'];
const OLD_SETTINGS = ['ORIGIN_LOCALREVIEWS', 'ORIGIN_ENGINEB'];

/** The commands of a section of the page, as a reader would run them. */
const commandsOf = (page, heading) => {
  const section = page.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? '';
  return [...section.matchAll(/^```sh\n(.*?)^```/gms)].flatMap(([, block]) => block.trim().split('\n'));
};

/** The files that the page's table says are written or entered. */
const filesOf = (page) =>
  [...page.matchAll(/^\| `((?:packages|services|test)\/[\w./-]+)` \|/gm)].map(([, file]) => file);

const WITH_SETTINGS = [
  '.env.example',
  'docker-compose.yml',
  'infra/docker/compose.env.example',
  'k8s/base/settings/origins.env',
];
const CLIENT = ['packages/client/src/generated/operations.ts', 'packages/client/src/generated/types.ts'];
/** Modules of the Python client: of each family with a new operation, and their list. */
const PYTHON = ['bookshop', 'engineb', 'enginez', 'families', 'inputs', 'localreviews'].map(
  (name) => `packages/client-python/src/quarry_client/generated/${name}.py`,
);
const GENERATED = [...WITH_SETTINGS, ...CLIENT, ...PYTHON];
const NOT_SOURCES = new Set(['node_modules', 'dist', '.toolchain']);

const filesBelow = (folder) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (NOT_SOURCES.has(entry.name)) return [];
    const file = path.join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(file) : [file];
  });

const textOf = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined);

/** Files of the copy that this project does not have, or has with another text. */
const changedFiles = (copy) =>
  filesBelow(copy)
    .map((file) => path.relative(copy, file))
    .filter((file) => textOf(path.join(ROOT, file)) !== textOf(path.join(copy, file)))
    .sort();

/** Beside the project's own tools: links to its files take no room, and what the walk installs or builds stays in the copy. */
const COPIES = path.join(ROOT, '.toolchain');

/** A copy of the project, installed and built as this one is. */
const copyProject = async () => {
  const copy = mkdtempSync(path.join(COPIES, 'walk-'));
  const { stdout } = await run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    maxBuffer: MAX_OUTPUT_BYTES,
  });
  for (const file of stdout.split('\0').filter((name) => name !== '' && existsSync(path.join(ROOT, name)))) {
    // With its time: the compiler takes a file of another time for a changed one until it has read it.
    cpSync(path.join(ROOT, file), path.join(copy, file), { preserveTimestamps: true });
  }
  const made = ['node_modules', '{packages,services}/*/{dist,node_modules}', 'bench/{dist,node_modules}'];
  for (const folder of made.flatMap((pattern) => globSync(pattern, { cwd: ROOT }))) {
    // Built files are written anew in place: they may not be one with the project's own.
    const how = folder.endsWith('dist') ? '-a' : '-al';
    await run('cp', [how, path.join(ROOT, folder), path.join(copy, folder)]);
  }
  mkdirSync(path.join(copy, '.toolchain'));
  cpSync(path.join(ROOT, '.toolchain/stamps.json'), path.join(copy, '.toolchain/stamps.json'));
  return copy;
};

const page = readFileSync(path.join(ROOT, PAGE), 'utf8');
let copy;
let site;
let fleet;
/** What `npm test` has printed about the new operations. */
let tested;

/** The tests of the other forms, which run with those that the page names: one run of `npm test` instead of two. */
const OTHER_TESTS = OTHERS.map(({ folder }) => `packages/scrapers/src/${folder}`);

const inCopy = (command) => {
  const [program, ...args] = command.split(' ');
  return run(program, args, {
    cwd: copy,
    env: { ...process.env, PATH: `${path.dirname(process.execPath)}:${process.env.PATH}` },
    maxBuffer: MAX_OUTPUT_BYTES,
  });
};

const PASSAGE = 'On stone and roofs. '.repeat(40);

/** A site that has a heading and a list on every page, which name its address. */
const startOurSite = async () => {
  const server = createServer(({ url }, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(`<!doctype html><title>Shop</title><h1>Slate at ${url}</h1><p>${PASSAGE}</p>
<article><a href="/slate">Slate at ${url}</a></article>`);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return server;
};

beforeAll(async () => {
  copy = await copyProject();
  for (const { id, options } of OTHERS) await inCopy(`npm run new:operation -- ${[id, ...options].join(' ')}`);
  for (const command of commandsOf(page, 'Add an operation')) {
    const isTest = command.startsWith('npm test ');
    const { stdout, stderr } = await inCopy([command, ...(isTest ? OTHER_TESTS : [])].join(' '));
    if (isTest) tested = stdout + stderr;
  }
  site = await startOurSite();
  const { startFleet } = await import(path.join(copy, 'packages/testkit/dist/index.js'));
  const origin = `http://127.0.0.1:${site.address().port}`;
  const env = Object.fromEntries([...NEW_SETTINGS, ...OLD_SETTINGS].map((name) => [name, origin]));
  fleet = await startFleet({ services: ['gateway', 'sites', 'serp'], env });
}, WALK_MS);

afterAll(async () => {
  await fleet?.stop();
  site?.close();
  rmSync(copy, { recursive: true, force: true });
});

const ask = async (address) => {
  const response = await fetch(`${fleet.baseUrl}${address}`, { headers: { 'x-api-key': fleet.apiKey } });
  return { status: response.status, charged: response.headers.get('x-credits-charged'), text: await response.text() };
};

/** The files that the scaffold makes of an operation. */
const madeFiles = ({ id, folder }) => [
  `packages/contracts/src/operations/${id}.ts`,
  ...['operation.ts', 'parse.ts', 'parse.test.ts'].map((file) => `packages/scrapers/src/${folder}/${file}`),
  `test/spec/list/${id.replace('/', '-')}.ts`,
];

describe('the walk through a new operation', () => {
  it('works through a fleet, and costs its price', async () => {
    const { status, charged, text } = await ask('/scrape/bookshop/book?id=7');
    expect([status, charged]).toEqual([200, '5']);
    expect(JSON.parse(text).book).toMatchObject({ id: '7', title: 'Slate at /book/7' });
  });

  it('checks its parameters', async () => {
    expect(JSON.parse((await ask('/scrape/bookshop/book')).text).errors).toMatchObject([{ field: 'id' }]);
  });

  it.each(['/openapi.json', '/llms.txt', '/llms-full.txt'])('is described in %s', async (address) => {
    expect((await ask(address)).text).toContain('/scrape/bookshop/book');
  });

  it.each(WITH_SETTINGS)('has its setting in %s; that of a site with two operations is there once', (file) => {
    const text = readFileSync(path.join(copy, file), 'utf8');
    for (const setting of [...NEW_SETTINGS, ...OLD_SETTINGS]) {
      expect(text.match(new RegExp(`^[ #]*${setting}\\b`, 'gm'))).toHaveLength(1);
    }
  });

  it('is a method of the TypeScript client', () => {
    const text = readFileSync(path.join(copy, CLIENT[0]), 'utf8');
    expect(text).toContain('readonly book: OperationMethod<BookshopBookParams, BookshopBookResult>');
  });

  it('changes the eight files that the page names, and the generated ones', () => {
    const named = filesOf(page);
    expect(named).toHaveLength(8);
    const others = [...OTHERS.flatMap(madeFiles), 'packages/scrapers/src/engines/engine-operations.ts'];
    expect(changedFiles(copy)).toEqual([...named, ...GENERATED, ...others].sort());
  });
});

describe('an operation of another form', () => {
  it.each(OTHERS)('works as $id $options', async ({ id, query }) => {
    const { status, charged, text } = await ask(`/scrape/${id}?${query}`);
    expect([status, charged]).toEqual([200, '5']);
    expect(text).toContain(`"title":"Slate at /${id.split('/')[1]}?q=slate"`);
  });

  it.each(['packages/scrapers/src/sites/bookshop/book', ...OTHER_TESTS])('has tests in %s that pass', (folder) => {
    expect(tested).toMatch(/\d passed, 0 failed/);
    expect(tested).toContain(`PASS ${folder}/parse.test.ts`);
  });

  it('is made in the format of the project', async () => {
    const files = [...filesOf(page), ...OTHERS.flatMap(madeFiles)];
    await inCopy(`node node_modules/oxfmt/bin/oxfmt --check ${files.join(' ')}`);
  });
});
