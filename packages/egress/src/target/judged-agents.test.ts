import { once } from 'node:events';
import { createServer, get, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openJudgedAgents } from './judged-agents.js';
import { createTargetRule } from './target-rule.js';

let server: Server;
let port: number;
let asked = 0;

beforeEach(async () => {
  asked = 0;
  server = createServer((_request, response) => {
    asked += 1;
    response.end('data');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const resolver = async () => [{ address: '127.0.0.1', family: 4 }];

const ask = async (url: string, allow: readonly string[]): Promise<string> => {
  const judged = openJudgedAgents(url, { rule: createTargetRule({ allow }), resolver });
  if (!judged.isAllowed) return judged.reason;
  try {
    const request = get(url, { agent: judged.agents.http });
    return await new Promise((resolve) => {
      request.on('response', (response) => {
        response.resume();
        resolve(`status ${response.statusCode}`);
      });
      request.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    });
  } finally {
    judged.close();
  }
};

describe('judged agents', () => {
  it('refuse a private address as it is written', async () => {
    expect(await ask(`http://127.0.0.1:${port}/`, [])).toBe('address');
    expect(asked).toBe(0);
  });

  it('dial no private address of a name, and do not tell it from a name that does not exist', async () => {
    expect(await ask(`http://bucket.example:${port}/`, [])).toBe('ENOTFOUND');
    expect(asked).toBe(0);
  });

  it('dial what the operator allows', async () => {
    expect(await ask(`http://127.0.0.1:${port}/`, [`127.0.0.1:${port}`])).toBe('status 200');
    expect(await ask(`http://bucket.example:${port}/`, [`127.0.0.1:${port}`])).toBe('status 200');
    expect(asked).toBe(2);
  });
});
