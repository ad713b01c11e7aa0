import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { takeLock, waitForLock } from './lock.mjs';
import { identify, isAlive } from './process-identity.mjs';

let folder;
let file;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'quarry-lock-'));
  file = path.join(folder, 'lock');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (holder, details) => writeFileSync(file, JSON.stringify({ holder, details }));
/** A number that was a process a moment ago. */
const deadPid = () => spawnSync(process.execPath, ['-e', '0']).pid;

describe('takeLock', () => {
  it('is held by one at a time, and free after a release', () => {
    const lock = takeLock(file, { where: 'here' });
    expect(lock.ok).toBe(true);
    expect(takeLock(file)).toEqual({ ok: false, holder: identify(process.pid), details: { where: 'here' } });
    lock.release();
    expect(existsSync(file)).toBe(false);
    expect(takeLock(file).ok).toBe(true);
  });

  it('is refused while another process lives, with what it noted', () => {
    const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    write(identify(other.pid), { baseUrl: 'http://x' });
    const refused = takeLock(file);
    other.kill('SIGKILL');
    expect(refused).toMatchObject({ ok: false, holder: { pid: other.pid }, details: { baseUrl: 'http://x' } });
  });

  it('is taken over from a process that is gone, with what it noted', () => {
    write({ pid: deadPid(), startedAt: '1' }, { processes: [1, 2] });
    expect(takeLock(file)).toMatchObject({ ok: true, previous: { processes: [1, 2] } });
  });

  it('is taken over when a later process has the same number', () => {
    write({ pid: process.ppid, startedAt: 'long ago' });
    expect(takeLock(file).ok).toBe(true);
  });

  it.each(['', '{', '{"holder":{"pid":"x"}}', 'null'])('is taken over when its file is broken: %j', (content) => {
    writeFileSync(file, content);
    expect(takeLock(file).ok).toBe(true);
  });

  it('keeps notes and leaves no other file', () => {
    const lock = takeLock(file, { a: 1 });
    lock.note({ b: 2 });
    expect(JSON.parse(readFileSync(file, 'utf8')).details).toEqual({ a: 1, b: 2 });
    expect(readdirSync(folder)).toEqual(['lock']);
  });

  it('continues when a note cannot be written', () => {
    const lock = takeLock(file);
    rmSync(folder, { recursive: true });
    expect(() => lock.note({ b: 2 })).not.toThrow();
  });

  it('does not release a lock that another process holds by now', () => {
    const lock = takeLock(file);
    write(identify(process.ppid));
    lock.release();
    expect(existsSync(file)).toBe(true);
  });
});

describe('waitForLock', () => {
  it('says once that it waits, and has the lock when it is free', async () => {
    const first = takeLock(file);
    const heard = [];
    const waiting = waitForLock(file, {
      pollMs: 5,
      onWait(holder) {
        heard.push(holder.pid);
        setTimeout(() => first.release(), 30);
      },
    });
    expect((await waiting).ok).toBe(true);
    expect(heard).toEqual([process.pid]);
  });

  it('gives up after its time', async () => {
    takeLock(file);
    expect((await waitForLock(file, { pollMs: 5, timeoutMs: 20 })).ok).toBe(false);
  });
});

describe('isAlive', () => {
  it.each([[undefined], [{}], [{ pid: 0 }], [{ pid: deadPid(), startedAt: undefined }]])(
    'is false for %j',
    (identity) => expect(isAlive(identity)).toBe(false),
  );
  it('knows this process', () => expect(isAlive(identify(process.pid))).toBe(true));
});
