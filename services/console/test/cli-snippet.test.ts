import { execFile } from 'node:child_process';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { OPERATIONS, operationOf, toQueryPairs, type Operation } from '@quarry/contracts';
import { runCliHere } from '../../../packages/cli/test/run-cli-here.js';
import { fieldsOf } from '../web/src/forms/form-model.js';
import { cliSnippet } from '../web/src/pages/playground/snippets/cli-snippet.js';

const run = promisify(execFile);

interface Call {
  readonly method: string | undefined;
  readonly path: string;
  readonly query: readonly (readonly [string, string])[];
  readonly body: unknown;
}

const calls: Call[] = [];
const readCall = async (request: IncomingMessage): Promise<Call> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString('utf8');
  const url = new URL(request.url ?? '', 'http://a');
  const body: unknown = text === '' ? undefined : JSON.parse(text);
  return { method: request.method, path: url.pathname, query: [...url.searchParams], body };
};
const server = createServer((request, response) => {
  void readCall(request).then((call) => {
    calls.push(call);
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

type Params = Readonly<Record<string, unknown>>;

const codeOf = ({ id, method, path, input }: Operation, params: Params): string =>
  cliSnippet({ operation: { id, method, path, fields: fieldsOf(input.schema) }, params, apiUrl });

/** The words of a command line, as the shell reads them; the first two are the setting and the program. */
const wordsOf = async (code: string): Promise<readonly string[]> => {
  const { stdout } = await run('sh', ['-c', `printf '%s\\0' ${code}`]);
  return stdout.split('\0').slice(0, -1);
};

const expectCall = async (operation: Operation, params: Params): Promise<void> => {
  const [setting, program, ...args] = await wordsOf(codeOf(operation, params));
  expect([setting, program]).toEqual([`QUARRY_URL=${apiUrl}`, 'quarry']);
  calls.length = 0;
  const { exitCode, err } = await runCliHere(args, { QUARRY_URL: apiUrl, QUARRY_API_KEY: 'k1' });
  expect([exitCode, err]).toEqual([0, expect.any(String)]);
  const isPost = operation.method === 'POST';
  expect(calls).toEqual([
    {
      ...{ method: operation.method, path: operation.path },
      query: isPost ? [] : toQueryPairs(params),
      body: isPost ? params : undefined,
    },
  ]);
};

/** What a shell or the command line could take for something else. */
const HOSTILE = `it's "q" $HOME \`id\` \\n %20 @file {"a": 1} ü 日本 #&=+`;

describe('the playground’s snippet for the command line', () => {
  it.each(OPERATIONS.map((operation) => [operation.id, operation] as const))(
    'of %s makes the call of its example',
    (_id, operation) => expectCall(operation, operation.example),
  );

  it('carries texts as they are', async () => {
    await expectCall(operationOf('enginea/serp'), { q: HOSTILE, lr: ['lang_fr', 'lang_en'], filter: 0 });
    await expectCall(operationOf('scrape/web'), {
      ...{ url: 'https://a.example/?q=%27', outputFormat: ['html', 'text'], screenshot: { quality: 5 }, wait: 5 },
      ...{ headers: { Cookie: HOSTILE }, includeOnlyTags: ['[data-x]', 'main'], blockAds: false, waitFor: '-x' },
    });
  });

  it('has the members of a group as options', () => {
    const params = { keyword: 'x', cost: { pricePerSqft: { min: 1 } }, homeTypes: ['house'] };
    const code = codeOf(operationOf('realtya/listing'), params);
    expect(code).toContain('--cost.pricePerSqft.min 1');
    expect(code).toContain('--homeTypes house');
    expect(code).not.toContain('--params');
  });
});
