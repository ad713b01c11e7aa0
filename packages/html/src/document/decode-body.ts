import { getBOMEncoding, legacyHookDecode, normalizeEncoding, TextDecoder } from '@exodus/bytes/encoding.js';
import { getEncoding } from 'encoding-sniffer';
import { isMostlyBroken } from './broken-text.js';
import { FALLBACK_ENCODING, guessEncoding } from './guess-encoding.js';
import { documentKind } from './media-type.js';

export interface DecodedBody {
  readonly text: string;
  /** Name of the encoding used, as the Encoding standard spells it, in lower case. */
  readonly encoding: string;
  /** The declared encoding, if the bytes contradict it and were decoded by what they are. */
  readonly contradicts?: string;
}

/** Warning about a document whose bytes contradict its declared charset. */
export const CHARSET_MISMATCH = 'charset_mismatch';

/**
 * How far a declaration in the document is looked for. The standard's prescan is 1024 bytes, but a browser that meets a
 * later `<meta charset>` decodes again from the start, so the result is that of a longer prescan.
 */
export const PRESCAN_BYTES = 64 * 1024;

/** Nearly every declaration is within these bytes; the sniffer reads every byte it is given, whether or not it finds one. */
const FIRST_PRESCAN_BYTES = 1_024;

/** Bytes beyond one per character that must be there before valid UTF-8 outweighs what is declared. */
export const MIN_EXTRA_BYTES = 4;

/** The sniffer needs a default that it knows. It never finds this one in a document, where the name means windows-1252. */
const NONE_DECLARED = 'x-user-defined';

const headerCharset = (contentTypeHeader: string | undefined): string | undefined => {
  const label = /;\s*charset\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s;,"']+))/i.exec(contentTypeHeader ?? '');
  const name = (label?.[1] ?? label?.[2] ?? label?.[3])?.trim();
  return name ? (normalizeEncoding(name) ?? undefined) : undefined;
};

const prescan = (bytes: Uint8Array, maxBytes: number): string | undefined => {
  const found = getEncoding(bytes, { defaultEncoding: NONE_DECLARED, maxBytes });
  return found.toLowerCase() === NONE_DECLARED ? undefined : (normalizeEncoding(found) ?? undefined);
};

/** A declaration contains this word, and a search for it is far faster than the sniffer. */
const mayDeclareLate = (bytes: Uint8Array): boolean =>
  bytes.length > FIRST_PRESCAN_BYTES &&
  /charset/i.test(new TextDecoder('windows-1252').decode(bytes.subarray(0, PRESCAN_BYTES)));

const declaredEncoding = (bytes: Uint8Array): string | undefined =>
  prescan(bytes, FIRST_PRESCAN_BYTES) ?? (mayDeclareLate(bytes) ? prescan(bytes, PRESCAN_BYTES) : undefined);

/** The charset that the header or, without one, the document itself declares. */
export const declaredCharset = (bytes: Uint8Array, contentTypeHeader?: string): string | undefined =>
  headerCharset(contentTypeHeader) ?? declaredEncoding(bytes);

/** Undefined for bytes that are no UTF-8. */
const readUtf8 = (bytes: Uint8Array): string | undefined => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
};

const decodeAs = (bytes: Uint8Array, encoding: string): DecodedBody => ({
  text: legacyHookDecode(bytes, encoding),
  encoding: encoding === 'replacement' ? 'replacement' : (getBOMEncoding(bytes) ?? encoding),
});

const decodeUndeclared = (bytes: Uint8Array, isMarkup: boolean): DecodedBody => {
  const text = readUtf8(bytes);
  if (text !== undefined) {
    // Pure ASCII reads the same either way; the name is the one a browser would report.
    return { text, encoding: bytes.length > text.length || !isMarkup ? 'utf-8' : 'windows-1252' };
  }
  return decodeAs(bytes, guessEncoding(bytes));
};

/** So many valid sequences are no accident in another encoding; and UTF-16 of any text with ASCII in it has zeros. */
const isSurelyUtf8 = (bytes: Uint8Array, text: string, declared: string): boolean =>
  declared.startsWith('utf-16')
    ? bytes.length > 1 && !bytes.includes(0)
    : bytes.length - text.length >= MIN_EXTRA_BYTES;

const isLegible = (decoded: DecodedBody, bytes: Uint8Array): boolean => !isMostlyBroken(decoded.text, bytes);

/** What bytes are that are not what was declared; undefined if nothing fits them better. */
const decodeInstead = (bytes: Uint8Array, declared: string): DecodedBody | undefined => {
  const ownWord = declaredEncoding(bytes);
  if (ownWord !== undefined && ownWord !== declared && ownWord !== 'utf-8') {
    const decoded = decodeAs(bytes, ownWord);
    if (isLegible(decoded, bytes)) return decoded;
  }
  const guess = guessEncoding(bytes);
  const isGuessed = guess !== FALLBACK_ENCODING || declared === 'utf-8';
  return isGuessed && guess !== declared ? decodeAs(bytes, guess) : undefined;
};

/** By the declared encoding, as browsers do, unless the bytes contradict it. */
const decodeDeclared = (bytes: Uint8Array, declared: string): DecodedBody => {
  const text = readUtf8(bytes);
  if (text !== undefined && declared === 'utf-8') return { text, encoding: declared };
  // Re-saved pages keep their old meta tag, and servers their old header.
  if (text !== undefined && isSurelyUtf8(bytes, text, declared)) {
    return { text, encoding: 'utf-8', contradicts: declared };
  }
  const decoded = decodeAs(bytes, declared);
  if (isLegible(decoded, bytes)) return decoded;
  const instead = decodeInstead(bytes, declared);
  return instead ? { ...instead, contradicts: declared } : decoded;
};

/**
 * Decodes as browsers do: byte order mark, then the header's charset, then the document's own declaration, then what the
 * bytes look like, else windows-1252. JSON is UTF-8 unless a mark or the header says otherwise. Unlike in browsers, bytes that
 * contradict what is declared are decoded by what they are. Never throws.
 */
export const decodeBody = (bytes: Uint8Array, contentTypeHeader?: string): DecodedBody => {
  const bom = getBOMEncoding(bytes);
  if (bom) return decodeAs(bytes, bom);
  const fromHeader = headerCharset(contentTypeHeader);
  if (fromHeader) return decodeDeclared(bytes, fromHeader);
  const told = contentTypeHeader ? documentKind(contentTypeHeader) : undefined;
  if (told === 'json') return decodeAs(bytes, 'utf-8');
  if (told === 'text') return decodeUndeclared(bytes, false);
  const declared = declaredEncoding(bytes);
  if (declared) return decodeDeclared(bytes, declared);
  if (told === 'xml') return decodeAs(bytes, 'utf-8');
  return decodeUndeclared(bytes, true);
};
