import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { decodeContent, MAX_CONTENT_CODINGS } from './decode-content.js';

const CODERS = {
  gzip: gzipSync,
  'x-gzip': gzipSync,
  deflate: deflateSync,
  Deflate: deflateRawSync,
  br: brotliCompressSync,
  zstd: zstdCompressSync,
} as const;
const LIMIT = 10_000;

describe('decodeContent', () => {
  it('undoes whatever was done, in reverse', async () => {
    const coding = fc.constantFrom(...(Object.keys(CODERS) as (keyof typeof CODERS)[]));
    const codings = fc.array(coding, { maxLength: MAX_CONTENT_CODINGS });
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 2_000 }), codings, async (body, names) => {
        const coded = names.reduce<Uint8Array>((data, name) => CODERS[name](data), body);
        const result = await decodeContent(coded, names.join(', '), LIMIT);
        expect(result.isDecoded && Buffer.from(result.body).equals(Buffer.from(body))).toBe(true);
      }),
    );
  });

  it.each(['gzip', 'deflate', 'br', 'zstd'] as const)('gives up above the bound and on garbage: %s', async (name) => {
    const exact = CODERS[name](Buffer.alloc(LIMIT));
    expect(await decodeContent(exact, name, LIMIT)).toMatchObject({ isDecoded: true });
    const above = CODERS[name](Buffer.alloc(LIMIT + 1));
    expect(await decodeContent(above, name, LIMIT)).toEqual({ isDecoded: false, why: 'too_large' });
    const garbage = Buffer.from('no such stream, none at all');
    expect(await decodeContent(garbage, name, LIMIT)).toEqual({ isDecoded: false, why: 'malformed' });
  });

  it.each(['gzip', 'deflate', 'Deflate', 'br', 'zstd'] as const)(
    'does not take a part for the whole: %s',
    async (name) => {
      const body = Buffer.from(Array.from({ length: 2_000 }, (_value, at) => (at * at) % 251));
      const whole = CODERS[name](body);
      for (const keptBytes of [1, whole.byteLength >> 1, whole.byteLength - 1]) {
        const result = await decodeContent(whole.subarray(0, keptBytes), name, LIMIT);
        expect(result).toEqual({ isDecoded: false, why: 'truncated' });
      }
    },
  );

  it('bounds every layer of a nested bomb', async () => {
    const bomb = gzipSync(gzipSync(Buffer.alloc(LIMIT * 1_000)));
    expect(await decodeContent(bomb, 'gzip, gzip', LIMIT)).toEqual({ isDecoded: false, why: 'too_large' });
  });

  it('takes no more codings than the bound', async () => {
    const header = Array.from({ length: MAX_CONTENT_CODINGS + 1 }, () => 'gzip').join();
    expect(await decodeContent(Buffer.from('x'), header, LIMIT)).toEqual({ isDecoded: false, why: 'malformed' });
  });

  it.each(['', 'identity', 'unheard-of', ' , identity ,'])('leaves the bytes alone for %j', async (header) => {
    expect(await decodeContent(Buffer.from('x'), header, LIMIT)).toEqual({ isDecoded: true, body: Buffer.from('x') });
  });

  it('leaves an empty body empty', async () => {
    expect(await decodeContent(new Uint8Array(), 'gzip', LIMIT)).toEqual({ isDecoded: true, body: new Uint8Array() });
  });
});
