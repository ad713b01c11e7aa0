import { parse } from 'tldts';
import type { Element } from 'domhandler';
import { isNeverShown } from '../dom/visibility.js';
import { walk } from '../dom/walk.js';
import type { ConversionLimitName, ConversionLimits } from './conversion-limits.js';
import type { PageSource } from './page-source.js';

const MAX_LOCAL_CHARS = 64;
const MAX_ADDRESS_CHARS = 254;

/** Endings of file names that happen to be top-level domains or look like one after an `@2x`. */
const FILE_ENDING =
  /\.(?:png|jpe?g|gif|webp|avif|svg|bmp|ico|tiff?|css|js|mjs|cjs|jsx|tsx?|map|json|xml|html?|php|aspx?|woff2?|ttf|eot|otf|mp[34]|webm|avi|mov|zip|pdf|docx?|xlsx?|py|sh|rs|md)$/i;

const LOCAL = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i;

/** The address in lower case, or undefined where it is none that could be delivered. */
export const normalizeEmail = (candidate: string): string | undefined => {
  const address = candidate.trim().toLowerCase();
  const at = address.lastIndexOf('@');
  if (at < 1 || at > MAX_LOCAL_CHARS || address.length > MAX_ADDRESS_CHARS) return undefined;
  const local = address.slice(0, at);
  const host = address.slice(at + 1).replace(/\.$/, '');
  if (!LOCAL.test(local) || FILE_ENDING.test(host)) return undefined;
  const parsed = parse(host, { allowPrivateDomains: true, validateHostname: true });
  const isReal = parsed.isIp === false && (parsed.isIcann === true || parsed.isPrivate === true);
  if (!isReal || parsed.publicSuffix === host) return undefined;
  return `${local}@${parsed.hostname ?? host}`;
};

