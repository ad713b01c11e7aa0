import { NUMBER, readWrittenNumber } from './numbers.js';

export interface Money {
  readonly amount: number;
  /** ISO 4217, where the text names it. */
  readonly currency?: string;
  /** As written. */
  readonly text: string;
}

/** Signs that name one currency alone. Longer ones come first. */
const SIGNS: readonly (readonly [string, string])[] = [
  ['us$', 'USD'],
  ['ca$', 'CAD'],
  ['c$', 'CAD'],
  ['au$', 'AUD'],
  ['a$', 'AUD'],
  ['nz$', 'NZD'],
  ['hk$', 'HKD'],
  ['s$', 'SGD'],
  ['nt$', 'TWD'],
  ['mx$', 'MXN'],
  ['r$', 'BRL'],
  ['€', 'EUR'],
  ['£', 'GBP'],
  ['₹', 'INR'],
  ['₩', 'KRW'],
  ['₽', 'RUB'],
  ['руб', 'RUB'],
  ['zł', 'PLN'],
  ['₺', 'TRY'],
  ['₴', 'UAH'],
  ['грн', 'UAH'],
  ['₪', 'ILS'],
  ['฿', 'THB'],
  ['₫', 'VND'],
  ['₱', 'PHP'],
  ['₦', 'NGN'],
  ['kč', 'CZK'],
  ['円', 'JPY'],
  ['元', 'CNY'],
  ['원', 'KRW'],
  ['лв', 'BGN'],
  ['rs.', 'INR'],
  ['rs', 'INR'],
  ['lei', 'RON'],
];
/** Signs that several countries share. */
const SHARED_SIGNS = ['$', '¥', '￥', 'kr.', 'kr', 'fr.'];
export const CURRENCY_CODES =
  'USD|EUR|GBP|CHF|JPY|CNY|INR|CAD|AUD|NZD|SEK|NOK|DKK|PLN|CZK|HUF|RON|BGN|RUB|UAH|TRY|BRL|MXN|ARS|CLP|COP|PEN|ZAR|KRW|' +
  'HKD|SGD|TWD|THB|IDR|MYR|PHP|VND|ILS|AED|SAR|QAR|KWD|EGP|NGN|KES|PKR|BDT|LKR|ISK|HRK|RSD|GEL|KZT|MAD';
const CODE = new RegExp(`^(?:${CURRENCY_CODES})$`);

const escaped = (sign: string): string => sign.replace(/[.$]/g, '\\$&');
const SIGN = [...SIGNS.map(([sign]) => sign), ...SHARED_SIGNS].map(escaped).join('|');
const UNIT = `(?:${SIGN}|\\b(?:${CURRENCY_CODES})\\b|euros?\\b|dollars?\\b)`;
const AMOUNT = `(?:${NUMBER.source})(?:[.,](?:-|–|—)+)?(?:\\s?(?:k|m|mio\\.?|mln|bn)(?![\\p{L}\\d]))?`;
const MONEY = new RegExp(`(${UNIT})\\s{0,3}(${AMOUNT})|(${AMOUNT})\\s{0,3}(${UNIT})(?![\\p{L}\\d])`, 'giu');

const currencyOf = (unit: string): string | undefined => {
  const lower = unit.toLowerCase();
  if (CODE.test(unit.toUpperCase())) return unit.toUpperCase();
  if (lower.startsWith('euro')) return 'EUR';
  return SIGNS.find(([sign]) => sign === lower)?.[1];
};

/** A currency code as data states it. */
export const statedCurrency = (value: unknown): string | undefined => {
  const text = typeof value === 'string' ? value.trim() : '';
  if (/^[a-z]{3}$/i.test(text)) return CODE.test(text.toUpperCase()) ? text.toUpperCase() : undefined;
  return text.length <= 4 ? currencyOf(text) : undefined;
};

const SCALES: Readonly<Record<string, number>> = { k: 1e3, m: 1e6, mio: 1e6, mln: 1e6, bn: 1e9 };

