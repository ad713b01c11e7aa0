import { brotliDecompress, gunzip, inflate, inflateRaw, zstdDecompress } from 'node:zlib';

/** Most content codings of one body. */
export const MAX_CONTENT_CODINGS = 3;

export type DecodedContent =
  | { readonly isDecoded: true; readonly body: Uint8Array }
  | { readonly isDecoded: false; readonly why: 'too_large' | 'truncated' | 'malformed' };

type Decoder = (data: Uint8Array, maxBytes: number) => Promise<Buffer>;
type Settle = (error: Error | null, result: Buffer) => void;

const asPromise = (start: (settle: Settle) => void): Promise<Buffer> =>
  new Promise((resolve, reject) => start((error, result) => (error ? reject(error) : resolve(result))));

const isZlibWrapped = ([first = 0, second = 0]: Uint8Array): boolean =>
  (first & 0x0f) === 8 && ((first << 8) | second) % 31 === 0;

const gzipDecoder: Decoder = (data, max) => asPromise((settle) => gunzip(data, { maxOutputLength: max }, settle));

const DECODERS: Readonly<Record<string, Decoder>> = {
  gzip: gzipDecoder,
  'x-gzip': gzipDecoder,
  deflate: (data, max) =>
    asPromise((settle) => (isZlibWrapped(data) ? inflate : inflateRaw)(data, { maxOutputLength: max }, settle)),
  br: (data, max) => asPromise((settle) => brotliDecompress(data, { maxOutputLength: max }, settle)),
  zstd: (data, max) => asPromise((settle) => zstdDecompress(data, { maxOutputLength: max }, settle)),
};

const readCodings = (header: string): readonly string[] =>
  header
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity');

const whyUndecoded = (error: unknown): 'too_large' | 'truncated' | 'malformed' => {
  const code = (error as NodeJS.ErrnoException | null)?.code;
  if (code === 'ERR_BUFFER_TOO_LARGE') return 'too_large';
  return code === 'Z_BUF_ERROR' ? 'truncated' : 'malformed';
};

/**
 * Undoes the content codings of a body; each step is bounded by `maxBytes`.
 * Decoding stops at an unknown coding and at an empty body.
 */
export const decodeContent = async (body: Uint8Array, header: string, maxBytes: number): Promise<DecodedContent> => {
  const codings = readCodings(header);
  if (codings.length > MAX_CONTENT_CODINGS) return { isDecoded: false, why: 'malformed' };
  let decoded = body;
  for (const coding of codings.toReversed()) {
    const decoder = DECODERS[coding];
    if (!decoder || decoded.byteLength === 0) break;
    try {
      decoded = await decoder(decoded, maxBytes);
    } catch (error) {
      return { isDecoded: false, why: whyUndecoded(error) };
    }
  }
  return { isDecoded: true, body: decoded };
};
