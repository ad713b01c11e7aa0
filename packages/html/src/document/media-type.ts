import { zipMediaType } from './zip-media-type.js';

const SNIFF_BYTES = 1445;

/** The type without its parameters, such as `text/html`; undefined where a header says none. */
export const essenceOf = (contentType: string | undefined): string | undefined => {
  const essence = contentType?.split(',').at(-1)?.split(';')[0]?.trim().toLowerCase();
  return essence && /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/.test(essence) ? essence : undefined;
};

/** Types that servers send when they know none, so the bytes decide. */
const UNTOLD: ReadonlySet<string> = new Set([
  'text/plain',
  'application/octet-stream',
  'binary/octet-stream',
  'application/unknown',
  'unknown/unknown',
  'content/unknown',
]);

const ALIASES: ReadonlyMap<string, string> = new Map([
  ['image/jpg', 'image/jpeg'],
  ['image/pjpeg', 'image/jpeg'],
  ['application/x-pdf', 'application/pdf'],
  ['text/json', 'application/json'],
]);

/** Types that servers send for office documents of any kind, so the entries of an archive decide. */
const ANY_OFFICE =
  /^application\/(?:zip|x-zip|x-zip-compressed|msword|vnd\.ms-(?:word|excel|powerpoint)\b.*|vnd\.openxmlformats-officedocument\..*)$/;

const ZIP = 'application/zip';

const MAGIC: readonly (readonly [string, string])[] = [
  ['%PDF-', 'application/pdf'],
  ['\x89PNG\r\n\x1a\n', 'image/png'],
  ['\xff\xd8\xff', 'image/jpeg'],
  ['GIF87a', 'image/gif'],
  ['GIF89a', 'image/gif'],
  ['\x1f\x8b\x08', 'application/gzip'],
  ['PK\x03\x04', ZIP],
  ['BM', 'image/bmp'],
  ['\x00\x00\x01\x00', 'image/x-icon'],
  ['OggS\x00', 'application/ogg'],
  ['ID3', 'audio/mpeg'],
  ['wOFF', 'font/woff'],
  ['wOF2', 'font/woff2'],
];

const HTML_START =
  /^<(?:!doctype html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p|meta|link|nav|main|section|article|ul|span|form|center|header)[\s/>]/i;

const magicType = (head: string): string | undefined => {
  const hit = MAGIC.find(([prefix]) => head.startsWith(prefix));
  // Two letters are too few for a verdict on what may be prose.
  if (hit && !(hit[0] === 'BM' && !isBinary(head))) return hit[1];
  if (head.startsWith('RIFF') && head.slice(8, 14) === 'WEBPVP') return 'image/webp';
  if (head.slice(4, 8) === 'ftyp') return head.slice(8, 12) === 'avif' ? 'image/avif' : 'video/mp4';
  return undefined;
};

/** Bytes that no text holds, as the MIME sniffing standard lists them. */
// oxlint-disable-next-line no-control-regex
const BINARY_BYTE = /[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f]/;
const isBinary = (head: string): boolean => BINARY_BYTE.test(head);

const bomLength = (head: string): number => {
  if (head.startsWith('\xef\xbb\xbf')) return 3;
  return head.startsWith('\xff\xfe') || head.startsWith('\xfe\xff') ? 2 : 0;
};

const markupType = (start: string): string | undefined => {
  if (start.startsWith('<?xml')) {
    return /<html[\s>]|<!doctype html/i.test(start) ? 'application/xhtml+xml' : 'application/xml';
  }
  const afterComments = start.replace(/^(?:<!--[^]*?(?:-->|$)\s*)+/, '');
  if (HTML_START.test(`${afterComments} `)) return 'text/html';
  if (/^<svg[\s>]/i.test(afterComments)) return 'image/svg+xml';
  return /^<(?:rss|feed|rdf:RDF|urlset|sitemapindex)[\s>]/.test(afterComments) ? 'application/xml' : undefined;
};

const looksLikeJson = (start: string): boolean =>
  /^(?:\{\s*(?:"|\}|$)|\[\s*(?:["[{\]\d-]|true|false|null|$))/.test(start);

const sniffBytes = (head: string): string => {
  const magic = magicType(head);
  if (magic) return magic;
  const bom = bomLength(head);
  const isWide = bom === 2;
  const readable = isWide ? head.slice(bom).replaceAll('\0', '') : head.slice(bom);
  const start = readable.trimStart();
  const markup = markupType(start);
  if (markup) return markup;
  if (!isWide && isBinary(head)) return 'application/octet-stream';
  return looksLikeJson(start) ? 'application/json' : 'text/plain';
};

/**
 * The document's media type in essence form, such as `text/html`. A declared type holds, except where the bytes plainly are
 * something else that is not text, and where the type says nothing (`text/plain`, `application/octet-stream`). Of a zip archive
 * its entries tell the type.
 */
export const sniffMediaType = (bytes: Uint8Array, contentTypeHeader?: string): string => {
  const type = typeByHead(bytes, contentTypeHeader);
  const mayBeOther = type === ZIP || (ANY_OFFICE.test(type) && hasZipHead(bytes));
  return mayBeOther ? (zipMediaType(bytes) ?? type) : type;
};

const hasZipHead = ([first, second]: Uint8Array): boolean => first === 0x50 && second === 0x4b;

const typeByHead = (bytes: Uint8Array, contentTypeHeader: string | undefined): string => {
  const told = essenceOf(contentTypeHeader);
  const head = String.fromCharCode(...bytes.subarray(0, SNIFF_BYTES));
  if (told !== undefined && !UNTOLD.has(told)) {
    const isText = told.startsWith('text/') || /[/+](?:json|xml)$/.test(told);
    const magic = isText ? magicType(head) : undefined;
    if (magic !== undefined && isBinary(head)) return magic;
    return ALIASES.get(told) ?? told;
  }
  if (bytes.length === 0) return told ?? 'text/plain';
  const sniffed = sniffBytes(head);
  // Plain text that happens to look like markup or JSON stays what the server called it.
  if (told === 'text/plain' && !isBinary(head))
    return bytes[0] === 0x25 && sniffed === 'application/pdf' ? sniffed : told;
  return told !== undefined && told !== 'text/plain' && sniffed === 'text/plain' ? 'text/plain' : sniffed;
};

export type DocumentKind = 'html' | 'xml' | 'json' | 'text' | 'binary';

/** What can be done with a document of this type. SVG counts as XML: it is a text a caller may want. */
export const documentKind = (mediaType: string): DocumentKind => {
  const essence = essenceOf(mediaType) ?? mediaType.toLowerCase();
  if (essence === 'text/html' || essence === 'application/xhtml+xml') return 'html';
  if (/[/+]xml$/.test(essence)) return 'xml';
  if (/[/+](?:json|ld\+json)$/.test(essence) || essence === 'application/x-json') return 'json';
  if (essence.startsWith('text/') || TEXT_APPLICATIONS.has(essence)) return 'text';
  return 'binary';
};

const TEXT_APPLICATIONS: ReadonlySet<string> = new Set([
  'application/javascript',
  'application/x-javascript',
  'application/ecmascript',
  'application/ndjson',
  'application/x-ndjson',
  'application/jsonl',
  'application/yaml',
  'application/x-yaml',
  'application/toml',
  'application/sql',
  'application/x-sh',
  'application/graphql',
]);

/** Whether a page of this media type is written in the syntax of XML: a slash closes any element, and CDATA sections are text. */
export const isXhtml = (mediaType: string): boolean => /^\s*application\/xhtml\+xml\s*(?:;|$)/i.test(mediaType);
