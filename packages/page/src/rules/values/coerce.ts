import type { AiRule } from '@quarry/contracts';
import type { Element } from 'domhandler';
import {
  allBelow,
  durationMinutes,
  foldAccents,
  goesOnAsRange,
  isDateText,
  isObject,
  isRangeSign,
  moneyIn,
  onlyNumber,
  statedCurrency,
  statedNumber,
  visibleText,
  walk,
  writesDecimalComma,
} from '@quarry/html';
import type { ValueKind } from '../concepts/concept.js';
import type { UrlResolver } from '../../source/url-resolver.js';
import { bare, cleanText, wordsOf } from '../concepts/words.js';
import type { Candidate } from './candidate.js';
import { entityText } from './entity-text.js';
import { ratingIn } from './ratings.js';
import { statedStock, stockIn, stockNames } from './stock.js';

export interface PageContext {
  readonly urls: UrlResolver;
  readonly language: string | undefined;
  /** The currency of a bare `$` on this page. */
  readonly dollar: string | undefined;
}

type Scalar = string | number | boolean;
type ScalarType = 'string' | 'number' | 'boolean';

const YES = new Set(
  'yes true y 1 ja oui si sim tak allowed included available free telecommute kostenlos gratis gratuit free shipping'.split(
    ' ',
  ),
);
const NO = new Set('no false n 0 nein non nao nee nie not allowed none'.split(' '));

/** Characters read of one value. */
const MAX_VALUE_CHARS = 20_000;

const TAGS = /<\/?[a-z][^<>]{0,500}>/gi;
const ENTITIES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    '#39': "'",
    apos: "'",
    nbsp: ' ',
    '#x27': "'",
    '#8217': '’',
  }),
);

