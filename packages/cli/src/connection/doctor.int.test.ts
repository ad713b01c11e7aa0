import { chmod } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { OPERATIONS } from '@quarry/contracts';
import { withFolder } from '../../test/run-built-cli.js';
import { createTestStreams } from '../../test/test-streams.js';
import { writeProfiles } from '../profiles/profile-file.js';
import { runClient } from '../run-client.js';
import { MAX_CLOCK_SKEW_MS } from './check-connection.js';

interface Deployment {
  readonly isReady: boolean;
  readonly key: string;
  readonly credits: number;
  readonly skewMs: number;
  readonly operations: readonly string[];
  readonly dead: readonly unknown[];
}

const HEALTHY: Deployment = {
  ...{ isReady: true, key: 'qk_a', credits: 5, skewMs: 0, dead: [] },
  operations: OPERATIONS.map(({ path }) => path),
};

/** The marks of all findings, and the text. */
const diagnose = async (
  change: Partial<Deployment>,
  given: { readonly args?: readonly string[]; readonly mode?: number } = {},
) => {
  const deployment = { ...HEALTHY, ...change };
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://a');
    const isOpen = ['/healthz', '/readyz', '/openapi.json'].includes(pathname);
    const answers: Readonly<Record<string, unknown>> = {
      '/healthz': { status: 'ok' },
      '/readyz': { status: 'ok' },
      '/openapi.json': {
        info: { version: '0.1.0' },
        paths: Object.fromEntries(deployment.operations.map((path) => [path, {}])),
      },
      '/user/me/usage': { data: { totalCredits: 9, availableCredits: deployment.credits } },
      '/webhooks/deliveries': { data: { deliveries: searchParams.has('state') ? deployment.dead : [{}] } },
    };
    const isAllowed = isOpen || request.headers['x-api-key'] === deployment.key;
    const isUp = pathname !== '/readyz' || deployment.isReady;
    response.setHeader('date', new Date(Date.now() - deployment.skewMs).toUTCString());
    response.writeHead(isAllowed ? (isUp ? 200 : 503) : 401);
    response.end(JSON.stringify(isAllowed ? answers[pathname] : { error: 'unauthorized', message: 'No such key.' }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return await withFolder(async (home) => {
      const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      await chmod(await writeProfiles({ HOME: home }, { default: { baseUrl, apiKey: 'qk_a' } }), given.mode ?? 0o600);
      const host = { command: 'quarry', version: '0.1.0', nodeVersion: '24.0.0', streams: createTestStreams().streams };
      const env = { HOME: home };
      const { exitCode, out } = await runClient(['doctor', ...(given.args ?? [])], { ...host, env });
      const found = JSON.parse(out) as { name: string; mark: string; finding: string }[];
      const troubles = found.filter(({ mark }) => mark !== 'ok').map(({ name, mark }) => `${name} ${mark}`);
      return {
        exitCode,
        troubles,
        findings: found.map(({ finding }) => finding).join('\n'),
        file: join(home, '.config'),
      };
    });
  } finally {
    server.closeAllConnections();
    server.close();
  }
};

describe('quarry doctor', () => {
  it('finds nothing wrong with a healthy deployment, and says where URL and key are from', async () => {
    const { exitCode, troubles, findings } = await diagnose({});
    expect({ exitCode, troubles }).toEqual({ exitCode: 0, troubles: [] });
    expect(findings).toContain('(from profile default) responds in');
    expect(findings).toContain(`it has all ${OPERATIONS.length} operations`);
  });

  it.each<[string, Partial<Deployment>, { args?: readonly string[]; mode?: number }, string, number]>([
    ['a key that is unknown', { key: 'qk_b' }, {}, 'API key fail, Webhooks off', 1],
    ['no credits', { credits: 0 }, {}, 'API key warn', 0],
    ['a clock that is ahead', { skewMs: MAX_CLOCK_SKEW_MS + 2_000 }, {}, 'Clock warn', 0],
    ['a clock that is behind', { skewMs: -MAX_CLOCK_SKEW_MS - 2_000 }, {}, 'Clock warn', 0],
    ['an older deployment', { operations: ['/scrape/web'] }, {}, 'Version warn', 0],
    ['one that is not ready', { isReady: false }, {}, 'Service warn', 0],
    ['webhooks that were given up', { dead: [{}] }, {}, 'Webhooks warn', 0],
    ['keys that others can read', {}, { mode: 0o644 }, 'Profiles fail', 1],
    ['no deployment', {}, { args: ['--base-url', 'http://127.0.0.1:9', '--api-key', 'a'] }, 'Base URL fail', 1],
    ['no key', {}, { args: ['--base-url', 'http://127.0.0.1:9'] }, 'Settings fail', 1],
  ])('finds %s', async (_, change, given, expected, code) => {
    const { exitCode, troubles } = await diagnose(change, given);
    expect({ exitCode, troubles: troubles.join(', ') }).toEqual({ exitCode: code, troubles: expected });
  });
});
