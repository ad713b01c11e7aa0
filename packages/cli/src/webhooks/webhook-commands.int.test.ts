import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { signWebhook, TOLERANCE_MS } from '@quarry/webhooks';
import { runCli } from '../run-cli.js';
import { withFolder } from '../../test/run-built-cli.js';
import { createTestStreams } from '../../test/test-streams.js';
import { MAX_WEBHOOK_BODY_BYTES } from './verify.js';

interface Asked {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly key: unknown;
}

let answer: { status: number; body: unknown } = { status: 200, body: {} };
let asked: Asked[] = [];
const server = createServer(({ method, url, headers }, response) => {
  asked.push({ method, url, key: headers['x-api-key'] });
  response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body));
});
beforeEach(async () => {
  asked = [];
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const run = async (args: readonly string[], input = '') => {
  const { streams, texts } = createTestStreams({ input });
  const env = { QUARRY_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, QUARRY_API_KEY: 'qk_test' };
  const left = await runCli(['webhook', ...args], {
    env,
    command: 'quarry',
    version: '1.2.3',
    nodeVersion: '24.0.0',
    rootDir: tmpdir(),
    streams,
  });
  return { exitCode: left.exitCode, out: texts.out + left.out, err: texts.err + left.err };
};

const delivery = {
  ...{ id: 'job1.completed', event: 'batch.completed', jobId: 'job1', url: 'https://receiver.example/hook' },
  ...{ state: 'dead', attempts: 9, createdAt: '2026-11-22T03:00:00.123Z', lastStatusCode: 503, lastError: 'status' },
};

describe('quarry webhook verify', () => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const body = '{"type":"batch.completed"}';
  const argsOf = (ageMs = 0, over: Readonly<Record<string, string>> = {}): string[] => {
    const timestampSeconds = Math.floor((Date.now() - ageMs) / 1_000);
    const headers = signWebhook({ id: 'e1', timestampSeconds, body }, [secret]);
    const values = {
      ...{ '--secret': secret, '--id': 'e1', '--timestamp': headers['webhook-timestamp'] },
      ...{ '--signature': headers['webhook-signature'], ...over },
    };
    return ['verify', ...Object.entries(values).flat()];
  };

  it('accepts what was received, from standard input and from a file, and asks nobody', () =>
    withFolder(async (folder) => {
      const file = join(folder, 'body.json');
      await writeFile(file, body);
      for (const [path, input] of [
        ['-', body],
        [file, ''],
      ] as const) {
        const { exitCode, out, err } = await run([...argsOf(), path], input);
        expect({ exitCode, err }).toEqual({ exitCode: 0, err: '' });
        expect(out).toMatch(/^valid, signed [01] s ago\n$/);
      }
      expect(JSON.parse((await run([...argsOf(), '--json', file])).out)).toEqual({
        isValid: true,
        ageSeconds: expect.any(Number),
      });
      expect(asked).toEqual([]);
    }));

  it.each([
    ['another body', argsOf(), `${body}x`, 'mismatch'],
    ['another id', argsOf(0, { '--id': 'e2' }), body, 'mismatch'],
    ['a signature without its version', argsOf(0, { '--signature': 'abc' }), body, 'unsigned'],
    ['a timestamp that is none', argsOf(0, { '--timestamp': 'now' }), body, 'timestamp'],
    ['a secret that is none', argsOf(0, { '--secret': 'whsec_' }), body, 'secret'],
    ['an old one', argsOf(TOLERANCE_MS + 2_000), body, 'too_old'],
    ['one of the future', argsOf(-TOLERANCE_MS - 600_000), body, 'too_new'],
  ])('refuses %s with exit code 1 and says why', async (_, args, sent, fault) => {
    const { exitCode, out, err } = await run([...args, '-'], sent);
    expect({ exitCode, out }).toEqual({ exitCode: 1, out: '' });
    expect(err).toMatch(new RegExp(`^quarry: not valid \\(${fault}\\): \\w.+\\.\n$`));
    expect(err).not.toContain(secret);
    const asJson = await run([...args, '--json', '-'], sent);
    expect(asJson.exitCode).toBe(1);
    expect(JSON.parse(asJson.out)).toEqual({ isValid: false, fault });
  });

  it('judges the signature alone with --ignore-age', async () => {
    const args = [...argsOf(1e9), '--ignore-age', '-'];
    expect(await run(args, body)).toMatchObject({ exitCode: 0 });
    expect(await run(args, `${body} `)).toMatchObject({ exitCode: 1 });
  });

  it('finds the line end that an editor added', async () => {
    const { exitCode, err } = await run([...argsOf(), '-'], `${body}\n`);
    expect(exitCode).toBe(1);
    expect(err).toContain('It matches without the line end');
    expect((await run([...argsOf(), '-'], `${body}x\n`)).err).not.toContain('line end');
  });

  it('reads no more than a webhook can have, and says what cannot be read', async () => {
    expect((await run([...argsOf(), '-'], 'x'.repeat(MAX_WEBHOOK_BODY_BYTES + 1))).err).toContain(
      'it is not a webhook',
    );
    expect(await run([...argsOf(), '/nowhere/body.json'])).toMatchObject({
      exitCode: 1,
      err: 'quarry: The body could not be read from /nowhere/body.json (ENOENT).\n',
    });
  });

  it('misses an option with exit code 2', async () => {
    expect(await run(['verify', '-'])).toMatchObject({ exitCode: 2 });
  });
});

describe('quarry webhook list', () => {
  it('shows a page as a table, and how to see the next', async () => {
    const nextPage = 'https://quarry.example/webhooks/deliveries?limit=1&cursor=17.job1.completed';
    answer = { status: 200, body: { status: 'ok', data: { deliveries: [delivery], nextPage } } };
    const { exitCode, out, err } = await run(['list', '--job', 'job 1', '--state', 'dead', '--limit', '1', '--pretty']);
    expect(exitCode).toBe(0);
    expect(out.split('\n')[1]).toBe('job1.completed  dead       9  503            2026-11-22 03:00:00');
    expect(err).toBe('More: --cursor 17.job1.completed\n');
    expect(asked).toEqual([
      { method: 'GET', url: '/webhooks/deliveries?jobId=job+1&state=dead&limit=1', key: 'qk_test' },
    ]);
    expect(JSON.parse((await run(['list', '--cursor', '17.job1.completed'])).out)).toEqual({
      deliveries: [delivery],
      nextPage,
    });
    expect(asked[1]?.url).toBe('/webhooks/deliveries?cursor=17.job1.completed');
  });

  it('says when there are none, and what it does not take', async () => {
    answer = { status: 200, body: { status: 'ok', data: { deliveries: [] } } };
    expect(await run(['list', '--pretty'])).toEqual({ exitCode: 0, out: '', err: 'No deliveries.\n' });
    expect(await run(['list', '--state', 'lost'])).toMatchObject({ exitCode: 2 });
    expect(await run(['list', '--limit', '101'])).toMatchObject({ exitCode: 2 });
    expect(asked).toHaveLength(1);
  });
});

describe('quarry webhook redeliver and secret', () => {
  it('send one again', async () => {
    answer = { status: 200, body: { status: 'ok', data: { ...delivery, state: 'pending' } } };
    expect(await run(['redeliver', 'job1.completed', '--pretty'])).toEqual({
      ...{ exitCode: 0, out: 'job1.completed will be sent again\n', err: '' },
    });
    expect(asked).toMatchObject([{ method: 'POST', url: '/webhooks/deliveries/job1.completed/redeliver' }]);
  });

  it('print the secret and nothing else', async () => {
    answer = { status: 200, body: { status: 'ok', data: { secret: 'whsec_new', previousSecret: 'whsec_old' } } };
    const { out, err } = await run(['secret']);
    expect(out).toBe('whsec_new\n');
    expect(err).toContain('The previous secret');
    expect(JSON.parse((await run(['secret', '--json'])).out)).toEqual({
      secret: 'whsec_new',
      previousSecret: 'whsec_old',
    });
  });

  it('pass on what the fleet says is wrong, and tell a stranger from a fleet', async () => {
    answer = { status: 404, body: { error: 'not_found', message: 'There is no such delivery.' } };
    expect(await run(['redeliver', 'x'])).toEqual({
      ...{ exitCode: 7, out: '', err: 'quarry: There is no such delivery. (not_found)\n' },
    });
    answer = { status: 200, body: { hello: 'there' } };
    expect((await run(['secret'])).err).toContain('did not respond as a Quarry fleet does');
  });
});
