import { toAsciiDigits } from '@quarry/html';

/** Groups of digits separated by spaces that may be one number. */
export const MAX_SPACED_GROUPS = 4;

const NUMBER = /\d[\d.,'\u2019\u066b\u066c]*/g;
const SCALES: readonly (readonly [RegExp, number])[] = [
  [/^[\s-]?(?:k|thousand|tausend|mille|mil|tys|тыс|tkr|t\u0131s\u0131|bin)(?![\p{L}\d])|^[\s-]?[千천]/iu, 1e3],
  [/^[\s-]?(?:lakh|lac)s?(?![\p{L}\d])/iu, 1e5],
  [
    /^[\s-]?(?:m|mm|mn|mio|mln|million(?:s|en|er|i)?|millones|mill[oó]n|milh(?:ões|ao|ão)|milion(?:y|ów)?|milyon|млн|juta)(?![\p{L}\d])/iu,
    1e6,
  ],
  [/^[\s-]?(?:crore|cr)s?(?![\p{L}\d])/iu, 1e7],
  [/^[\s-]?(?:b|bn|billions?|mrd|milliarden?|milliards?|miliard(?:y|ów)?|milyar|mld|млрд)(?![\p{L}\d])/iu, 1e9],
  [/^\s?[万萬만]/u, 1e4],
  [/^\s?[億亿억]/u, 1e8],
];
const SCALE_CHARS = 14;
const SIGNIFICANT_DIGITS = 12;

const keyOf = (value: number): string => String(Number(Math.abs(value).toPrecision(SIGNIFICANT_DIGITS)));

const isGrouped = (parts: readonly string[]): boolean =>
  parts.length > 1 &&
  (parts[0] ?? '').length <= 3 &&
  parts.at(-1)?.length === 3 &&
  parts.slice(1).every((part) => part.length === 3 || part.length === 2);

/** Every number that a run of digits and separators may stand for. */
const readingsOf = (token: string): number[] => {
  const text = token.replace(/[^\d]+$/, '');
  const parts = text.split(/[^\d]/);
  if (parts.length === 1) return [Number(text)];
  const readings: number[] = [];
  if (isGrouped(parts)) readings.push(Number(parts.join('')));
  const whole = parts.slice(0, -1);
  const marks = text.replace(/\d/g, '');
  const isDecimalMark = marks.length === 1 || !marks.slice(0, -1).includes(marks.at(-1) ?? '');
  if (isDecimalMark && (whole.length === 1 || isGrouped([...whole]))) {
    readings.push(Number(`${whole.join('')}.${parts.at(-1)}`));
  }
  // Neither a grouped nor a decimal number: a date, a version, an enumeration.
  return readings.length > 0 ? readings : parts.filter((part) => part !== '').map(Number);
};

interface Token {
  readonly text: string;
  readonly at: number;
  readonly end: number;
}

const scalesAfter = (text: string, end: number): number[] => {
  const after = text.slice(end, end + SCALE_CHARS);
  return SCALES.flatMap(([pattern, factor]) => (pattern.test(after) ? [factor] : []));
};

/** `1 299 000`: the number of groups separated by spaces. */
const spacedReadings = (tokens: readonly Token[], index: number, text: string): { value: number; end: number }[] => {
  const first = tokens[index];
  if (!first || !/^\d{1,3}$/.test(first.text)) return [];
  const readings: { value: number; end: number }[] = [];
  let digits = first.text;
  let { end } = first;
  for (const next of tokens.slice(index + 1, index + MAX_SPACED_GROUPS)) {
    if (!/^\d{3}(?:[.,]\d{1,2})?[.,]?$/.test(next.text) || !/^\s$/.test(text.slice(end, next.at))) break;
    digits += next.text.replace(/[.,]$/, '').replace(',', '.');
    ({ end } = next);
    readings.push({ value: Number(digits), end });
    if (digits.includes('.')) break;
  }
  return readings;
};

/** `.5` */
const isFraction = (text: string, at: number): boolean =>
  text[at - 1] === '.' && !/[\p{L}\d]/u.test(text[at - 2] ?? ' ');

/** The numbers that a text states, in any spelling: `1,299.00`, `1.299,00`, `1 299`, `2.5 million`. */
export const statedNumbers = (text: string): { has(value: number): boolean } => {
  const plain = toAsciiDigits(text.normalize('NFKC'), { withThai: true });
  const tokens: Token[] = [...plain.matchAll(NUMBER)].map(({ 0: token, index }) => ({
    text: token,
    at: index,
    end: index + token.length,
  }));
  const keys = new Set<string>();
  const add = (value: number, end: number): void => {
    keys.add(keyOf(value));
    for (const factor of scalesAfter(plain, end)) keys.add(keyOf(value * factor));
  };
  tokens.forEach((token, index) => {
    for (const value of readingsOf(token.text)) add(value, token.end);
    for (const { value, end } of spacedReadings(tokens, index, plain)) add(value, end);
    if (isFraction(plain, token.at)) add(Number(`0.${/^\d+/.exec(token.text)?.[0]}`), token.end);
  });
  return { has: (value) => keys.has(keyOf(value)) };
};
