import { randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { FileTooLargeError, InvalidFileKeyError } from '../src/file-key.js';
import type { FileKey, FileStore } from '../src/port.js';
import { describeBundles } from './bundle-conformance.js';
import { describeListing } from './listing-conformance.js';
import { describeSweep } from './sweep-conformance.js';

const MAX_FILE_BYTES = 64 * 1024;

export interface OpenedFileStore {
  readonly store: FileStore;
  /** Another adapter on the same files, as a second process has it. */
  another(): Promise<FileStore>;
  /** Moves the adapter's clock. */
  advance(durationMs: number): void;
  dispose(): Promise<void>;
}

export type OpenFileStore = (input: { maxFileBytes: number }) => Promise<OpenedFileStore>;

const keyOf = (name = 'page.html', requestId: string = randomUUID(), accountId = 'account-1'): FileKey => ({
  accountId,
  requestId,
  name,
});

const INVALID_PARTS = [
  '',
  '.',
  '..',
  '.hidden',
  'a/b',
  '../a',
  'a\\b',
  'a\0b',
  'ä',
  'a b',
  '%2e%2e',
  'a~b',
  'x'.repeat(101),
];

const invalidKeys: FileKey[] = INVALID_PARTS.flatMap((part) => [
  { ...keyOf(), accountId: part },
  { ...keyOf(), requestId: part },
  { ...keyOf(), name: part },
]);

interface Subject {
  readonly opened: OpenedFileStore;
  readonly store: FileStore;
}

/** The adapter of the running test. */
type SubjectOf = () => Subject;

const readText = async (store: FileStore, key: FileKey): Promise<string | null> =>
  (await store.read(key, MAX_FILE_BYTES))?.toString('utf8') ?? null;

const describePut = (subject: SubjectOf): void => {
  it.each([
    ['a buffer', Buffer.from('grüße')],
    ['a view into a larger buffer', Buffer.from('..grüße..').subarray(2, 9)],
    ['text', 'grüße'],
    ['a stream of bytes', Readable.from([Buffer.from('grü'), Buffer.from('ße')])],
    ['a stream of text', Readable.from(['grü', 'ße'])],
    ['nothing', ''],
    ['an empty stream', Readable.from([])],
  ])('keeps %s', async (_kind, body) => {
    const key = keyOf();
    const expected = body instanceof Readable ? null : Buffer.from(body);
    const info = await subject().store.put(key, body);
    const bytes = await subject().store.read(key, MAX_FILE_BYTES);
    expect(bytes?.byteLength).toBe(info.sizeBytes);
    if (expected !== null) expect(bytes).toEqual(expected);
    else expect(['grüße', '']).toContain(bytes?.toString('utf8'));
  });

  it('keeps pieces in their order', async () => {
    const key = keyOf();
    const info = await subject().store.put(key, [
      Buffer.from('grü'),
      new Uint8Array(),
      Buffer.from('..ße').subarray(2),
    ]);
    expect(info.sizeBytes).toBe(7);
    expect(await readText(subject().store, key)).toBe('grüße');
    const tooLarge = [Buffer.alloc(MAX_FILE_BYTES), Buffer.alloc(1)];
    await expect(subject().store.put(key, tooLarge)).rejects.toThrow(FileTooLargeError);
    expect(await readText(subject().store, key)).toBe('grüße');
  });

  it('tells size, type, time and a strong quoted tag', async () => {
    const key = keyOf('shot.png');
    const beforeMs = Date.now();
    const info = await subject().store.put(key, 'abc');
    expect(info).toMatchObject({ sizeBytes: 3, contentType: 'image/png' });
    expect(info.etag).toMatch(/^"[\x21\x23-\x7e]+"$/);
    // Some engines keep whole seconds.
    expect(Math.abs(info.modifiedAtMs - beforeMs)).toBeLessThan(5_000);
    expect(await subject().store.head(key)).toEqual(info);
  });

  it('says the same of a file to every process', async () => {
    const key = keyOf();
    const info = await subject().store.put(key, 'abc');
    const other = await subject().opened.another();
    expect(await other.head(key)).toEqual(info);
    expect((await other.open(key).then((file) => file?.stream.destroy() && file.info))?.etag).toBe(info.etag);
    expect(await readText(other, key)).toBe('abc');
    await other.close();
  });

  it('overwrites, and the tag changes with the content', async () => {
    const key = keyOf();
    const first = await subject().store.put(key, 'one, and longer');
    const second = await subject().store.put(key, 'two');
    expect(await readText(subject().store, key)).toBe('two');
    expect(second.etag).not.toBe(first.etag);
    expect((await subject().store.head(key))?.etag).toBe(second.etag);
  });

  it('keeps files of one name apart by account and request', async () => {
    const keys = [keyOf('a.txt', 'r1', 'a1'), keyOf('a.txt', 'r2', 'a1'), keyOf('a.txt', 'r1', 'a2')];
    for (const [index, key] of keys.entries()) await subject().store.put(key, `file ${index}`);
    expect(await Promise.all(keys.map((key) => readText(subject().store, key)))).toEqual([
      'file 0',
      'file 1',
      'file 2',
    ]);
  });
};

const describeConcurrency = (subject: SubjectOf): void => {
  it('has nothing where nothing was put', async () => {
    await subject().store.put(keyOf('a.txt', 'r1'), 'x');
    for (const key of [keyOf('b.txt', 'r1'), keyOf('a.txt', 'r2'), keyOf('a.txt', 'r1', 'other')]) {
      expect(await subject().store.head(key)).toBeNull();
      expect(await subject().store.open(key)).toBeNull();
      expect(await subject().store.read(key, 10)).toBeNull();
      expect(await subject().store.remove(key)).toBe(false);
    }
  });

  it('takes many puts of one key at once and keeps one of them whole', async () => {
    const key = keyOf();
    const bodies = Array.from({ length: 16 }, (_, index) => String.fromCharCode(97 + index).repeat(20_000));
    await Promise.all(bodies.map((body) => subject().store.put(key, body)));
    expect(bodies).toContain(await readText(subject().store, key));
  });

  it('never shows half a file to a reader', async () => {
    const key = keyOf();
    await subject().store.put(key, 'a'.repeat(50_000));
    const writing = (async () => {
      for (let round = 0; round < 20; round += 1)
        await subject().store.put(key, (round % 2 ? 'a' : 'b').repeat(50_000));
    })();
    for (let round = 0; round < 40; round += 1) {
      const text = (await readText(subject().store, key)) ?? '';
      expect(text).toHaveLength(50_000);
      expect(new Set(text).size).toBe(1);
    }
    await writing;
  });
};

const describeBounds = (subject: SubjectOf): void => {
  it('keeps a file of exactly the bound', async () => {
    const body = randomBytes(MAX_FILE_BYTES);
    const key = keyOf();
    expect((await subject().store.put(key, body)).sizeBytes).toBe(MAX_FILE_BYTES);
    expect(await subject().store.read(key, MAX_FILE_BYTES)).toEqual(body);
  });

  it.each([
    ['buffer', () => Buffer.alloc(MAX_FILE_BYTES + 1)],
    ['text by its bytes', () => 'ü'.repeat(MAX_FILE_BYTES / 2 + 1)],
    ['stream', () => Readable.from([Buffer.alloc(MAX_FILE_BYTES), Buffer.alloc(1)])],
  ])('refuses a larger %s and keeps what was there', async (_kind, body) => {
    const key = keyOf();
    await subject().store.put(key, 'before');
    await expect(subject().store.put(key, body())).rejects.toBeInstanceOf(FileTooLargeError);
    expect(await readText(subject().store, key)).toBe('before');
    const fresh = keyOf();
    await expect(subject().store.put(fresh, body())).rejects.toBeInstanceOf(FileTooLargeError);
    expect(await subject().store.head(fresh)).toBeNull();
  });

  it('stops reading an endless stream at the bound', async () => {
    let given = 0;
    const endless = new Readable({
      read() {
        given += 1024;
        this.push(Buffer.alloc(1024));
      },
    });
    await expect(subject().store.put(keyOf(), endless)).rejects.toBeInstanceOf(FileTooLargeError);
    expect(endless.destroyed).toBe(true);
    expect(given).toBeLessThan(4 * MAX_FILE_BYTES);
  });

  it('keeps nothing of a stream that breaks', async () => {
    const key = keyOf();
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from('half');
        throw new Error('the source broke');
      })(),
    );
    await expect(subject().store.put(key, broken)).rejects.toThrow('the source broke');
    expect(await subject().store.head(key)).toBeNull();
  });

  it('reads no more into memory than asked', async () => {
    const key = keyOf();
    await subject().store.put(key, 'abcd');
    expect(await readText(subject().store, key)).toBe('abcd');
    expect(await subject().store.read(key, 4)).toHaveLength(4);
    await expect(subject().store.read(key, 3)).rejects.toBeInstanceOf(FileTooLargeError);
  });
};

