import { toAsciiDigits } from '@quarry/html';

/** How a language writes days: names of months, and times gone by with `#` for the number. */
interface DateWords {
  readonly months: ReadonlySet<string>;
  readonly ago: ReadonlySet<string>;
}

const UNITS = ['minute', 'hour', 'day', 'week', 'month', 'year'] as const;
const STYLES = ['long', 'short', 'narrow'] as const;
/** Numbers that languages have own forms for. */
const COUNTS = [1, 2, 3, 5, 11, 21, 100] as const;
/** The engine's own shortenings. */
const SHORT_ENGLISH = ['# mins ago', '# min ago', '# hrs ago', '# hr ago', '#m ago', '#h ago', '#d ago', '#w ago'];

const fold = (text: string): string =>
  toAsciiDigits(text)
    .toLowerCase()
    .replace(/[.،,\u200e\u200f\u061c]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
const withoutNumbers = (text: string): string => fold(text).replace(/\d+/g, '#');

const monthsOf = (language: string): Set<string> => {
  // Beside a day some languages bend the name of its month.
  const formats = (['long', 'short'] as const).flatMap((month) => [
    new Intl.DateTimeFormat(language, { month, timeZone: 'UTC' }),
    new Intl.DateTimeFormat(language, { month, day: 'numeric', timeZone: 'UTC' }),
  ]);
  const days = Array.from({ length: 12 }, (_unused, index) => Date.UTC(2024, index, 15));
  const names = formats.flatMap((format) => days.flatMap((day) => format.formatToParts(day)));
  return new Set(
    names.filter(({ type, value }) => type === 'month' && /\p{L}/u.test(value)).map(({ value }) => fold(value)),
  );
};

const readWords = (language: string): DateWords => {
  const ago = new Set<string>(SHORT_ENGLISH);
  for (const style of STYLES) {
    const format = new Intl.RelativeTimeFormat(language, { style });
    for (const unit of UNITS) for (const count of COUNTS) ago.add(withoutNumbers(format.format(-count, unit)));
  }
  ago.add(withoutNumbers(new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(-1, 'day')));
  return { months: monthsOf(language), ago };
};

/** Most languages whose words are kept; the engine has fewer. */
const MAX_LANGUAGES = 200;
// Words of a language never change, and asking for them takes longer than reading a page.
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
  // `25 שוטף 2024`: a day, a year and a word or two are a date in calendars and languages that are not known too.
  if (hasDayAndYear(numbers)) return hasMonth || (words.length <= 3 && words.every((word) => word.length <= 10));
  const [only = ''] = numbers;
  return numbers.length === 1 && hasMonth && words.length <= 3 && (isYear(only) || isDay(only));
};

/** True for a day or a time gone by, in the language of the page or in English: `Mar 24, 2019`, `vor 5 Stunden`, `12/03/2015`. */
export const isDate = (text: string, language: string): boolean => {
  if (text.length < 2 || text.length > MAX_DATE_CHARS) return false;
  // Nearly all of what is asked about has neither a number nor a word for a day alone.
  if (!/\p{Nd}/u.test(text) && text.length > MAX_WORD_CHARS) return false;
  const ascii = toAsciiDigits(text).trim();
  if (NUMERIC.some((pattern) => pattern.test(ascii))) return true;
  const shown = fold(text);
  const bare = shown.replace(/\d+/g, '#');
  return [...new Set([languageOf(language), 'en'])].some((name) => {
    const words = wordsOf(name);
    return words.ago.has(bare) || isNamed(shown, words);
  });
};
