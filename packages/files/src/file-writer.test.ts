import { mkdtemp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createFileWriter, startWriteThread, type FileWriter } from './file-writer.js';
import type { WholeBody } from './port.js';

describe('writing in a thread', () => {
  let root: string;
  let writer: FileWriter;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'quarry-writer-'));
    writer = createFileWriter();
  });
  afterEach(async () => {
    await writer.close();
    await rm(root, { recursive: true });
  });

  const fileOf = (name: string, body: WholeBody) => ({
    temporary: join(root, 'deep', 'down', `.${name}`),
    path: join(root, 'deep', 'down', name),
    body,
  });
  const note = (line: string) => ({ log: join(root, 'logs', 'log'), line });
  const readLog = () => readFile(join(root, 'logs', 'log'), 'utf8');

  it('writes text and bytes, makes folders, and leaves nothing temporary', async () => {
    const text = await writer.write(fileOf('a.txt', 'こんにちは'), note('a\n'));
    expect(text.size).toBe(15n);
    await writer.write(fileOf('b.bin', Buffer.from([1, 2, 3])));
    expect(await readFile(join(root, 'deep', 'down', 'a.txt'), 'utf8')).toBe('こんにちは');
    expect([...(await readFile(join(root, 'deep', 'down', 'b.bin')))]).toEqual([1, 2, 3]);
    expect((await readdir(join(root, 'deep', 'down'))).sort()).toEqual(['a.txt', 'b.bin']);
    expect(await readLog()).toBe('a\n');
  });

  it('writes a piece of a larger buffer, and nothing of the rest', async () => {
    const whole = Buffer.alloc(100_000, 'x');
    await writer.write(fileOf('a.bin', whole.subarray(10, 14)));
    expect(await readFile(join(root, 'deep', 'down', 'a.bin'), 'utf8')).toBe('xxxx');
  });

  it('writes pieces in their order, whole buffers and parts of them, and takes them over', async () => {
    const whole = Buffer.alloc(100_000, 'x');
    const own = new TextEncoder().encode('ende');
    const pieces = [Buffer.from('an'), own, whole.subarray(0, 3), new Uint8Array()];
    const stats = await Promise.all([writer.write(fileOf('a.bin', pieces)), writer.write(fileOf('b.bin', [own]))]);
    expect(stats.map(({ size }) => size)).toEqual([9n, 4n]);
    expect(await readFile(join(root, 'deep', 'down', 'a.bin'), 'utf8')).toBe('anendexxx');
    expect(await readFile(join(root, 'deep', 'down', 'b.bin'), 'utf8')).toBe('ende');
    expect([own.byteLength, whole.byteLength]).toEqual([0, 100_000]);
  });

  it('keeps many at once apart, and notes in their order', async () => {
    const names = Array.from({ length: 200 }, (_, index) => `file-${index}`);
    await Promise.all(names.map((name) => writer.write(fileOf(name, name), note(`${name}\n`))));
    const texts = await Promise.all(names.map((name) => readFile(join(root, 'deep', 'down', name), 'utf8')));
    expect(texts).toEqual(names);
    expect(await readLog()).toBe(names.map((name) => `${name}\n`).join(''));
  });

  it('rejects what fails, with its code, and cleans up; the others of the same turn stand', async () => {
    await mkdir(join(root, 'deep', 'down', 'taken'), { recursive: true });
    const ends = await Promise.allSettled([
      writer.write(fileOf('taken', 'x')),
      writer.write(fileOf('good', 'x')),
      writer.append({ log: join(root, 'deep', 'down'), line: 'x' }),
    ]);
    expect(ends).toMatchObject([
      { status: 'rejected', reason: { code: 'EISDIR' } },
      { status: 'fulfilled' },
      { status: 'rejected', reason: { code: 'EISDIR' } },
    ]);
    expect((await readdir(join(root, 'deep', 'down'))).sort()).toEqual(['good', 'taken']);
  });

  it('writes no file whose note could not be written', async () => {
    await writeFile(join(root, 'logs'), 'in the way');
    await expect(writer.write(fileOf('a.txt', 'x'), note('a\n'))).rejects.toThrow();
    expect(await readdir(root)).toEqual(['logs']);
  });

  it('waits for what was asked for before it closes', async () => {
    const written = writer.write(fileOf('late.txt', 'x'));
    await writer.close();
    expect((await written).size).toBe(1n);
    expect(await readFile(join(root, 'deep', 'down', 'late.txt'), 'utf8')).toBe('x');
  });

  it('closes without ever having been used', async () => {
    await expect(createFileWriter().close()).resolves.toBeUndefined();
  });

  it('rejects what cannot travel to the thread, and goes on', async () => {
    const body = new Uint8Array(8);
    structuredClone(body, { transfer: [body.buffer] });
    const gone = Object.defineProperty(body, 'byteLength', { value: 0 });
    await expect(writer.write(fileOf('a.txt', gone))).rejects.toThrow();
    expect((await writer.write(fileOf('b.txt', 'x'))).size).toBe(1n);
  });

  it('rejects what a lost thread had in hand, and starts another one', async () => {
    const threads: Worker[] = [];
    const start = () => {
      const thread = startWriteThread();
      threads.push(thread);
      return thread;
    };
    const own = createFileWriter(start);
    await own.write(fileOf('a.txt', 'x'));
    const lost = own.write(fileOf('b.txt', 'x'));
    void threads[0]?.terminate();
    await expect(lost).rejects.toThrow('has ended');
    expect((await own.write(fileOf('c.txt', 'x'))).size).toBe(1n);
    expect(threads).toHaveLength(2);
    await own.close();
  });

  it('makes a thread for those alone who write', async () => {
    let started = 0;
    const own = createFileWriter(() => {
      started += 1;
      return startWriteThread();
    });
    expect(started).toBe(0);
    await own.append(note('a\n'));
    await own.append(note('b\n'));
    expect(started).toBe(1);
    await own.close();
  });
});
