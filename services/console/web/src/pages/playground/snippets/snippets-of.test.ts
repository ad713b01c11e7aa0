import { execFile, spawnSync } from 'node:child_process';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { execPath } from 'node:process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { OPERATIONS, operationOf, toQueryPairs, type Operation } from '@quarry/contracts';
import { fieldsOf } from '../../../forms/form-model.js';
import type { Snippet, SnippetCall } from './call-of.js';
import { snippetsOf } from './snippets-of.js';

const run = promisify(execFile);

type Language = Exclude<Snippet['language'], 'CLI'>;
/** How a program in each language is run. */
const RUNNERS: Readonly<Record<Language, readonly string[]>> = {
  curl: ['sh', '-c'],
  Python: ['python3', '-c'],
  TypeScript: [execPath, '--input-type=module-typescript', '-e'],
};
const isInstalled = (command: string): boolean => spawnSync(command, ['--version']).status === 0;
/** Those that are not installed are left out. */
const LANGUAGES = (['curl', 'Python', 'TypeScript'] as const).filter(
  (language) => language === 'TypeScript' || isInstalled(language === 'curl' ? 'curl' : 'python3'),
);

interface Call {
  readonly method: string | undefined;
  readonly path: string;
  readonly key: string | string[] | undefined;
  readonly query: readonly (readonly [string, string])[];
  readonly body: unknown;
}

const calls: Call[] = [];
const readCall = async (request: IncomingMessage): Promise<Call> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString('utf8');
  const url = new URL(request.url ?? '', 'http://a');
  return {
    method: request.method,
    path: url.pathname,
    key: request.headers['x-api-key'],
    query: [...url.searchParams],
    body: text === '' ? undefined : (JSON.parse(text) as unknown),
  };
};
const server = createServer((request, response) => {
  void readCall(request).then((call) => {
    calls.push(call);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ requestMetadata: { status: 'ok' } }));
  });
});
let apiUrl = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
});

const callOf = ({ id, method, path, input }: Operation, params: SnippetCall['params']): SnippetCall => ({
  operation: { id, method, path, fields: fieldsOf(input.schema) },
  params,
  apiUrl,
});

const runSnippet = async (language: Language, code: string): Promise<void> => {
  const [command = '', ...args] = RUNNERS[language];
  const { stdout } = await run(command, [...args, code], { env: { PATH: process.env['PATH'], QUARRY_API_KEY: 'k1' } });
  expect(stdout).toMatch(/requestMetadata/);
};

const expectCall = async (operation: Operation, params: SnippetCall['params'], languages: readonly Language[]) => {
  for (const { language, code } of snippetsOf(callOf(operation, params))) {
    // The command line has a test of its own.
    if (language === 'CLI' || !languages.includes(language)) continue;
    calls.length = 0;
    await runSnippet(language, code);
    const isPost = operation.method === 'POST';
    expect([language, calls]).toEqual([
      language,
      [
        {
          ...{ method: operation.method, path: operation.path, key: 'k1' },
          query: isPost ? [] : toQueryPairs(params),
          body: isPost ? params : undefined,
        },
      ],
    ]);
  }
};

/** What a shell, a string literal or the command line could take for something else. */
const HOSTILE = `it's "q" $HOME \`id\` \\n %20 @file {"a": 1} ü 日本 #&=+`;

describe('the snippets', () => {
  it.each(OPERATIONS.map((operation) => [operation.id, operation] as const))(
    'of %s make the call of its example in every language',
    (_id, operation) => expectCall(operation, operation.example, LANGUAGES),
  );

  it.each(LANGUAGES)('in %s carry texts as they are', async (language) => {
    await expectCall(operationOf('enginea/serp'), { q: HOSTILE, lr: ['lang_fr', 'lang_en'], filter: 0 }, [language]);
    const rules = { "it's": 'a[href="x"] @href', n: { selector: 'b', type: 'list' } };
    const params = {
      ...{ url: 'https://a.example/?q=%27', outputFormat: ['html', 'text'], jsRendering: true, wait: 5 },
      ...{ headers: { Cookie: HOSTILE }, extractRules: rules, includeOnlyTags: ['[data-x]', 'main'], jsScenario: [] },
      ...{ screenshot: { viewport: { width: 400, height: 300 } }, blockAds: false, waitFor: '@x' },
    };
    await expectCall(operationOf('scrape/web'), params, [language]);
  });
});
