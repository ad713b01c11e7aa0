import { execFile, spawnSync } from 'node:child_process';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { execPath } from 'node:process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BATCH_ROUTES, OPERATIONS, type Operation } from '@quarry/contracts';
import { parse } from 'qs';
import { codeExamples } from './code-examples.js';
import { grammarLines } from './grammar-text.js';
import { renderLlmsText } from './llms-text.js';
import { openApiDocument } from './open-api-document.js';

const run = promisify(execFile);

/** How a program in each language is run. */
const RUNNERS: Readonly<Record<string, readonly [command: string, ...args: string[]]>> = {
  curl: ['sh', '-c'],
  Python: ['python3', '-c'],
  TypeScript: [execPath, '--input-type=module-typescript', '-e'],
};
const isThere = (command: string): boolean => spawnSync(command, ['--version']).status === 0;
const isInstalled: Readonly<Record<string, boolean>> = {
  curl: isThere('curl'),
  Python: isThere('python3'),
  TypeScript: true,
};

interface Call {
  readonly method: string | undefined;
  readonly path: string;
  readonly key: string | string[] | undefined;
  readonly params: unknown;
}

const calls: Call[] = [];
const readCall = async (request: IncomingMessage): Promise<Call> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  const [path = '', query = ''] = (request.url ?? '').split('?', 2);
  const body = Buffer.concat(chunks).toString('utf8');
  const params: unknown = request.method === 'POST' ? JSON.parse(body) : parse(query);
  return { method: request.method, path, key: request.headers['x-api-key'], params };
};
const server = createServer((request, response) => {
  void readCall(request).then((call) => {
    calls.push(call);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ requestMetadata: { status: 'ok' } }));
  });
});
let baseUrl = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
});

/** Parameters as a query string carries them. */
const asTexts = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(asTexts);
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, asTexts(member)]));
};

/** One operation of each family, and the one with a body. */
const FAMILIES = OPERATIONS.filter(
  ({ id }, index) => OPERATIONS.findIndex((other) => other.id.split('/')[0] === id.split('/')[0]) === index,
);

/** Those of a language that is not installed are left out. */
const CASES = FAMILIES.flatMap((operation) =>
  Object.keys(RUNNERS)
    .filter((language) => isInstalled[language])
    .map((language) => [operation.id, language, operation] as const),
);

describe('the examples of the documentation', () => {
  it.each(CASES)('of %s in %s make the call of the contract', async (_id, language, operation: Operation) => {
    const [command, ...args] = RUNNERS[language] ?? ['false'];
    const { code = '' } = codeExamples(operation, baseUrl).find((example) => example.language === language) ?? {};
    calls.length = 0;
    const { stdout } = await run(command, [...args, code], {
      env: { PATH: process.env['PATH'], QUARRY_API_KEY: 'k1' },
    });
    expect(stdout).toMatch(/requestMetadata/);
    const params = operation.method === 'POST' ? operation.example : asTexts(operation.example);
    expect(calls).toEqual([{ method: operation.method, path: operation.path, key: 'k1', params }]);
  });

  const input = {
    operations: OPERATIONS,
    batchRoutes: BATCH_ROUTES,
    baseUrl: 'https://scrape.example',
    filesUrl: 'https://scrape.example/files',
  };
  const { paths } = openApiDocument(input) as {
    paths: Record<
      string,
      Record<string, { description: string; 'x-codeSamples'?: { label: string; source: string }[] }>
    >;
  };

  it('are in the document at every operation', () => {
    for (const operation of OPERATIONS) {
      const samples = paths[operation.path]?.[operation.method.toLowerCase()]?.['x-codeSamples'];
      expect(samples?.map(({ label, source }) => ({ language: label, code: source }))).toEqual(
        codeExamples(operation, input.baseUrl),
      );
    }
  });

  it('and the grammars are in the document and in the text for language models', () => {
    const text = renderLlmsText(input);
    const description = paths['/scrape/web']?.['post']?.description;
    for (const form of [
      '{"waitForAndClick": "<css>"}',
      '{"evaluate": "<JavaScript>"}',
      '{"type": "item", "output": {<fields>}}',
    ]) {
      expect(description).toContain(form);
      expect(text).toContain(form);
    }
    expect(OPERATIONS.filter((operation) => grammarLines(operation).length > 0).map(({ id }) => id)).toEqual([
      'scrape/web',
    ]);
  });
});
