/** Zeros of the scripts that have digits of their own; the other nine follow each. */
const ZEROS = [0x0660, 0x06f0, 0x0966, 0x09e6, 0x0e50] as const;

const asciiDigit = (digit: string): string => {
  const code = digit.charCodeAt(0);
  return String(code - (ZEROS.find((zero) => code >= zero && code < zero + 10) ?? code));
};

/** Arabic, Persian, Hindi and Bengali digits as ASCII ones; Thai ones too `withThai`. */
export const toAsciiDigits = (text: string, { withThai = false } = {}): string =>
  text.replace(withThai ? /[٠-٩۰-۹०-९০-৯๐-๙]/g : /[٠-٩۰-۹०-९০-৯]/g, asciiDigit);

/** Digits and whatever people write between them. */
const DIGITS = /\d(?:[\d.,'’٬٫\u00a0\u202f ]*\d)?/g;

/** The numbers of a line of figures, as written with ASCII digits. Generous: `1 280` and `12, 13` are one number each. */
export const numbersIn = (text: string): string[] => toAsciiDigits(text).match(DIGITS) ?? [];

/** Joins the groups of a whole number: `1.280`, `1,280`, `1 280`. */
export const wholeNumber = (text: string): number | undefined => {
  const digits = toAsciiDigits(text).replace(/\D/g, '');
  return digits === '' || digits.length > 15 ? undefined : Number(digits);
};

/** The first number of a text, read as a whole one. */
export const firstWholeNumber = (text: string): number | undefined => wholeNumber(numbersIn(text)[0] ?? '');

/** A decimal with few digits after its point or comma: `0.21`, `0,21`, `٠٫٢١`. */
export const decimalNumber = (text: string): number | undefined => {
  const match = /\d+(?:[.,٫]\d+)?/.exec(toAsciiDigits(text));
  return match ? Number(match[0].replace(/[,٫]/, '.')) : undefined;
};

/** What people write for thousands and more behind a short number, by language. */
const SUFFIXES: ReadonlyMap<string, number> = new Map(
  (
    [
      [1_000, 'k tsd mil mila tys tis tūkst tuh хил тыс тис χιλ bin rb tn ezer nghìn n 千 천 พัน ألف אלף हज़ार'],
      [10_000, '万 萬 만 หมื่น'],
      [100_000, 'lakh लाख แสน'],
      [1_000_000, 'm mio mln mn млн jt tr εκ'],
      [1_000_000_000, 'b'],
    ] as const
  ).flatMap(([factor, words]) => words.split(' ').map((word) => [word, factor] as const)),
);
const SHORT_COUNT = new RegExp(`(\\d+(?:[.,]\\d+)?)\\s*(${[...SUFFIXES.keys()].join('|')})(?![\\p{L}\\p{M}])`, 'iu');

/** A count as it is shown: `64`, `1,280`, `6.2K`, `8,6 Tsd.`, `1.2万`. */
export const countNumber = (text: string): number | undefined => {
  const short = SHORT_COUNT.exec(toAsciiDigits(text));
  if (short)
    return Math.round(Number((short[1] ?? '').replace(',', '.')) * (SUFFIXES.get((short[2] ?? '').toLowerCase()) ?? 1));
  return firstWholeNumber(text);
};

/** A number as JSON writes it. */
const PLAIN = /^[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;

/** A group of digits with its separators, as written in any country. */
export const NUMBER = /\d{1,3}(?:[ \u00a0\u202f'’]\d{3})+(?:[.,]\d{1,2})?(?!\d)|\d+(?:[.,]\d+)*/;
const NUMBERS = new RegExp(NUMBER.source, 'g');

/** Languages that write 1.234,5. */
const COMMA_LANGUAGES = /^(?:de|es|it|pt|nl|fr|da|nb|no|sv|fi|pl|cs|sk|hu|ro|tr|ru|uk|el|bg|hr|sl|sr|id|vi)\b/i;

export const writesDecimalComma = (language: string | undefined): boolean => COMMA_LANGUAGES.test(language ?? '');

export interface NumberReading {
  /** Three digits after a single separator are thousands. */
  readonly isMoney?: boolean;
  readonly hasDecimalComma?: boolean;
}

const separatorRole = (digits: string, separator: string, reading: NumberReading): 'decimal' | 'thousands' => {
  const parts = digits.split(separator);
  if (parts.length > 2) return 'thousands';
  if (parts[1]?.length !== 3 || parts[0] === '0') return 'decimal';
  if (reading.isMoney) return 'thousands';
  return (separator === ',') === Boolean(reading.hasDecimalComma) ? 'decimal' : 'thousands';
};

/** The value of one written number; undefined where it can be read in two ways. */
export const readWrittenNumber = (written: string, reading: NumberReading = {}): number | undefined => {
  const digits = written.replace(/[ \u00a0\u202f'’]/g, '');
  const comma = digits.lastIndexOf(',');
  const point = digits.lastIndexOf('.');
  let plain = digits;
  if (comma >= 0 && point >= 0) {
    const [decimal, thousands] = comma > point ? [',', '.'] : ['.', ','];
    if (digits.indexOf(decimal) !== digits.lastIndexOf(decimal)) return undefined;
    plain = digits.split(thousands).join('').replace(decimal, '.');
  } else if (comma >= 0 || point >= 0) {
    const separator = comma >= 0 ? ',' : '.';
    const role = separatorRole(digits, separator, reading);
    plain = role === 'thousands' ? digits.split(separator).join('') : digits.replace(separator, '.');
  }
  const value = Number(plain);
  return Number.isFinite(value) ? value : undefined;
};

/** Every number written in a text, at most `max` of them. */
export const writtenNumbers = (text: string, max = 8): string[] => {
  const found: string[] = [];
  for (const match of text.matchAll(NUMBERS)) {
    found.push(match[0]);
    if (found.length >= max) break;
  }
  return found;
};

/** A number that data states: a JSON number or a string of one. */
export const statedNumber = (value: unknown): number | undefined => {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  return PLAIN.test(text) ? Number(text) : undefined;
};

const SCALES: Readonly<Record<string, number>> = { k: 1e3, m: 1e6, b: 1e9, mio: 1e6, tsd: 1e3, mil: 1e3, mln: 1e6 };
const SCALED = /(\d[\d.,]*)\s*(k|m|b|mio|tsd|mil|mln)\b/i;

/** The one number of a text such as `1,234 reviews` or `12.5k followers`; undefined where there are none or several. */
export const onlyNumber = (text: string, reading: NumberReading = {}): number | undefined => {
  const stated = statedNumber(text);
  if (stated !== undefined) return stated;
  const written = writtenNumbers(text, 2);
  const [first] = written;
  if (first === undefined || written.length > 1) return undefined;
  const scaled = SCALED.exec(text);
  const scale = SCALES[scaled?.[2]?.toLowerCase() ?? ''];
  const value = readWrittenNumber(first, scale === undefined ? reading : { hasDecimalComma: first.includes(',') });
  if (value === undefined) return undefined;
  const isNegative = /(?:^|[\s(])[-−]\s?$/.test(text.slice(0, text.indexOf(first)));
  // 12.5 times 1000 is exact, 1.1 times 1000000 may not be.
  const scaledValue = scale === undefined ? value : Math.round(value * scale * 1_000) / 1_000;
  return isNegative ? -scaledValue : scaledValue;
};