/** `1.2m` is a number of millions, not a sum with thousands. */
const amountOf = (written: string): number | undefined => {
  const [, scale = ''] = /(k|m|mio|mln|bn)\.?$/i.exec(written) ?? [];
  const digits = written.replace(/\s?(?:k|m|mio|mln|bn)\.?$/i, '').replace(/[.,][-–—]+$/, '');
  const value = readWrittenNumber(digits, { isMoney: true });
  const factor = SCALES[scale.toLowerCase()] ?? 1;
  return value === undefined ? undefined : Math.round(value * factor * 100) / 100;
};

const MAX_CHARS = 400;

/** A cheap test that is false for nearly every text of a page. */
const MAY_BE = /[$€£¥￥₹₩₽₺₴₪฿₫₱₦円元원]|\b(?:kr|rs|lei|euros?|dollars?|fr)\b|zł|kč|лв|руб|грн|\b[A-Z]{3}\b/iu;

/** Sums of money in a short text, in its order. A lone number is none. */
export const moneyIn = (text: string): Money[] => {
  const found: Money[] = [];
  if (!/\d/.test(text) || !MAY_BE.test(text)) return found;
  for (const match of text.slice(0, MAX_CHARS).matchAll(MONEY)) {
    const [whole, before, after, first, last] = match;
    const amount = amountOf(after ?? first ?? '');
    const unit = before ?? last ?? '';
    const previous = text[(match.index ?? 0) - 1] ?? ' ';
    // A unit of letters must be a word: `2 ft` is a length and `xrs 5` a model.
    if (amount === undefined || (/^\p{L}/u.test(unit) && /\p{L}/u.test(previous) && before !== undefined)) continue;
    const currency = currencyOf(unit);
    found.push({ amount, text: whole, ...(currency === undefined ? {} : { currency }) });
  }
  return found;
};

/** True for a text that is a sum of money and hardly anything else. */
export const isMoneyAlone = (text: string): boolean => {
  if (text.length > 60) return false;
  const found = moneyIn(text);
  if (found.length === 0) return false;
  const rest = found.reduce((left, { text: part }) => left.replace(part, ''), text);
  return rest.replace(/[^\p{L}\d]/gu, '').length <= 12;
};

const RANGE_SIGN = String.raw`\s*(?:[-–—]|(?:to|bis|à|a|do|tot)(?!\S))\s*`;
const BETWEEN = new RegExp(`^${RANGE_SIGN}$`, 'i');
const RANGE = new RegExp(`^${RANGE_SIGN}(?:\\p{Sc}|\\d[\\d.,]*(?![\\d.,]|\\s?%)|(?:${CURRENCY_CODES})\\b)`, 'iu');

/** True for the text between the two sums of a range. */
export const isRangeSign = (text: string): boolean => BETWEEN.test(text);

/** True for what follows the first sum of a range, whether or not its end is written as a sum: `€60 – 75`. */
export const goesOnAsRange = (text: string): boolean => RANGE.test(text);

const DOLLAR_HOSTS: readonly (readonly [RegExp, string])[] = [
  [/\.com\.au$|\.au$/, 'AUD'],
  [/\.ca$/, 'CAD'],
  [/\.nz$/, 'NZD'],
  [/\.sg$/, 'SGD'],
  [/\.hk$/, 'HKD'],
  [/\.mx$/, 'MXN'],
];

/** The currency of a bare `$`, where the address or the declared locale shows it. */
export const dollarOf = (host: string, locale: string | undefined): string | undefined => {
  for (const [ending, code] of DOLLAR_HOSTS) if (ending.test(host)) return code;
  const region = /[-_]([A-Z]{2})\b/i.exec(locale ?? '')?.[1]?.toUpperCase();
  const byRegion: Readonly<Record<string, string>> = {
    US: 'USD',
    CA: 'CAD',
    AU: 'AUD',
    NZ: 'NZD',
    SG: 'SGD',
    MX: 'MXN',
  };
  return region === undefined ? undefined : byRegion[region];
};
