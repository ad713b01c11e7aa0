import { CURRENCY_CODES } from './money.js';
import { numbersIn, toAsciiDigits } from './numbers.js';

/** A price as a page shows it. */
export interface Price {
  /** As written, with its currency. */
  readonly text: string;
  readonly amount: number;
  /** Its position in the text it was read from. */
  readonly start: number;
  readonly end: number;
}

/** Currencies that have three decimals: `12.500` of them is twelve and a half. */
const THREE_DECIMALS = /KWD|BHD|OMR|JOD|TND|LYD|IQD|\bDT\b|\bKD\b|د\.?\s?(?:ك|ب|أ|ا|ت|ل|ع)/u;

const CODES = `${CURRENCY_CODES}|RMB|NPR|BHD|OMR|JOD|IQD|TND|DZD|LYD|GHS|TZS|UGX|UYU|CRC|DOP|GTQ|BOB|PYG|VEF`;
/** Signs that are letters, where the amount follows them or goes before them. */
const BEFORE_LETTERS = 'Rs\\.?|Rp\\.?|RM|R|S/\\.?|Bs\\.?|Gs\\.?|B/\\.|KSh|Ksh|TSh|USh|Fr\\.|kr\\.?|Kč|Tk|₨';
const AFTER_LETTERS =
  'zł|kr\\.?|Kč|Ft|lei|лв\\.?|руб\\.?|р\\.|грн\\.?|дин\\.?|din\\.?|kn|TL|円|元|원|บาท|đ|Fr\\.|DT|DH|' +
  '[\\u0621-\\u064a]{1,2}\\.\\s?[\\u0621-\\u064a](?:\\.[\\u0621-\\u064a])?\\.?|درهم|ريال|جنيه|تومان';
const SYMBOL = '(?:[A-Z]{1,3})?\\p{Sc}';

const DIGIT = '[\\d٠-٩۰-۹०-९]';
const SPACE = '[ \\u00a0\\u2009\\u202f]';
/** Groups of digits with any separator people use, or none, and what some write for no cents. */
const AMOUNT =
  `${DIGIT}{1,3}(?:${SPACE}${DIGIT}{3})+(?:[.,]${DIGIT}{1,2})?(?!${DIGIT})|` + `${DIGIT}+(?:[.,'’٬٫]${DIGIT}+)*`;
const NO_CENTS = '(?:[.,]\\s?[-–—]{1,2})?';

const ONE = `(?:(?<![\\p{L}\\d])(?:${CODES})${SPACE}?|(?:${SYMBOL})${SPACE}?|(?<![\\p{L}\\d])(?:${BEFORE_LETTERS})${SPACE}?)(?:${AMOUNT})${NO_CENTS}(?:${SPACE}?(?:${CODES})(?!\\p{L}))?|(?<![\\p{L}\\d.,])(?:${AMOUNT})${NO_CENTS}${SPACE}?(?:\\p{Sc}|(?:${CODES}|${AFTER_LETTERS})(?!\\p{L}))`;
const PRICES = new RegExp(ONE, 'gu');
const WHOLE = new RegExp(`^(?:${ONE})(?:\\s?[-–—]\\s?(?:${ONE}))?$`, 'u');
const FIRST_AMOUNT = new RegExp(AMOUNT, 'u');

/** Longest text that prices are looked for in. */
const MAX_CHARS = 400;
const MAX_PRICES = 20;
const MAX_DISPLAY_CHARS = 100;

/** Value of digits with separators: `1.299,00`, `1,29,900`, `1’299.50`, `1 299`, `0,99`. */
const amountOf = (digits: string, hasThreeDecimals: boolean): number => {
  const plain = toAsciiDigits(digits).replace(/٫/g, ',').replace(/٬/g, "'");
  const marks = plain.match(/[.,]/g) ?? [];
  const last = marks.at(-1);
  const at = last === undefined ? -1 : plain.lastIndexOf(last);
  const decimals = plain.length - at - 1;
  const isMixed = new Set(marks).size > 1 || (marks.length === 1 && /['’\s]/.test(plain));
  const isDecimal =
    last !== undefined &&
    (isMixed
      ? marks.filter((mark) => mark === last).length === 1
      : marks.length === 1 && (decimals !== 3 || hasThreeDecimals || /^0[.,]/.test(plain)));
  const whole = (isDecimal ? plain.slice(0, at) : plain).replace(/\D/g, '');
  return Number(isDecimal ? `${whole}.${plain.slice(at + 1)}` : whole);
};

/** Most texts are not a price: this is checked before the long expression. */
const HAS_DIGIT = new RegExp(DIGIT, 'u');

/** All prices in a text, in any currency and way of writing, in order. */
export const readPrices = (text: string): Price[] => {
  const found: Price[] = [];
  if (!HAS_DIGIT.test(text)) return found;
  for (const match of text.slice(0, MAX_CHARS).matchAll(PRICES)) {
    const amount = amountOf(FIRST_AMOUNT.exec(match[0])?.[0] ?? '', THREE_DECIMALS.test(match[0]));
    if (Number.isFinite(amount) && found.length < MAX_PRICES)
      found.push({ text: match[0].trim(), amount, start: match.index, end: match.index + match[0].length });
  }
  return found;
};

/** The price of a text that is a price and nothing else. A range `$10 – $20` keeps its whole text; its amount is the lower end. */
export const readWholePrice = (text: string): Price | undefined => {
  if (text.length > 60 || !HAS_DIGIT.test(text) || !WHOLE.test(text)) return undefined;
  const [first] = readPrices(text);
  return first && { text, amount: first.amount, start: 0, end: text.length };
};

/** Amount of a price without a sign of a currency: the last separator followed by two digits or fewer is the decimal one. */
const priceNumber = (text: string): number | undefined => {
  const [first] = numbersIn(text);
  if (first === undefined) return undefined;
  const match = /^(.*?)(?:[.,](\d{1,2}))?$/.exec(first);
  const whole = (match?.[1] ?? '').replace(/\D/g, '');
  return whole === '' ? undefined : Number(`${whole}.${match?.[2] ?? '0'}`);
};

/** Amount of the first price of a text, else of its first number. */
export const amountIn = (text: string): number | undefined => readPrices(text)[0]?.amount ?? priceNumber(text);

/** Amount of a displayed price such as `Now $1,099.00`; undefined where there is none, or more than one. */
export const onlyAmount = (display: string | undefined): number | undefined => {
  const amounts = display?.slice(0, MAX_DISPLAY_CHARS).match(/\d[\d,.\u00a0\u202f ]*/g) ?? [];
  const [only = ''] = amounts;
  if (amounts.length !== 1 || display === undefined) return undefined;
  const plain = only.replace(/[\s\u00a0\u202f]/g, '').replace(/[.,]+$/, '');
  const cents = /[.,](\d{2})$/.exec(plain)?.[1];
  const whole = (cents === undefined ? plain : plain.slice(0, -3)).replace(/[.,]/g, '');
  if (cents === undefined && /[.,](?!\d{3}(?:[.,]|$))/.test(plain)) return undefined;
  const amount = Number(`${whole}.${cents ?? '0'}`);
  return /¢/.test(display) ? amount / 100 : amount;
};
