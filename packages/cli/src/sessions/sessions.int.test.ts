import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { runCliHere } from '../../test/run-cli-here.js';

const SESSION = {
  ...{ name: 'anna', hosts: ['a.example', 'b.example', 'c.example', 'd.example'], cookiesCount: 7 },
  ...{ proxyType: 'residential', proxyCountry: 'DE', createdAt: '2026-03-01T10:00:00.250Z' },
  ...{ lastUsedAt: '2026-03-02T10:00:00.250Z', expiresAt: '2026-04-01T10:00:00.250Z' },
};

const run = async (sessions: readonly object[], ...args: string[]) => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const one = request.method === 'DELETE' ? { name: 'anna' } : SESSION;
    const data = request.url === '/sessions' ? { sessions } : request.url === '/sessions/anna' ? one : undefined;
    response.writeHead(data === undefined ? 404 : 200);
    response.end(JSON.stringify(data === undefined ? { error: 'not_found', message: 'No such session.' } : { data }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const env = { QUARRY_URL: url, QUARRY_API_KEY: 'qk_1' };
    return { ...(await runCliHere(['sessions', ...args], env)), asked };
  } finally {
    server.closeAllConnections();
    server.close();
  }
};

describe('sessions', () => {
  it('are listed, shown and deleted', async () => {
    const list = await run([SESSION], 'list', '--pretty');
    expect(list.exitCode).toBe(0);
    expect(list.out).toMatch(/^NAME +COOKIES +EXIT/);
    expect(list.out).toMatch(/anna +7 +residential DE .*a\.example, b\.example, c\.example and 1 more/);
    expect((await run([], 'list', '--pretty')).err).toContain('No sessions.');
    expect(JSON.parse((await run([SESSION], 'show', 'anna', '--json')).out)).toEqual(SESSION);
    const deleted = await run([], 'delete', 'anna', '--pretty');
    expect([deleted.out.trim(), deleted.asked]).toEqual(['anna is deleted', ['DELETE /sessions/anna']]);
  });

  it('that are not there end as the service says, and names that none has are not asked for', async () => {
    expect(await run([], 'show', 'bob')).toMatchObject({ exitCode: 7, err: 'quarry: No such session. (not_found)\n' });
    const wrong = await run([], 'delete', '../user');
    expect([wrong.exitCode, wrong.asked]).toEqual([2, []]);
  });
});
