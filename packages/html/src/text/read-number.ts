/** Digits of the scripts that the engine writes numbers in, as ASCII. */
export const toAsciiDigits = (text: string): string =>
  text.replace(/[٠-٩۰-۹०-९০-৯]/g, (digit) => {
    const code = digit.charCodeAt(0);
    const zero = [0x0660, 0x06f0, 0x0966, 0x09e6].find((start) => code >= start && code < start + 10) ?? code;
    return String(code - zero);
  });

/** Whole numbers as people group them, and decimals with a point or a comma. */
const NUMBER = /\d(?:[\d.,'’٬٫\u00a0\u202f ]*\d)?/g;

export const numbersIn = (text: string): string[] => toAsciiDigits(text).match(NUMBER) ?? [];

/** Joins the groups of a whole number: `1.280`, `1,280`, `1 280`. */
export const wholeNumber = (text: string): number | undefined => {
  const digits = toAsciiDigits(text).replace(/\D/g, '');
  return digits === '' || digits.length > 15 ? undefined : Number(digits);
};

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
  const [first] = numbersIn(text);
  return first === undefined ? undefined : wholeNumber(first);
};

/** Amount of a price: the last separator followed by two digits or fewer is the decimal one. */
export const priceNumber = (text: string): number | undefined => {
  const [first] = numbersIn(text);
  if (first === undefined) return undefined;
  const match = /^(.*?)(?:[.,](\d{1,2}))?$/.exec(first);
  const whole = (match?.[1] ?? '').replace(/\D/g, '');
  return whole === '' ? undefined : Number(`${whole}.${match?.[2] ?? '0'}`);
};