const decodePercent = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Addresses of a `mailto:` target: several, named ones, and those of its `to`, `cc` and `bcc` fields. */
const fromMailto = (href: string): string[] => {
  const [, path = '', query = ''] = /^\s*mailto:([^?#]*)(?:\?([^#]*))?/i.exec(href) ?? [];
  const fields = query
    .split(/&(?:amp;)?/)
    .filter((field) => /^(?:to|cc|bcc)=/i.test(field))
    .map((field) => field.slice(field.indexOf('=') + 1));
  return [path, ...fields]
    .flatMap((list) => decodePercent(list).split(/[,;]/))
    .map((entry) => /<([^<>]+)>/.exec(entry)?.[1] ?? entry);
};

/** Undoes the XOR that Cloudflare hides addresses with: the first byte is the key. */
export const decodeCfEmail = (hex: string): string => {
  if (!/^(?:[\da-f]{2}){2,300}$/i.test(hex)) return '';
  const key = Number.parseInt(hex.slice(0, 2), 16);
  let bytes = '';
  for (let index = 2; index < hex.length; index += 2) {
    bytes += `%${(Number.parseInt(hex.slice(index, index + 2), 16) ^ key).toString(16).padStart(2, '0')}`;
  }
  return decodePercent(bytes);
};

const PLAIN =
  /(?<![a-z0-9!#$%&'*+/=?^_`{|}~.-])[a-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.){1,8}[\p{L}][\p{L}\p{N}-]{1,62}/giu;

const AT = String.raw`\s{0,3}(?:[[({<]\s{0,2}(?:at|@|arroba|ätt|ät)\s{0,2}[\])}>])\s{0,3}`;
const DOT = String.raw`(?:\.|\s{0,3}[[({<]\s{0,2}(?:dot|\.|punkt|punto|point)\s{0,2}[\])}>]\s{0,3}|\s{1,3}dot\s{1,3})`;
const OBFUSCATED = new RegExp(
  String.raw`([\w+-]{1,32}(?:${DOT}[\w+-]{1,32}){0,4})${AT}([\w-]{1,63}(?:${DOT}[\w-]{1,63}){1,5})`,
  'giu',
);
const ANY_DOT = new RegExp(DOT, 'giu');

const BRACKETED_AT = /[[({<]\s{0,2}(?:at|@|arroba|ätt|ät)/i;

const fromText = (text: string): string[] => {
  const found: string[] = [];
  if (text.includes('@')) for (const [address] of text.matchAll(PLAIN)) found.push(trimAddress(address));
  if (BRACKETED_AT.test(text)) {
    for (const [, local = '', host = ''] of text.matchAll(OBFUSCATED)) found.push(`${undot(local)}@${undot(host)}`);
  }
  return found;
};

const undot = (text: string): string => text.replace(ANY_DOT, '.').replace(/\s+/g, '');
/** Prose around an address: quotes and marks that a local part may hold but hardly ever starts with. */
const trimAddress = (address: string): string => address.replace(/^[^a-z0-9_+]+/i, '');

/** A run of text longer than this is cut where it is looked through, with an overlap no address exceeds. */
const TEXT_SLICE = 200_000;

const attributeEmails = (element: Element): string[] => {
  const { href, 'data-cfemail': hidden } = element.attribs;
  const found: string[] = [];
  if (hidden) found.push(decodeCfEmail(hidden));
  if (href && /^\s*mailto:/i.test(href)) found.push(...fromMailto(href));
  const protectedPart = href && /\/cdn-cgi\/l\/email-protection#([\da-f]+)/i.exec(href)?.[1];
  if (protectedPart) found.push(decodeCfEmail(protectedPart));
  return found;
};

class EmailSet {
  private readonly emails = new Set<string>();

  constructor(
    private readonly limits: Pick<ConversionLimits, 'maxEmails'>,
    private readonly limitsHit: Set<ConversionLimitName>,
  ) {}

  add(candidates: readonly string[]): void {
    for (const candidate of candidates) {
      const email = normalizeEmail(candidate);
      if (email === undefined || this.emails.has(email)) continue;
      if (this.emails.size < this.limits.maxEmails) this.emails.add(email);
      else this.limitsHit.add('maxEmails');
    }
  }

  addText(text: string): void {
    for (let start = 0; start < text.length; start += TEXT_SLICE) {
      this.add(fromText(text.slice(start, start + TEXT_SLICE + MAX_ADDRESS_CHARS)));
    }
  }

  toArray(): string[] {
    return [...this.emails];
  }
}

/** Addresses in a document that is text but no web page. */
export const emailsInText = (
  text: string,
  limits: Pick<ConversionLimits, 'maxEmails'>,
  limitsHit: Set<ConversionLimitName>,
): string[] => {
  const emails = new EmailSet(limits, limitsHit);
  emails.addText(text);
  return emails.toArray();
};

/** The page's e-mail addresses, lower case, in order of appearance, each once; only ones under a real public suffix. */
export const collectEmails = (source: PageSource): string[] => {
  const emails = new EmailSet(source.limits, source.limitsHit);
  let pending: string[] = [];
  const flush = (): void => {
    if (pending.length === 0) return;
    const text = pending.join('');
    if (text.includes('@') || BRACKETED_AT.test(text)) emails.addText(text.replace(/\s+/g, ' '));
    pending = [];
  };
  walk(source.root, {
    enter: (element) => {
      if (isNeverShown(element.name) && element.name !== 'noscript') return false;
      if (!INLINE.has(element.name)) flush();
      emails.add(attributeEmails(element));
      return true;
    },
    leave: (element) => {
      if (!INLINE.has(element.name)) flush();
    },
    text: (node) => {
      pending.push(node.data);
    },
  });
  flush();
  return emails.toArray();
};

/** Elements that may split an address without parting it. */
const INLINE: ReadonlySet<string> = new Set(
  'a abbr b bdi bdo code em font i mark s small span strong sub sup tt u wbr'.split(' '),
);
