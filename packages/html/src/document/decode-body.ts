import { getBOMEncoding, legacyHookDecode, normalizeEncoding, TextDecoder } from '@exodus/bytes/encoding.js';
import { getEncoding } from 'encoding-sniffer';
import { guessEncoding } from './guess-encoding.js';
import { documentKind } from './media-type.js';

export interface DecodedBody {
  readonly text: string;
  /** Name of the encoding used, as the Encoding standard spells it, in lower case. */
  readonly encoding: string;
}

/**
 * How far a declaration in the document is looked for. The standard's prescan is 1024 bytes, but a browser that meets a
 * later `<meta charset>` decodes anew from the start, so the outcome is that of a longer prescan.
 */
export const PRESCAN_BYTES = 64 * 1024;

/** Where nearly every declaration stands; the sniffer goes through every byte it is given, found or not. */
const FIRST_PRESCAN_BYTES = 1_024;

/** Bytes beyond one per character that must be there before valid UTF-8 outweighs what a document says of itself. */
const MIN_EXTRA_BYTES_AGAINST_META = 4;

/** The sniffer must be given a default it knows; this one it never finds in a document, where it means windows-1252. */
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

/** Without its word there is no declaration, which a search tells far sooner than the sniffer. */
const mayDeclareLate = (bytes: Uint8Array): boolean =>
  bytes.length > FIRST_PRESCAN_BYTES &&
  /charset/i.test(new TextDecoder('windows-1252').decode(bytes.subarray(0, PRESCAN_BYTES)));

const declaredEncoding = (bytes: Uint8Array): string | undefined =>
  prescan(bytes, FIRST_PRESCAN_BYTES) ?? (mayDeclareLate(bytes) ? prescan(bytes, PRESCAN_BYTES) : undefined);

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

const decodeDeclared = (bytes: Uint8Array, declared: string): DecodedBody => {
  if (declared === 'utf-8' || declared.startsWith('utf-16')) return decodeAs(bytes, declared);
  const text = readUtf8(bytes);
  // Re-saved pages keep their old meta tag: that many valid sequences are no accident in any other encoding.
  const isUtf8 = text !== undefined && bytes.length - text.length >= MIN_EXTRA_BYTES_AGAINST_META;
  return isUtf8 ? { text, encoding: 'utf-8' } : decodeAs(bytes, declared);
};

/**
 * Decodes as browsers do: byte order mark, then the header's charset, then the document's own declaration, then what the
 * bytes look like, at last windows-1252. JSON is UTF-8 unless a mark or the header says otherwise. Never throws.
 */
export const decodeBody = (bytes: Uint8Array, contentTypeHeader?: string): DecodedBody => {
  const bom = getBOMEncoding(bytes);
  if (bom) return decodeAs(bytes, bom);
  const fromHeader = headerCharset(contentTypeHeader);
  if (fromHeader) return decodeAs(bytes, fromHeader);
  const told = contentTypeHeader ? documentKind(contentTypeHeader) : undefined;
  if (told === 'json') return decodeAs(bytes, 'utf-8');
  if (told === 'text') return decodeUndeclared(bytes, false);
  const declared = declaredEncoding(bytes);
  if (declared) return decodeDeclared(bytes, declared);
  if (told === 'xml') return decodeAs(bytes, 'utf-8');
  return decodeUndeclared(bytes, true);
};