/** Text of a value; data often contains markup. */
export const plainText = (value: string): string => {
  const cut = value.slice(0, MAX_VALUE_CHARS);
  const plain = cut.includes('<') ? cut.replace(/<(?:br|\/p|\/li)\b[^<>]{0,100}>/gi, '\n').replace(TAGS, '') : cut;
  const read = plain.includes('&')
    ? plain.replace(/&(#?\w{2,6});/g, (whole, name: string) => ENTITIES.get(name.toLowerCase()) ?? whole)
    : plain;
  return read
    .split('\n')
    .map(cleanText)
    .filter((line) => line !== '')
    .join('\n');
};

const textOf = ({ value }: Candidate, kind: ValueKind): string | undefined => {
  if (typeof value === 'string') return plainText(value) || undefined;
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : undefined;
  if (typeof value === 'boolean') return String(value);
  const text = isObject(value) ? entityText(value, kind) : undefined;
  return text === undefined ? undefined : plainText(text) || undefined;
};

const MAX_RATING = 100;
const MAX_BARE_RATING = 10;

/** A bare number in the place of a rating is of five stars or of ten; one that data states may be a percentage. */
const ratingOf = (text: string, page: PageContext, isStated: boolean): number | undefined => {
  const rating = ratingIn(text)?.value;
  if (rating !== undefined) return rating;
  const value = onlyNumber(text, { hasDecimalComma: writesDecimalComma(page.language) });
  return value === undefined || value < 0 || value > (isStated ? MAX_RATING : MAX_BARE_RATING) ? undefined : value;
};

const asNumber = (candidate: Candidate, kind: ValueKind, page: PageContext): number | undefined => {
  const raw = candidate.isStated ? statedNumber(candidate.value) : undefined;
  if (raw !== undefined) return raw;
  const text = textOf(candidate, kind);
  if (text === undefined) return undefined;
  if (kind === 'rating') return ratingOf(text, page, candidate.isStated);
  if (kind === 'duration') return durationMinutes(text) ?? statedNumber(text);
  const sums = moneyIn(text);
  const [sum] = sums;
  if (sum && sums.length === 1)
    return goesOnAsRange(text.slice(text.indexOf(sum.text) + sum.text.length)) ? undefined : sum.amount;
  if (kind === 'money') {
    if (sums.length > 1) return undefined;
    return onlyNumber(text, { isMoney: true });
  }
  return text.length <= 120 ? onlyNumber(text, { hasDecimalComma: writesDecimalComma(page.language) }) : undefined;
};

const asBoolean = (candidate: Candidate, kind: ValueKind): boolean | undefined => {
  const { value } = candidate;
  if (typeof value === 'boolean') return value;
  const text = textOf(candidate, kind);
  if (text === undefined) return undefined;
  if (kind === 'stock') {
    const stock = statedStock(text) ?? stockIn(text);
    return stock === undefined ? undefined : stock === 'InStock' || stock === 'LimitedAvailability';
  }
  const word = foldAccents(text.replace(/^https?:.*[/#]/, ''));
  if (YES.has(word)) return true;
  if (NO.has(word)) return false;
  if (/^onlineeventattendancemode$/.test(word)) return true;
  if (/^offlineeventattendancemode$/.test(word)) return false;
  return undefined;
};

const TERM_ADDRESS = /^https?:\/\/(?:www\.)?schema\.org\//i;
const EMAIL = /[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+/;
const LANGUAGES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    english: 'en',
    german: 'de',
    deutsch: 'de',
    french: 'fr',
    spanish: 'es',
    italian: 'it',
    portuguese: 'pt',
    dutch: 'nl',
    polish: 'pl',
  }),
);

const phoneText = (text: string): string | undefined => {
  const plain = text.replace(/^tel:/i, '').trim();
  const digits = plain.replace(/\D/g, '').length;
  return digits >= 6 && digits <= 16 && !/[a-z]{4}/i.test(plain.replace(/ext\.?|tel\.?|phone/gi, ''))
    ? plain
    : undefined;
};

/** What an element links to rather than what it shows; a text alone must be a whole address. */
const addressOf = (text: string, { isStated, element }: Candidate): string | undefined => {
  if (isStated) return text;
  const link = element && (element.name === 'a' ? element : firstLink(element));
  return link?.attribs['href'] ?? (/^https?:\/\//i.test(text) ? text : undefined);
};

const firstLink = (element: Element): Element | undefined => {
  let found: Element | undefined;
  walk(element, {
    enter: (part) => {
      if (part.name === 'a' && part.attribs['href'] !== undefined) found ??= part;
      return found === undefined;
    },
  });
  return found;
};

const BY = /^(?:by|von|de|par|por|di|da|van|door|av|af|od)\s*:?\s+/i;

/** A linked name without the word before it; alone, `de` and `von` may be part of it. */
const nameAlone = (text: string, { element }: Candidate): string => {
  const rest = text.replace(BY, '');
  if (rest === text || !element) return text;
  const links = allBelow(element, ({ name }) => name === 'a');
  return links.length === 1 && links[0] && visibleText(links[0], rest.length + 1) === rest ? rest : text;
};

/** The date of the one `time` in an element: `next Friday` for people, its day for programs. */
const stateOfTime = (root: Element): string | undefined => {
  const found = root.name === 'time' ? [root] : allBelow(root, ({ name }) => name === 'time');
  const [value = ''] = found.length === 1 ? [found[0]?.attribs['datetime']?.trim()] : [];
  return isDateText(value) ? value : undefined;
};

/** One sum, or a range from one to another. */
const isOnePrice = (text: string): boolean => {
  const sums = moneyIn(text);
  const [first, second] = sums;
  if (!first || sums.length > 2) return false;
  return (
    !second || isRangeSign(text.slice(text.indexOf(first.text) + first.text.length, text.lastIndexOf(second.text)))
  );
};

const PRICE_WORDS =
  /\b(?:mo|month|hour|hr|night|week|year|yr|day|person|pp|ea|each|kg|unit|from|ab|desde|partir|per|pro|par|por|starting|now|up to|monat|tag|nacht|mois|nuit|mes|noche)\b/i;

/** A shown sum without the words beside it, unless they say what it is per. */
const sumAlone = (text: string, { isStated }: Candidate): string => {
  const [sum, other] = moneyIn(text);
  if (isStated || !sum || other) return text;
  const rest = text.replace(sum.text, ' ');
  return /\p{L}/u.test(rest) && !PRICE_WORDS.test(rest) ? sum.text : text;
};

type TextReader = (text: string, candidate: Candidate, page: PageContext) => string | undefined;

const webAddress: TextReader = (text, candidate, page) => page.urls.web(addressOf(text, candidate));
const numeral: TextReader = (text) => (text.length <= MAX_NUMERAL_CHARS && /\d/.test(text) ? text : undefined);
const words: TextReader = (text) => (WEB_ADDRESS.test(text) ? undefined : text);
const MAX_NUMERAL_CHARS = 60;
const MAX_TERM_CHARS = 120;
const WEB_ADDRESS = /^https?:\/\/\S+$/i;

/** A text of each kind; undefined where it is none. */
const TEXT_OF: Readonly<Record<ValueKind, TextReader>> = {
  url: webAddress,
  image: webAddress,
  email: (text) => EMAIL.exec(text.replace(/^mailto:/i, ''))?.[0],
  phone: phoneText,
  currency: (text, _candidate, page) => {
    const [sum, other] = moneyIn(text);
    const code = statedCurrency(text) ?? (other ? undefined : sum?.currency);
    return code ?? (/(?:^|[^\p{L}])\$/u.test(text) ? page.dollar : undefined);
  },
  date: (text, { element }) => (isDateText(text) ? text : element && stateOfTime(element)),
  time: numeral,
  money: (text, candidate, page) =>
    candidate.isStated || isOnePrice(text) ? numeral(sumAlone(text, candidate), candidate, page) : undefined,
  count: numeral,
  number: numeral,
  rating: (text, candidate, page) => {
    const value = ratingOf(text, page, candidate.isStated);
    return value === undefined ? undefined : String(value);
  },
  stock: (text) => statedStock(text) ?? (stockIn(text) === undefined ? undefined : text),
  term: (text) => (text.length <= MAX_TERM_CHARS ? text.replace(TERM_ADDRESS, '') : undefined),
  duration: (text) => (durationMinutes(text) === undefined ? undefined : text),
  language: (text) =>
    /^[a-z]{2,3}(?:[-_][a-z\d]{2,8})*$/i.test(text) ? text.replace('_', '-') : LANGUAGES.get(foldAccents(text)),
  text: (text, candidate, page) =>
    TERM_ADDRESS.test(text) ? text.replace(TERM_ADDRESS, '') : words(nameAlone(text, candidate), candidate, page),
  name: (text, candidate, page) => words(nameAlone(text, candidate), candidate, page),
  long: words,
  address: words,
  flag: words,
};

const MAX_ENUM_WORDS = 6;

/** The one allowed value that a text names, spelt as the rule spells it. */
const asEnum = (text: string, allowed: readonly string[], kind: ValueKind): string | undefined => {
  const key = bare(text);
  const equal = allowed.find((value) => bare(value) === key);
  if (equal !== undefined) return equal;
  const stock = kind === 'stock' ? (statedStock(text) ?? stockIn(text)) : undefined;
  if (stock !== undefined) {
    const names = stockNames(stock);
    return allowed.find((value) => names.includes(bare(value)));
  }
  const own = wordsOf(text);
  if (own.length > MAX_ENUM_WORDS) return undefined;
  const within = allowed.filter((value) => {
    const wanted = wordsOf(value).join(' ');
    return wanted !== '' && ` ${own.join(' ')} `.includes(` ${wanted} `);
  });
  return within.length === 1 ? within[0] : undefined;
};

/** The candidate as the rule's type; undefined where it is no such value. */
export const coerce = (
  candidate: Candidate,
  kind: ValueKind,
  type: ScalarType,
  page: PageContext,
  allowed?: AiRule['enum'],
): Scalar | undefined => {
  if (type === 'number') {
    const value = asNumber(candidate, kind, page);
    return kind === 'count' && value !== undefined && (value < 0 || !Number.isInteger(value)) ? undefined : value;
  }
  if (type === 'boolean') return asBoolean(candidate, kind);
  const text = textOf(candidate, kind);
  const value = text === undefined ? undefined : TEXT_OF[kind](text, candidate, page);
  if (value === undefined || allowed === undefined) return value;
  return asEnum(value, allowed, kind);
};
