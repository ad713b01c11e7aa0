import { parseDocument, rawText } from '@quarry/html';

export const FACTS = ['title', 'byline', 'published', 'description'] as const;
export type Fact = (typeof FACTS)[number];
export type PageFacts = Partial<Record<Fact, string | undefined>>;

export const plain = (value: unknown): string =>
  typeof value === 'string' ? value.normalize('NFC').replace(/\s+/g, ' ').trim() : '';

/** Some labels hold the source of a text rather than the text. */
const decoded = (text: string): string =>
  /&#?\w+;/.test(text) ? rawText(parseDocument(text.replaceAll('<', '&lt;')).root) : text;

export const letters = (text: string): string =>
  decoded(plain(text))
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

/** The line of a by-line that names people: some readers keep the date and the site below it, each in a line of its own. */
export const nameLine = (text: string): string => {
  const lines = text.split(/\s*\n\s*/).map(plain);
  const names = lines.findIndex((line) => line !== '' && !/^(?:by|von|por|par|di|da|de)\s*:?$/i.test(line));
  const below = lines.slice(names + 1);
  return below.every((line) => NO_PEOPLE.test(line)) ? (lines[names] ?? '') : plain(text);
};

const NO_PEOPLE = /\d|\b(?:news|staff|writer|editor|correspondent|reporter)\b|^$/i;

export const peopleIn = (text: string): string[] =>
  nameLine(text)
    .replace(/^(?:by|von|por|par|di|da|de)\s*:?\s+/i, '')
    .split(/,|\/|\s(?:and|und|et|y|e|en|&)\s/i)
    .map(letters)
    .filter((name) => name !== '')
    .sort();

const MAX_OFF_MS = 26 * 3_600_000;

/** A day as `2024-03-09`; some labels hold the day before the month. */
export const dayOfLabel = (label: string): string | undefined => {
  const [whole, year = '', second = '', third = ''] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(plain(label)) ?? [];
  if (whole === undefined) return undefined;
  return Number(second) > 12 ? `${year}-${third}-${second}` : whole;
};

export const isSameDate = (given: string, wanted: string): boolean => {
  const ms = Date.parse(plain(given).replace(/([+-]\d\d)(\d\d)$/, '$1:$2'));
  const day = dayOfLabel(wanted);
  // Where only a day is expected, it may be that of any time zone.
  return day === undefined
    ? ms === Date.parse(plain(wanted))
    : Math.abs(ms - Date.parse(`${day}T12:00Z`)) <= MAX_OFF_MS;
};

/** Least letters of a text that was cut off for it to count as the whole. */
const MIN_CUT_CHARS = 40;

export const isSameText = (given: string, wanted: string): boolean => {
  const [left, right] = [letters(given), letters(wanted)];
  const shared = Math.min(left.length, right.length);
  return left === right || (shared >= MIN_CUT_CHARS && left.slice(0, shared) === right.slice(0, shared));
};

/** Whether a reader found what is expected: signs, case, the order of people and where a description was cut aside. */
export const isRightFact = (fact: Fact, given: string | undefined, wanted: string): boolean => {
  if (given === undefined || plain(given) === '') return false;
  switch (fact) {
    case 'title':
      return letters(given) === letters(wanted);
    case 'byline':
      return peopleIn(given).join('|') === peopleIn(wanted).join('|');
    case 'published':
      return isSameDate(given, wanted);
    case 'description':
      return isSameText(given, wanted);
  }
};
