/** Bounds whose breach leaves nothing of the document: the page is `unsupported`. */
const MAX_PDF_STREAM_BYTES = 64 * 1024 * 1024;
const MAX_PDF_UNPACKED_BYTES = 1024 * 1024 * 1024;

/** Why a document is not read at all. */
export type PdfRefusal = 'encrypted' | 'too large when unpacked' | 'with disguised names';

const latin1 = new TextDecoder('latin1');

/** Letters need no escape in a name; escaped, they are hidden from a search before unpacking. */
const DISGUISED = /\/[^\s/<>[\](){}%]{0,127}#(?:4[1-9a-f]|5[\da]|6[1-9a-f]|7[\da])/i;
const ENCRYPTED = /\/Encrypt\s*(?:\d|<<)/;

const isZlib = (bytes: Uint8Array): boolean => {
  const [first = 0, second = 0] = bytes;
  return (first & 0x0f) === 8 && ((first << 8) | second) % 31 === 0 && (second & 0x20) === 0;
};

/** Bytes of ASCII85 or of hexadecimal digits, as far as they are any. */
const fromAscii85 = (bytes: Uint8Array): Uint8Array => {
  const out = new Uint8Array(bytes.length * 4);
  let length = 0;
  let group = 0;
  let count = 0;
  for (const byte of bytes) {
    if (byte === 0x7e) break;
    if (byte === 0x7a && count === 0) length += 4;
    else if (byte >= 0x21 && byte <= 0x75) {
      group = group * 85 + (byte - 0x21);
      count += 1;
      if (count < 5) continue;
      for (let shift = 24; shift >= 0; shift -= 8) out[length++] = Math.floor(group / 2 ** shift) & 0xff;
      group = 0;
      count = 0;
    }
  }
  return out.subarray(0, length);
};

const fromHex = (bytes: Uint8Array): Uint8Array => {
  const digits = latin1
    .decode(bytes)
    .replace(/>[^]*$/, '')
    .replace(/[^\da-f]/gi, '');
  const out = new Uint8Array(digits.length >> 1);
  for (let index = 0; index < out.length; index += 1)
    out[index] = Number.parseInt(digits.slice(index * 2, index * 2 + 2), 16);
  return out;
};

/** Size of inflated bytes, counted without keeping them, up to a little more than `max`. */
const inflatedSize = async (bytes: Uint8Array, max: number, depth = 0): Promise<number> => {
  const unpacker = new DecompressionStream('deflate');
  const writer = unpacker.writable.getWriter();
  // A broken or cut-off stream ends the count; what came out until then is what a reader gets too.
  const written = writer.write(new Uint8Array(bytes)).then(() => writer.close());
  written.catch(() => undefined);
  const reader = unpacker.readable.getReader();
  let size = 0;
  const kept: Uint8Array[] = [];
  let keptBytes = 0;
  try {
    for (;;) {
      const { done, value } = (await reader.read()) as { done: boolean; value?: Uint8Array };
      if (done || !value) break;
      size += value.byteLength;
      const isPackedTwice = keptBytes > 0 || (size === value.byteLength && isZlib(value));
      if (isPackedTwice) {
        kept.push(value);
        keptBytes += value.byteLength;
      }
      if (size > max) break;
    }
  } catch {
    // Counted so far.
  }
  reader.cancel().catch(() => undefined);
  if (size > max || keptBytes === 0) return size;
  if (depth >= MAX_LAYERS) return Number.POSITIVE_INFINITY;
  return size + (await inflatedSize(joined(kept, keptBytes), max, depth + 1));
};

const MAX_LAYERS = 3;

const joined = (parts: readonly Uint8Array[], length: number): Uint8Array => {
  const out = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.byteLength;
  }
  return out;
};

/** Largest expansion of each byte in these codings. */
const RUN_LENGTH_RATIO = 64;
const LZW_RATIO = 2_731;

const codedSize = async (bytes: Uint8Array, dictionary: string, max: number): Promise<number> => {
  if (isZlib(bytes)) return inflatedSize(bytes, max);
  // A coding that is named elsewhere may be any.
  const isUntold = /\/(?:Filter|F)\s*\d/.test(dictionary);
  if (isUntold || /LZW/.test(dictionary)) return bytes.length * LZW_RATIO;
  if (/\/(?:RunLengthDecode|RL)(?![A-Za-z])/.test(dictionary)) return bytes.length * RUN_LENGTH_RATIO;
  if (/\/(?:ASCII85Decode|A85)(?![A-Za-z])/.test(dictionary)) {
    const inner = fromAscii85(bytes);
    return isZlib(inner) ? inflatedSize(inner, max) : inner.length;
  }
  if (/\/(?:ASCIIHexDecode|AHx)(?![A-Za-z])/.test(dictionary)) {
    const inner = fromHex(bytes);
    return isZlib(inner) ? inflatedSize(inner, max) : inner.length;
  }
  return bytes.length;
};

const bytesOf = (text: string): number[] => Array.from(text, (character) => character.charCodeAt(0));
const STREAM = bytesOf('stream');
const END_STREAM = bytesOf('endstream');

const indexOfBytes = (bytes: Uint8Array, wanted: readonly number[], from: number): number => {
  const [first = 0] = wanted;
  for (let at = bytes.indexOf(first, from); at >= 0; at = bytes.indexOf(first, at + 1)) {
    if (wanted.every((byte, index) => bytes[at + index] === byte)) return at;
  }
  return -1;
};

/** Where the content of a stream begins: after the line break behind its keyword. */
const contentStart = (bytes: Uint8Array, keyword: number): number => {
  let at = keyword + STREAM.length;
  while (at < bytes.length && bytes[at] !== 0x0a && bytes[at] !== 0x0d) at += 1;
  return bytes[at] === 0x0d && bytes[at + 1] === 0x0a ? at + 2 : at + 1;
};

/**
 * Why the document is not opened: the reader unpacks each of its streams whole into memory, so their sizes are counted
 * before, in small pieces. Undefined where all of it stays within the bounds.
 */
export const refusalOf = async (bytes: Uint8Array): Promise<PdfRefusal | undefined> => {
  let total = 0;
  let from = 0;
  for (;;) {
    const keyword = indexOfBytes(bytes, STREAM, from);
    const between = latin1.decode(bytes.subarray(from, keyword < 0 ? bytes.length : keyword));
    if (ENCRYPTED.test(between)) return 'encrypted';
    if (DISGUISED.test(between)) return 'with disguised names';
    if (keyword < 0) return undefined;
    const start = contentStart(bytes, keyword);
    const found = indexOfBytes(bytes, END_STREAM, start);
    const end = found < 0 ? bytes.length : found;
    const size = await codedSize(bytes.subarray(start, end), between.slice(-4_096), MAX_PDF_STREAM_BYTES);
    total += size;
    if (size > MAX_PDF_STREAM_BYTES || total > MAX_PDF_UNPACKED_BYTES) return 'too large when unpacked';
    from = found < 0 ? bytes.length : found + END_STREAM.length;
  }
};
