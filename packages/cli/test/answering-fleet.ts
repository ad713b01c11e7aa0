import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { runCli } from '../src/run-cli.js';
import type { CliRun } from './run-built-cli.js';
import { createTestStreams, type TestTerminal } from './test-streams.js';

export interface HeardCall {
  /** Such as `GET /schedules`. */
  readonly call: string;
  readonly key: string | undefined;
  readonly body: unknown;
}

/** Runs one command line against a server that has these responses, by `METHOD /path`; everything else is a 404. */
export const runAgainst = async (
  answers: Readonly<Record<string, object>>,
  args: readonly string[],
  terminal: TestTerminal = {},
): Promise<CliRun & { readonly heard: readonly HeardCall[] }> => {
  const heard: HeardCall[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8');
      const call = `${request.method} ${request.url}`;
      // safe because node joins repeated headers of other names into one text
      const key = request.headers['idempotency-key'] as string | undefined;
      heard.push({ call, key, body: text === '' ? undefined : JSON.parse(text) });
      const answer = answers[call];
      response.writeHead(answer === undefined ? 404 : 200, { 'x-credits-charged': '1', 'x-credits-remaining': '99' });
      response.end(JSON.stringify(answer ?? { error: 'not_found', message: 'No such thing.' }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = server.address() as AddressInfo;
    const { streams, texts } = createTestStreams(terminal);
    const left = await runCli(args, {
      env: { QUARRY_URL: `http://127.0.0.1:${port}`, QUARRY_API_KEY: 'qk_1' },
      ...{ command: 'quarry', version: '1.2.3', nodeVersion: '24.0.0', rootDir: tmpdir(), streams },
    });
    return { exitCode: left.exitCode, out: texts.out + left.out, err: texts.err + left.err, heard };
  } finally {
    server.closeAllConnections();
    server.close();
  }
};
