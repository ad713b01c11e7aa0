import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { COMPRESS_MIN_BYTES } from '../bounds.js';

const BROTLI_QUALITY = 9;
const GZIP_LEVEL = 9;

const COMPRESSORS = {
  br: (body: Buffer) =>
    promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: (body: Buffer) => promisify(gzip)(body, { level: GZIP_LEVEL }),
} as const;

export type Encoding = keyof typeof COMPRESSORS;

/** A file that is kept in memory. It is compressed once, when the first caller accepts it. */
export interface Asset {
  readonly type: string;
  readonly body: Buffer;
  /** Weak: compressed or not, it is the same file. */
  readonly etag: string;
  readonly isCompressible: boolean;
  compressed(encoding: Encoding): Promise<Buffer>;
}

const COMPRESSIBLE = /^(?:text\/|application\/(?:javascript|json|manifest\+json)|image\/svg\+xml)/;

export const createAsset = (type: string, body: Buffer): Asset => {
  const made = new Map<Encoding, Promise<Buffer>>();
  return {
    type,
    body,
    etag: `W/"${createHash('sha256').update(body).digest('base64url')}"`,
    isCompressible: COMPRESSIBLE.test(type) && body.byteLength >= COMPRESS_MIN_BYTES,
    compressed: (encoding) => {
      const known = made.get(encoding) ?? COMPRESSORS[encoding](body);
      made.set(encoding, known);
      return known;
    },
  };
};

export const createTextAsset = (type: string, text: string): Asset => createAsset(type, Buffer.from(text));
