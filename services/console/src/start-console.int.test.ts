import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseConfig, SERVICE_GROUPS, type ServiceConfig } from '@quarry/config';
import { createLogger } from '@quarry/observability';
import { startConsole } from './start-console.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'quarry-console-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });

const configOf = (env: Record<string, string>): ServiceConfig<'console'> => {
  const parsed = parseConfig(SERVICE_GROUPS.console, { QUARRY_DATA: folder, ...env });
  if (!parsed.ok) throw new Error(parsed.problems.join('\n'));
  return parsed.config;
};

describe('the console as a service', () => {
  it('serves its API and its private port, and ends', async () => {
    const lines: string[] = [];
    const stream = new PassThrough().on('data', (chunk: Buffer) => lines.push(chunk.toString()));
    const log = createLogger({ service: 'console', level: 'info', stream });
    const port = await freePort();
    const config = configOf({ CONSOLE_PORT: String(port), QUARRY_SECRET: 'the secret of a deployment' });
    const running = await startConsole(config, log);
    const base = `http://127.0.0.1:${port}`;
    const view = await (await fetch(`${base}/api/session`)).json();
    expect(view).toMatchObject({ user: null, signUp: 'open', apiUrl: 'http://127.0.0.1:3000' });
    const signedUp = await fetch(`${base}/api/sign-up`, {
      method: 'POST',
      headers: { origin: `http://localhost:${port}`, 'x-quarry-console': '1', 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ann@example.com', password: 'a long enough password' }),
    });
    expect(signedUp.status).toBe(201);
    const listening = lines
      .map((line) => JSON.parse(line) as { message: string; healthPort: number })
      .find(({ message }) => message === 'listening');
    const health = `http://127.0.0.1:${listening?.healthPort ?? 0}`;
    expect(await (await fetch(`${health}/readyz`)).json()).toEqual({ status: 'ok' });
    expect(await (await fetch(`${health}/metrics`)).text()).toContain(
      'http_requests_total{route="/api/sign-up",status="201",service="console"} 1',
    );
    await running.close();
    await expect(fetch(`${base}/api/session`)).rejects.toThrow();
    await expect(fetch(`${health}/readyz`)).rejects.toThrow();
  });

  it('does not start without the secret that its calls need', async () => {
    const log = createLogger({ service: 'console', level: 'error', stream: new PassThrough().resume() });
    await expect(startConsole(configOf({}), log)).rejects.toThrow('Set QUARRY_SECRET');
  });
});
