import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { errorBody, OPERATIONS, operationById, toQueryPairs, validateParams, type Operation } from '@quarry/contracts';
import { runCliHere } from '../../test/run-cli-here.js';
import { parameterOptions, toFlags } from './operation-options.js';

interface Call {
  readonly method: string | undefined;
  readonly path: string;
  readonly query: readonly (readonly [string, string])[];
  readonly body: unknown;
}

const readCall = async (request: IncomingMessage): Promise<Call> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString('utf8');
  const url = new URL(request.url ?? '', 'http://a');
  const body: unknown = text === '' ? undefined : JSON.parse(text);
  return { method: request.method, path: url.pathname, query: [...url.searchParams], body };
};

const withFleet = async (
  run: (cli: (...args: string[]) => ReturnType<typeof runCliHere>, calls: readonly Call[]) => Promise<void>,
  answer: { status: number; body: unknown } = { status: 200, body: { requestMetadata: { status: 'ok' } } },
): Promise<void> => {
  const calls: Call[] = [];
  const server = createServer((request, response) => {
    void readCall(request).then((call) => {
      calls.push(call);
      response.writeHead(answer.status, { 'x-credits-charged': '10', 'x-credits-remaining': '90' });
      response.end(JSON.stringify(answer.body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const env = { QUARRY_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, QUARRY_API_KEY: 'qk_1' };
  try {
    await run((...args) => runCliHere(args, env), calls);
  } finally {
    server.closeAllConnections();
    server.close();
  }
};

const operationOf = (id: string): Operation => {
  const found = operationById(id);
  if (!found) throw new Error(`no operation ${id}`);
  return found;
};

const flagsOf = ({ example }: Operation): string[] =>
  toFlags(example).flatMap(([flag, value]) => (value === 'true' ? [flag] : [flag, value]));

describe('the command of an operation', () => {
  it.each(OPERATIONS.map((operation) => [operation.id, operation] as const))(
    '%s makes the call of the contract from options, and from --params',
    (id, operation) =>
      withFleet(async (cli, calls) => {
        const byOptions = await cli(id, ...flagsOf(operation));
        expect(byOptions).toEqual({
          exitCode: 0,
          out: '{\n  "requestMetadata": {\n    "status": "ok"\n  }\n}\n',
          err: '10 credits charged, 90 left\n',
        });
        await cli(id, '--params', JSON.stringify(operation.example));
        const [first, second] = calls;
        expect(first).toEqual(second);
        expect(first).toMatchObject({ method: operation.method, path: operation.path });
        if (operation.method === 'POST') expect(first?.body).toEqual(operation.example);
        else expect(first?.query).toEqual(toQueryPairs(operation.example));
      }),
  );

  it.each(OPERATIONS.map((operation) => [operation.id, operation] as const))(
    '%s explains every parameter in its help, with prices and an example',
    async (id, operation) => {
      const { exitCode, out } = await runCliHere([id, '--help']);
      expect(exitCode).toBe(0);
      for (const { option } of parameterOptions(operation)) expect(out).toContain(option.flags);
      expect(out).toMatch(/Price: \d+ credits?/);
      expect(out).toContain(`quarry ${id} --`);
      expect(out).not.toMatch(/undefined|\[object/);
    },
  );

  it('is listed under Operations', async () => {
    const { out } = await runCliHere(['--help']);
    const [, list = ''] = out.split('Operations:\n');
    for (const { id } of OPERATIONS) expect(list).toMatch(new RegExp(`^ {2}${id} `, 'm'));
  });

  it('types the values of a body, joins lists and groups, and lets options win over --params', () =>
    withFleet(async (cli, calls) => {
      const page = ['--url', 'https://a.example/', '--wait', '500', '--screenshot', '--blockAds', 'false'];
      const rest = ['--outputFormat', 'html', '--outputFormat', 'text', '--headers', '{"a":"b"}'];
      await cli(
        'scrape/web',
        ...page,
        ...rest,
        '--jsScenario',
        '[{"wait":1}]',
        '--params',
        '{"wait":1,"waitFor":"#a"}',
      );
      expect(calls[0]?.body).toEqual({
        url: 'https://a.example/',
        wait: 500,
        waitFor: '#a',
        screenshot: true,
        blockAds: false,
        outputFormat: ['html', 'text'],
        headers: { a: 'b' },
        jsScenario: [{ wait: 1 }],
      });
      expect(validateParams(operationOf('scrape/web'), calls[0]?.body)).toMatchObject({ ok: true });
      await cli('lodging/search', '--price.min', '20', '--price.max', '90.5', '--meals', 'a', '--meals', 'b');
      expect(calls[1]?.query).toEqual([
        ['price[min]', '20'],
        ['price[max]', '90.5'],
        ['meals[]', 'a'],
        ['meals[]', 'b'],
      ]);
    }));

  it('takes a text that begins with a bracket for a value of a list, unless it is JSON', () =>
    withFleet(async (cli, calls) => {
      const url = ['--url', 'https://a.example/'];
      await cli('scrape/web', ...url, '--excludeTags', '[role=banner]', '--excludeTags', '["nav","[hidden]"]');
      const body = { url: 'https://a.example/', excludeTags: ['[role=banner]', 'nav', '[hidden]'] };
      expect(calls[0]?.body).toEqual(body);
      expect(validateParams(operationOf('scrape/web'), body)).toMatchObject({ ok: true });
    }));

  it('prints the body of an error, its violations for people, and fails', () => {
    const errors = [{ field: 'q', rule: 'required', message: 'q is required.' }] as const;
    const body = errorBody('r1', 'validation_failed', { errors });
    return withFleet(
      async (cli) => {
        const { exitCode, out, err } = await cli('enginea/serp');
        expect(exitCode).toBe(2);
        expect(JSON.parse(out)).toEqual(body);
        const pretty = await cli('enginea/serp', '--pretty');
        expect(pretty).toEqual({ exitCode, out: '', err });
        expect(err).toContain('validation_failed');
        expect(err).toContain('\n  q: q is required.\n');
      },
      { status: 422, body },
    );
  });

  it.each([
    ['scrape/web', '--params', '[1]'],
    ['scrape/web', '--headers', '{'],
    ['enginea/serp', '--qq', 'a'],
  ])('%s %s %s is a usage error', async (...args) => {
    expect(await runCliHere(args)).toMatchObject({ exitCode: 2, out: '' });
  });
});

describe('quarry --version', () => {
  it('prints the version', async () => {
    expect(await runCliHere(['--version'])).toMatchObject({ exitCode: 0, out: '1.2.3\n' });
  });
});
