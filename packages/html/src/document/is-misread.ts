import { TextDecoder } from '@exodus/bytes/encoding.js';
import { createMultibyteEncoder } from '@exodus/bytes/multi-byte.js';
import { createSinglebyteEncoder } from '@exodus/bytes/single-byte.js';
import { isMostlyBroken, LOOKED_AT_CHARS } from './broken-text.js';
import { declaredCharset, decodeBody, MIN_EXTRA_BYTES, PRESCAN_BYTES } from './decode-body.js';

const MULTI_BYTE = new Set(['gbk', 'gb18030', 'big5', 'euc-jp', 'iso-2022-jp', 'shift_jis', 'euc-kr']);
const LOST = '\uFFFD';
const NO_BYTES = new Uint8Array();

/** The bytes of a text in one of the encodings of the web; undefined if it has characters that the encoding lacks. */
const encode = (text: string, encoding: string): Uint8Array | undefined => {
  try {
    const toBytes = MULTI_BYTE.has(encoding) ? createMultibyteEncoder(encoding) : createSinglebyteEncoder(encoding);
    return toBytes(text);
  } catch {
    return undefined;
  }
};

/** Bytes of which some are missing. */
const isMostlyUtf8 = (bytes: Uint8Array): boolean => {
  const text = new TextDecoder('utf-8').decode(bytes);
  return bytes.length - text.length >= MIN_EXTRA_BYTES && !isMostlyBroken(text, bytes);
};

/**
 * Whether a document contradicts the charset that it declares, told from its text as a browser has decoded it: by that charset.
 * For bytes `decodeBody` tells; a browser does not keep them, but most charsets lead back to them. False where none is declared.
 */
export const isMisread = (whole: string, contentTypeHeader?: string): boolean => {
  const text = whole.slice(0, LOOKED_AT_CHARS);
  const declared = declaredCharset(Buffer.from(text.slice(0, PRESCAN_BYTES)), contentTypeHeader);
  if (declared === undefined) return false;
  // Bytes that are no UTF-8 are gone once they were read as such.
  if (declared === 'utf-8') return isMostlyBroken(text, NO_BYTES);
  const parts = text.split(LOST).map((part) => encode(part, declared) ?? NO_BYTES);
  if (parts.length > 1) return isMostlyBroken(text, NO_BYTES) || isMostlyUtf8(Buffer.concat(parts));
  return parts.some((bytes) => decodeBody(bytes, contentTypeHeader).contradicts !== undefined);
};
