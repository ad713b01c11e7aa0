import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { endLeftovers, removeStaleDemoFile, takeDataFolder, writeDemoFile } from './data-folder.mjs';
import { redisNote } from './embedded-redis.mjs';
import { identify, isAlive, readIdentity, writeIdentity } from '../host/process-identity.mjs';

const STUBBORN = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); console.log('up')";
const OBEDIENT = "process.on('SIGTERM', () => process.exit(7)); setInterval(() => {}, 1000); console.log('up')";

let dataDir;
const children = [];
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'quarry-data-'));
  mkdirSync(path.join(dataDir, 'redis'));
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
});

/** A process that is up, as leader of its own group. */
const start = async (code) => {
  const child = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'ignore'], detached: true });
  children.push(child);
  await once(child.stdout, 'data');
  return { child, identity: identify(child.pid), ended: once(child, 'exit') };
};

describe('endLeftovers', () => {
  it('asks a recorded Redis to end, and waits for it', async () => {
    const redis = await start(OBEDIENT);
    writeIdentity(redisNote(dataDir), redis.identity);
    await endLeftovers({ dataDir });
    expect(isAlive(redis.identity)).toBe(false);
    expect(await redis.ended).toEqual([7, null]);
  });

  it('kills a Redis and a service that do not end by themselves', async () => {
    const [redis, service] = [await start(STUBBORN), await start(STUBBORN)];
    writeIdentity(redisNote(dataDir), redis.identity);
    await endLeftovers({ dataDir, processes: [service.identity], graceMs: 100 });
    expect(isAlive(redis.identity)).toBe(false);
    expect(await redis.ended).toEqual([null, 'SIGKILL']);
    expect(await service.ended).toEqual([null, 'SIGKILL']);
  });

  it('leaves a later process with the same number alone', async () => {
    const other = await start(OBEDIENT);
    const old = { pid: other.identity.pid, startedAt: 'long ago' };
    writeIdentity(redisNote(dataDir), old);
    await endLeftovers({ dataDir, processes: [old], graceMs: 100 });
    expect(isAlive(other.identity)).toBe(true);
  });

  it.each(['', '{', 'null', '{"pid":"x"}'])('ignores a broken record: %j', async (note) => {
    writeFileSync(redisNote(dataDir), note);
    await endLeftovers({ dataDir });
  });
});

describe('the record of a process', () => {
  it('is read as it was written, by its owner alone', () => {
    const file = redisNote(dataDir);
    expect(readIdentity(file)).toBeUndefined();
    writeIdentity(file, identify(process.pid));
    expect(readIdentity(file)).toEqual(identify(process.pid));
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });
});

describe('removeStaleDemoFile', () => {
  const isThere = () => existsSync(path.join(dataDir, 'demo.json'));

  it('keeps what a living runner wrote', () => {
    const lock = takeDataFolder(dataDir);
    writeDemoFile(dataDir, {});
    removeStaleDemoFile(dataDir);
    expect(isThere()).toBe(true);
    lock.release();
    removeStaleDemoFile(dataDir);
    expect(isThere()).toBe(false);
  });

  it.each([
    ['of a dead runner', JSON.stringify({ holder: { pid: process.pid, startedAt: 'long ago' } })],
    ['that is broken', '{'],
  ])('removes it beside a lock %s', (_name, lock) => {
    writeFileSync(path.join(dataDir, 'runner.lock'), lock);
    writeDemoFile(dataDir, {});
    removeStaleDemoFile(dataDir);
    expect(isThere()).toBe(false);
  });

  it('needs no data folder', () => {
    expect(() => removeStaleDemoFile(path.join(dataDir, 'none'))).not.toThrow();
  });
});