const describeOpen = (subject: SubjectOf): void => {
  it('streams the whole file with its info', async () => {
    const key = keyOf('a.json');
    const info = await subject().store.put(key, '{"a":1}');
    const file = await subject().store.open(key);
    expect(file?.info).toEqual(info);
    expect((await buffer(file?.stream ?? Readable.from([]))).toString()).toBe('{"a":1}');
  });

  it('streams any range of it', async () => {
    const key = keyOf('a.bin');
    const body = randomBytes(3_000);
    await subject().store.put(key, body);
    await fc.assert(
      fc.asyncProperty(fc.nat(2_999), fc.nat(2_999), async (one, two) => {
        const range = { start: Math.min(one, two), end: Math.max(one, two) };
        const file = await subject().store.open(key, range);
        if (file === null) throw new Error('not there');
        expect(await buffer(file.stream)).toEqual(body.subarray(range.start, range.end + 1));
        expect(file.info.sizeBytes).toBe(3_000);
      }),
      { numRuns: 15 },
    );
  });

  it('goes on with the old content when the file is overwritten meanwhile', async () => {
    const key = keyOf();
    await subject().store.put(key, 'a'.repeat(60_000));
    const file = await subject().store.open(key);
    await subject().store.put(key, 'b');
    expect((await buffer(file?.stream ?? Readable.from([]))).toString()).toBe('a'.repeat(60_000));
  });
};

