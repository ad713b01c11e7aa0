import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isRedisReady, prepareRedis, redisConfiguration } from './embedded-redis.mjs';
import { findFreePort } from '../host/local-ports.mjs';
import { findNativeTools } from '../setup/native-tools.mjs';

const { REDIS_SERVER } = findNativeTools(process.env).paths;
const ifRedis = REDIS_SERVER ? it : it.skip;

let dataDir;
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'quarry "odd" folder '));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

describe('the embedded Redis', () => {
  it('is durable, never evicts and is reachable from this machine only', () => {
    const lines = redisConfiguration({ folder: '/data/redis', port: 1, password: 'p' }).split('\n');
    for (const line of ['bind 127.0.0.1', 'appendonly yes', 'appendfsync everysec', 'maxmemory-policy noeviction']) {
      expect(lines).toContain(line);
    }
  });

  it('keeps its password to its owner, the same at every start', async () => {
    const redis = prepareRedis({ dataDir, port: 1, secret: 's' });
    expect(statSync(redis.file).mode & 0o777).toBe(0o600);
    expect(prepareRedis({ dataDir, port: 2, secret: 's' }).password).toBe(redis.password);
    expect(prepareRedis({ dataDir, port: 1, secret: 't' }).password).not.toBe(redis.password);
    expect(redis.url).toBe(`redis://:${redis.password}@127.0.0.1:1`);
  });

  ifRedis('runs from a folder with spaces and quotes, and answers only who knows the password', async () => {
    const redis = prepareRedis({ dataDir, port: await findFreePort(), secret: 's' });
    expect(await isRedisReady(redis)).toBe(false);
    const server = spawn(REDIS_SERVER, [redis.file], { stdio: 'ignore' });
    const ended = new Promise((resolve) => server.once('exit', resolve));
    while (!(await isRedisReady(redis))) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await isRedisReady({ ...redis, password: 'wrong' })).toBe(false);
    expect(statSync(path.join(dataDir, 'redis', 'appendonlydir')).isDirectory()).toBe(true);
    server.kill('SIGTERM');
    await ended;
  });
});
