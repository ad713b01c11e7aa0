import type * as Library from 'numfmt';
import type { Element } from 'domhandler';
import { attribute, childNamed, childrenNamed } from '../archive/xml-tree.js';

/** What a number in a cell means. */
export type NumberKind = 'date' | 'dateTime' | 'elapsed' | 'number' | 'percent' | 'time';

type Numfmt = Pick<typeof Library, 'dateFromSerial' | 'getFormatDateInfo' | 'isDateFormat' | 'isPercentFormat'>;

/** Formats that every workbook has without writing them down; those of East Asian dates among them. */
const BUILT_IN: readonly (readonly [from: number, to: number, kind: NumberKind])[] = [
  [9, 10, 'percent'],
  [14, 17, 'date'],
  [18, 21, 'time'],
  [22, 22, 'dateTime'],
  [27, 31, 'date'],
  [32, 35, 'time'],
  [36, 36, 'date'],
  [45, 45, 'time'],
  [46, 46, 'elapsed'],
  [47, 47, 'time'],
  [50, 58, 'date'],
];

const MAX_FORMAT_CHARS = 255;

const kindOfPattern = (pattern: string, numfmt: Numfmt): NumberKind => {
  if (pattern.length > MAX_FORMAT_CHARS) return 'number';
  try {
    if (!numfmt.isDateFormat(pattern)) return numfmt.isPercentFormat(pattern) ? 'percent' : 'number';
    if (/\[(?:h+|m+|s+)\]/i.test(pattern)) return 'elapsed';
    const { year, month, day, hours, minutes, seconds } = numfmt.getFormatDateInfo(pattern);
    const hasTime = hours || minutes || seconds;
    const hasDate = year || day || (month && !hasTime);
    return hasDate ? (hasTime ? 'dateTime' : 'date') : 'time';
  } catch {
    return 'number';
  }
};

/** Kinds by the index of a cell's format. */
export const readNumberKinds = (styles: Element | undefined, numfmt: Numfmt): NumberKind[] => {
  const own = new Map(
    childrenNamed(childNamed(styles, 'numFmts'), 'numFmt').map((format) => [
      Number(attribute(format, 'numFmtId')),
      kindOfPattern(attribute(format, 'formatCode') ?? '', numfmt),
    ]),
  );
  return childrenNamed(childNamed(styles, 'cellXfs'), 'xf').map((format) => {
    const id = Number(attribute(format, 'numFmtId') ?? 0);
    return own.get(id) ?? BUILT_IN.find(([from, to]) => id >= from && id <= to)?.[2] ?? 'number';
  });
};

/** Digits that a spreadsheet keeps of a number. */
const DIGITS = 15;
const DAYS_FROM_1900_TO_1904 = 1_462;
/** 9999-12-31. */
const LAST_DAY = 2_958_465;
const DAY_SECONDS = 86_400;

const two = (value: number): string => String(value).padStart(2, '0');

const clock = (hours: number, minutes: number, seconds: number): string =>
  `${two(hours)}:${two(minutes)}${seconds === 0 ? '' : `:${two(seconds)}`}`;

const clockOf = (totalSeconds: number): string =>
  clock(Math.floor(totalSeconds / 3_600), Math.floor(totalSeconds / 60) % 60, totalSeconds % 60);

const writeNumber = (value: number): string => String(Number(value.toPrecision(DIGITS)));

export interface NumberWriting {
  readonly numfmt: Numfmt;
  /** Whether days are counted from 1904. */
  readonly is1904: boolean;
}

/** A number as text: dates in ISO 8601, the time of day apart by a space; percents with their sign. */
export const numberText = (value: number, kind: NumberKind, { numfmt, is1904 }: NumberWriting): string => {
  if (kind === 'number') return writeNumber(value);
  if (kind === 'percent') return `${writeNumber(value * 100)}%`;
  const serial = is1904 && kind !== 'elapsed' ? value + DAYS_FROM_1900_TO_1904 : value;
  if (!(value >= 0 && serial <= LAST_DAY + 1)) return writeNumber(value);
  if (kind === 'elapsed') return clockOf(Math.round(value * DAY_SECONDS));
  if (kind === 'time') return clockOf(Math.round((value % 1) * DAY_SECONDS) % DAY_SECONDS);
  const [year, month, day, hours, minutes, seconds] = numfmt.dateFromSerial(serial);
  if (day < 1) return writeNumber(value);
  const date = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
  return kind === 'date' ? date : `${date} ${clock(hours, minutes, seconds)}`;
};
