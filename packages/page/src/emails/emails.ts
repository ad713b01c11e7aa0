import type { Element } from 'domhandler';
import { isNeverShown, isShadowRoot, walk } from '@quarry/html';
import { cfEmail, decodePercent } from './cf-email.js';
import type { ConversionLimitName, ConversionLimits } from '../source/conversion-limits.js';
import { statedEmail } from './email-address.js';
import { findEmails, mayHoldEmail } from './emails-in-text.js';
import type { PageSource } from '../source/page-source.js';

const isMailto = (href: string | undefined): href is string => href !== undefined && /^\s*mailto:/i.test(href);

/** Addresses of a `mailto:` target: several, named ones, and those of its `to`, `cc` and `bcc` fields. */
const fromMailto = (href: string): (string | undefined)[] => {
  const [, path = '', query = ''] = /^\s*mailto:\/*([^?#]*)(?:\?([^#]*))?/i.exec(href) ?? [];
  const fields = query
    .split(/&(?:amp;)?/)
    .filter((field) => /^(?:to|cc|bcc)=/i.test(field))
    .map((field) => field.slice(field.indexOf('=') + 1));
  return [path, ...fields]
    .flatMap((list) => decodePercent(list).split(/[,;]/))
    .map((entry) => statedEmail(/<([^<>]+)>/.exec(entry)?.[1] ?? entry.replace(/(@[^@&]*)&.*$/s, '$1')));
};

const attributeEmails = (element: Element): (string | undefined)[] => {
  const { href } = element.attribs;
  return [cfEmail(element), ...(isMailto(href) ? fromMailto(href) : [])];
};

class EmailSet {
  private readonly emails = new Set<string>();

  constructor(
    private readonly limits: Pick<ConversionLimits, 'maxEmails'>,
    private readonly limitsHit: Set<ConversionLimitName>,
  ) {}

  add(email: string | undefined): void {
    if (email === undefined || this.emails.has(email)) return;
    if (this.emails.size < this.limits.maxEmails) this.emails.add(email);
    else this.limitsHit.add('maxEmails');
  }

  addText(text: string): void {
    findEmails(text, (email) => {
      this.add(email);
    });
  }

  toArray(): string[] {
    return [...this.emails];
  }
}

/** Addresses in texts of a document that is no web page. */
export const emailsInTexts = (
  texts: readonly string[],
  limits: Pick<ConversionLimits, 'maxEmails'>,
  limitsHit: Set<ConversionLimitName>,
): string[] => {
  const emails = new EmailSet(limits, limitsHit);
  for (const text of texts) if (mayHoldEmail(text)) emails.addText(text);
  return emails.toArray();
};

/** Strings of a JSON value, names of properties among them, in its order. */
export const jsonTexts = (value: unknown): string[] => {
  const texts: string[] = [];
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === 'string') texts.push(next);
    else if (typeof next === 'object' && next !== null) {
      const parts: unknown[] = Array.isArray(next) ? next : Object.entries(next).flat();
      for (let index = parts.length - 1; index >= 0; index -= 1) open.push(parts[index]);
    }
  }
  return texts;
};

/**
 * The page's e-mail addresses, lower case, in order of appearance, each once. Those that a link states are taken as they are,
 * those in the text where their host is public or has a name reserved for private networks and examples.
 */
export const collectEmails = (source: PageSource): string[] => {
  const emails = new EmailSet(source.limits, source.limitsHit);
  let pending: string[] = [];
  let reversed: Element | undefined;
  const flush = (): void => {
    if (pending.length === 0) return;
    const text = pending.join('');
    pending = [];
    if (!mayHoldEmail(text)) return;
    const line = text.replace(/\s+/g, ' ').trim();
    emails.addText(reversed ? [...line].reverse().join('') : line);
  };
  walk(source.root, {
    enter: (element) => {
      if (isNeverShown(element.name) && !mayHoldAddresses(element)) return false;
      if (partsText(element)) flush();
      if (!reversed && isShownBackwards(element)) {
        flush();
        reversed = element;
      }
      for (const email of attributeEmails(element)) emails.add(email);
      return true;
    },
    leave: (element) => {
      if (partsText(element) || element === reversed) flush();
      if (element === reversed) reversed = undefined;
    },
    text: (node) => {
      pending.push(node.data);
    },
  });
  flush();
  return emails.toArray();
};

/** Text written backwards that only the rendered page shows forwards. */
const isShownBackwards = ({ name, attribs: { style, dir } }: Element): boolean => {
  const isOverride =
    name === 'bdo' || (style !== undefined && /unicode-bidi\s*:\s*(?:bidi|isolate)-override/i.test(style));
  return isOverride && (dir?.toLowerCase() === 'rtl' || /direction\s*:\s*rtl/i.test(style ?? ''));
};

const mayHoldAddresses = (element: Element): boolean =>
  element.name === 'noscript' || element.name === 'area' || isShadowRoot(element);

/** Elements that may split an address without ending it. */
const INLINE: ReadonlySet<string> = new Set(
  'a abbr b bdi bdo code em font i mark s small span strong sub sup tt u wbr'.split(' '),
);

/** Text beside a link to an address is not part of the address. */
const partsText = (element: Element): boolean => !INLINE.has(element.name) || isMailto(element.attribs['href']);
