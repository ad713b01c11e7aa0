import { toAsciiDigits } from './numbers.js';

/** How a language writes dates: names of months, and times ago with `#` for the number. */
interface DateWords {
  readonly months: ReadonlySet<string>;
  readonly ago: ReadonlySet<string>;
}

const UNITS = ['minute', 'hour', 'day', 'week', 'month', 'year'] as const;
const STYLES = ['long', 'short', 'narrow'] as const;
/** Numbers for which languages have their own forms. */
const COUNTS = [1, 2, 3, 5, 11, 21, 100] as const;
/** Abbreviations of a search engine. */
const SHORT_ENGLISH = ['# mins ago', '# min ago', '# hrs ago', '# hr ago', '#m ago', '#h ago', '#d ago', '#w ago'];

const foldDate = (text: string): string =>
  toAsciiDigits(text)
    .toLowerCase()
    .replace(/[.،,\u200e\u200f\u061c]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
const withoutNumbers = (text: string): string => foldDate(text).replace(/\d+/g, '#');

/** Many languages inflect the name of a month beside a day. */
const MONTH_STYLES: readonly Intl.DateTimeFormatOptions[] = [
  { month: 'long' },
  { month: 'short' },
  { month: 'long', day: 'numeric' },
  { month: 'short', day: 'numeric' },
];

/** The names of the twelve months in each style that a language has, in its own calendar where none is given. */
export const monthNames = (language: string, calendar?: 'gregory'): string[][] =>
  MONTH_STYLES.map((style) => {
    const format = new Intl.DateTimeFormat(language, { ...style, timeZone: 'UTC', ...(calendar && { calendar }) });
    return Array.from({ length: 12 }, (_, month) => {
      const parts = format.formatToParts(Date.UTC(2001, month, 15));
      return parts.find(({ type }) => type === 'month')?.value ?? '';
    });
  });

const readWords = (language: string): DateWords => {
  const ago = new Set<string>(SHORT_ENGLISH);
  for (const style of STYLES) {
    const format = new Intl.RelativeTimeFormat(language, { style });
    for (const unit of UNITS) for (const count of COUNTS) ago.add(withoutNumbers(format.format(-count, unit)));
  }
  ago.add(withoutNumbers(new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(-1, 'day')));
  const months = monthNames(language).flat();
  return { months: new Set(months.filter((name) => /\p{L}/u.test(name)).map(foldDate)), ago };
};

/** Most languages whose words are kept; a search engine has fewer. */
const MAX_LANGUAGES = 200;
// The words of a language never change, and making them takes longer than reading a page.
const known = new Map<string, DateWords>();
const supported = new Map<string, string>();

const wordsOf = (language: string): DateWords => {
  const found = known.get(language) ?? readWords(language);
  if (known.size < MAX_LANGUAGES) known.set(language, found);
  return found;
};

/** The language as the runtime knows it; English for what is none. */
const findLanguage = (tag: string): string => {
  const [name = ''] = tag.toLowerCase().split(/[-_]/, 1);
  return /^[a-z]{2,3}$/.test(name) && Intl.DateTimeFormat.supportedLocalesOf([name]).length > 0 ? name : 'en';
};

const languageOf = (tag: string): string => {
  const found = supported.get(tag) ?? findLanguage(tag);
  if (supported.size < MAX_LANGUAGES) supported.set(tag, found);
  return found;
};

const MAX_DATE_CHARS = 32;
/** Longest date without a number: `yesterday`, in any language. */
const MAX_WORD_CHARS = 16;
const NUMERIC = [
  /^\d{4}\s?[./-]\s?\d{1,2}\s?[./-]\s?\d{1,2}\s?\.?$/,
  /^\d{1,2}\s?[./-]\s?\d{1,2}\s?[./-]\s?(?:\d{4}|\d{2})\s?(?:г\s?)?\.?$/,
  /^(?:\d{4}[年년]\s?)?\d{1,2}[月월]\s?(?:\d{1,2}[日일])?$/,
];
const isYear = (number: string): boolean => number.length === 4 && Number(number) >= 1300 && Number(number) <= 2600;
const isDay = (number: string): boolean => number.length <= 2 && Number(number) >= 1 && Number(number) <= 31;

const hasDayAndYear = (numbers: readonly string[]): boolean => {
  const [one = '', other = ''] = numbers;
  return numbers.length === 2 && ((isYear(one) && isDay(other)) || (isDay(one) && isYear(other)));
};

const isNamed = (shown: string, { months }: DateWords): boolean => {
  const numbers = shown.match(/\d+/g) ?? [];
  const words = shown.match(/\p{L}[\p{L}\p{M}'’]*/gu) ?? [];
  if (words.length < 1 || words.length > 4 || /[^\p{L}\p{M}\d\s'’/·-]/u.test(shown)) return false;
  const hasMonth = words.some((word) => months.has(word));
  // `25 שוטף 2024`: a day, a year and a word or two are a date in unknown calendars and languages too.
  if (hasDayAndYear(numbers)) return hasMonth || (words.length <= 3 && words.every((word) => word.length <= 10));
  const [only = ''] = numbers;
  return numbers.length === 1 && hasMonth && words.length <= 3 && (isYear(only) || isDay(only));
};

/** True for a day or a time ago, in the language of the page or in English: `Mar 24, 2019`, `vor 5 Stunden`, `12/03/2015`. */
export const isDateIn = (text: string, language: string): boolean => {
  if (text.length < 2 || text.length > MAX_DATE_CHARS) return false;
  // Nearly all texts have neither a number nor the length of a word for a day.
  if (!/\p{Nd}/u.test(text) && text.length > MAX_WORD_CHARS) return false;
  const ascii = toAsciiDigits(text).trim();
  if (NUMERIC.some((pattern) => pattern.test(ascii))) return true;
  const shown = foldDate(text);
  const bare = shown.replace(/\d+/g, '#');
  return [...new Set([languageOf(language), 'en'])].some((name) => {
    const words = wordsOf(name);
    return words.ago.has(bare) || isNamed(shown, words);
  });
};