const describeKeys = (subject: SubjectOf): void => {
  it.each(invalidKeys)('knows no file and takes none at %j', async (key) => {
    await expect(subject().store.put(key, 'x')).rejects.toBeInstanceOf(InvalidFileKeyError);
    expect(await subject().store.head(key)).toBeNull();
    expect(await subject().store.open(key)).toBeNull();
    expect(await subject().store.read(key, 10)).toBeNull();
    expect(await subject().store.remove(key)).toBe(false);
  });

  it('removes nothing for an invalid account or request', async () => {
    const key = keyOf('a.txt', 'r1', 'a1');
    await subject().store.put(key, 'x');
    for (const part of INVALID_PARTS) {
      await subject().store.removeRequest(part, 'r1');
      await subject().store.removeRequest('a1', part);
      await subject().store.removeRequest('a1', `${part}/r1`);
    }
    expect(await readText(subject().store, key)).toBe('x');
  });

  it('gives back under any valid key what was put there', async () => {
    const part = fc.stringMatching(/^[A-Za-z0-9_-][A-Za-z0-9._-]{0,30}$/);
    await fc.assert(
      fc.asyncProperty(part, part, part, fc.string(), async (accountId, requestId, fileName, body) => {
        const key = { accountId, requestId, name: fileName };
        await subject().store.put(key, body);
        expect(await readText(subject().store, key)).toBe(Buffer.from(body).toString('utf8'));
      }),
      { numRuns: 15 },
    );
  });
};

const describeRemoval = (subject: SubjectOf): void => {
  it('removes one file and leaves its neighbours', async () => {
    await subject().store.put(keyOf('a.txt', 'r1'), 'a');
    await subject().store.put(keyOf('b.txt', 'r1'), 'b');
    expect(await subject().store.remove(keyOf('a.txt', 'r1'))).toBe(true);
    expect(await subject().store.remove(keyOf('a.txt', 'r1'))).toBe(false);
    expect(await readText(subject().store, keyOf('b.txt', 'r1'))).toBe('b');
  });

  it('removes all files of a request and no other', async () => {
    for (const fileName of ['a.txt', 'b.html']) await subject().store.put(keyOf(fileName, 'r1'), 'x');
    await subject().store.put(keyOf('a.txt', 'r10'), 'stays');
    await subject().store.put(keyOf('a.txt', 'r1', 'account-2'), 'stays');
    await subject().store.removeRequest('account-1', 'r1');
    await subject().store.removeRequest('account-1', 'r1');
    expect(await readText(subject().store, keyOf('a.txt', 'r1'))).toBeNull();
    expect(await readText(subject().store, keyOf('b.html', 'r1'))).toBeNull();
    expect(await readText(subject().store, keyOf('a.txt', 'r10'))).toBe('stays');
    expect(await readText(subject().store, keyOf('a.txt', 'r1', 'account-2'))).toBe('stays');
  });

  it('takes files again after a removal', async () => {
    await subject().store.put(keyOf('a.txt', 'r1'), 'one');
    await subject().store.removeRequest('account-1', 'r1');
    await subject().store.put(keyOf('a.txt', 'r1'), 'two');
    expect(await readText(subject().store, keyOf('a.txt', 'r1'))).toBe('two');
  });

  it('loses no put to a removal that runs at the same time for another request', async () => {
    const rounds = Array.from({ length: 20 }, (_, index) => index);
    await Promise.all(
      rounds.map(async (index) => {
        await subject().store.put(keyOf('a.txt', `gone-${index}`), 'x');
        await subject().store.removeRequest('account-1', `gone-${index}`);
      }),
    );
    await Promise.all(rounds.map((index) => subject().store.put(keyOf('a.txt', `kept-${index}`), 'x')));
    for (const index of rounds) expect(await readText(subject().store, keyOf('a.txt', `kept-${index}`))).toBe('x');
  });
};

/** What every adapter of the port must do, whatever it keeps the files in. */
export const describeFileStoreConformance = (name: string, openStore: OpenFileStore): void => {
  describe(`file store: ${name}`, () => {
    let opened: OpenedFileStore;
    beforeEach(async () => {
      opened = await openStore({ maxFileBytes: MAX_FILE_BYTES });
    });
    afterEach(async () => {
      await opened.store.close();
      await opened.dispose();
    });
    const subject = (): Subject => ({ opened, store: opened.store });

    describe('put and read', () => describePut(subject));
    describe('many at once', () => describeConcurrency(subject));
    describe('bounds', () => describeBounds(subject));
    describe('open', () => describeOpen(subject));
    describe('keys', () => describeKeys(subject));
    describe('removal', () => describeRemoval(subject));
    describe('sweep', () => describeSweep(() => opened));
    describe('bundles', () => describeBundles(() => opened.store));
    describe('list', () => describeListing(() => opened));

    it('answers a ping', async () => {
      await expect(opened.store.ping()).resolves.toBeUndefined();
    });
  });
};
