/**
 * `npm run proof:docs`: other people's tools read what we publish. Spectral finds nothing in the OpenAPI document,
 * openapi-typescript makes types of it that compile, openapi-python-client a client that loads, and the site of the guides builds
 * without a link that leads nowhere.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { runMain } from '../local/host/progress.mjs';
import { runCommand } from '../local/host/run-command.mjs';
import { ROOT } from '../local/setup/setup.mjs';
import { pythonTools } from '../test-servers/python-tools.mjs';
import { buildSite, docsTools } from './docs-tools.mjs';

const BASE_URL = 'https://quarry.example';
/** A client of the generated types: a call compiles, and a misspelt parameter does not. */
const USE = `import type { paths } from './openapi.js';
type Scrape = paths['/scrape/web']['post'];
type Body = Scrape['requestBody']['content']['application/json'];
export const body: Partial<Body> = { url: 'https://example.com/', outputFormat: ['markdown'] };
// @ts-expect-error: there is no such parameter
export const wrong: Partial<Body> = { outputFormats: ['markdown'] };
export type Page = Scrape['responses'][200]['content']['application/json'];
export const markdown = (page: Page): string | undefined => page.markdown;
`;

/** It makes clients of JSON alone, and is told what the other types are; it fails where it would leave something out. */
const PYTHON_GENERATOR = 'openapi-python-client==0.29.1';
const PYTHON_SETTINGS = `post_hooks: []
content_type_overrides:
  application/x-ndjson: text/plain
  application/rss+xml: text/plain
  application/vnd.apache.parquet: application/octet-stream
  application/gzip: application/octet-stream
  "*/*": application/octet-stream
`;
const LOAD_ALL = `import importlib, pkgutil, quarry_client
names = [one.name for one in pkgutil.walk_packages(quarry_client.__path__, "quarry_client.")]
for name in names: importlib.import_module(name)
assert "quarry_client.api.scrape.scrape_web" in names, names`;

const load = (file) => import(pathToFileURL(path.join(ROOT, file)).href);

/** The document as a gateway serves it. */
const documentText = async () => {
  const { BATCH_ROUTES, OPERATIONS } = await load('packages/contracts/dist/index.js');
  const { openApiDocument } = await load('services/gateway/dist/docs/open-api-document.js');
  const input = { operations: OPERATIONS, batchRoutes: BATCH_ROUTES, baseUrl: BASE_URL, filesUrl: `${BASE_URL}/files` };
  return JSON.stringify(openApiDocument(input), null, 1);
};

const steps = ({ tools, python, folder }) => {
  const tool = (file) => path.join(tools, 'node_modules', file);
  const at = (name) => path.join(folder, name);
  const node = (...args) => runCommand(process.execPath, args, { cwd: folder });
  return [
    [
      'Spectral finds no error and no warning in the OpenAPI document',
      () =>
        node(
          tool('@stoplight/spectral-cli/dist/index.js'),
          'lint',
          at('openapi.json'),
          '-r',
          at('ruleset.json'),
          '-F',
          'warn',
        ),
    ],
    [
      'openapi-typescript makes types of it',
      () => node(tool('openapi-typescript/bin/cli.js'), at('openapi.json'), '-o', at('openapi.d.ts')),
    ],
    [
      'a client of these types compiles, a wrong one does not',
      () =>
        node(
          path.join(ROOT, 'node_modules/typescript-native/bin/tsc'),
          ...['--noEmit', '--strict', '--target', 'es2022', '--module', 'nodenext', '--types', '', '--ignoreConfig'],
          ...[at('use.ts'), at('openapi.d.ts')],
        ),
    ],
    [
      'openapi-python-client makes a client of it, with nothing left out',
      () =>
        runCommand(
          python,
          ['-m', 'openapi_python_client', 'generate', '--fail-on-warning']
            .concat(['--path', at('openapi.json'), '--output-path', at('python')])
            .concat(['--config', at('python.yml')]),
          { cwd: folder },
        ),
    ],
    ['every module of that client loads', () => runCommand(python, ['-c', LOAD_ALL], { cwd: at('python') })],
  ];
};

/** What is wrong with the built site, or nothing. A template of the theme that was not filled in is shown as it is. */
const siteProblem = (built) => {
  const file = path.join(built, 'calls/pages.html');
  if (!existsSync(file)) return 'a page is missing';
  const html = readFileSync(file, 'utf8');
  if (/\{\{|site\.title/.test(html)) return 'a template of the theme is not filled in';
  return html.includes('vp-code-group') ? '' : 'the snippets of a call are not in tabs';
};

const prove = async () => {
  const tools = await docsTools(process.env);
  const packages = [PYTHON_GENERATOR];
  const python = await pythonTools({ root: ROOT, env: process.env, name: 'openapi-python-client-1', packages });
  const folder = mkdtempSync(path.join(tmpdir(), 'quarry-docs-'));
  let failures = 0;
  const say = (name, code, output) => {
    if (code !== 0) failures += 1;
    console.log(`  ${code === 0 ? '✓' : '✗'} ${name}${code === 0 ? '' : `\n${output}`}`);
  };
  try {
    writeFileSync(path.join(folder, 'openapi.json'), await documentText());
    writeFileSync(path.join(folder, 'ruleset.json'), JSON.stringify({ extends: ['spectral:oas'] }));
    writeFileSync(path.join(folder, 'use.ts'), USE);
    writeFileSync(path.join(folder, 'python.yml'), PYTHON_SETTINGS);
    for (const [name, step] of steps({ tools, python, folder })) {
      const { code, output } = await step();
      say(name, code, output);
    }
    const site = await buildSite(tools).then(siteProblem, (error) => error.log || error.message);
    say('the site of the guides builds', site === '' ? 0 : 1, site);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  console.log(`proof:docs: ${failures} failed`);
  return failures > 0 ? 1 : 0;
};

await runMain(prove);
