import { monthNames } from '@quarry/html';
import { foldText } from './fold-text.js';

/** Years looked at in one text. */
export const MAX_YEARS_SEEN = 2_000;
/** Largest distance of a day and month from their year: `5 de marzo de 2024`. */
const NEAR_CHARS = 40;
const NEAR_TOKENS = 5;

const LANGUAGES =
  'en de fr es it pt nl pl cs sk sl hr sv da nb fi hu ro bg ru uk el tr id vi ca et lv lt ar he fa hi bn ur ta te th ms sr az ka hy'.split(
    ' ',
  );
const ISO_DATE = /^(\d{4})-(\d{2})(?:-(\d{2}))?$/;

/** Made once, for the first date: making a formatter takes longer than searching a text. */
let writtenMonths: readonly (readonly string[])[] | undefined;

/** Folded names of a month in the languages of most pages. */
const foldedNames = (month: number): Set<string> => {
  writtenMonths ??= LANGUAGES.flatMap((language) => monthNames(language, 'gregory'));
  const names = writtenMonths.map((months) => foldText(months[month - 1] ?? ''));
  return new Set(names.filter((name) => name.replace(/[^\p{L}\p{M}]/gu, '').length >= 2));
};

export interface StatedDates {
  /** Whether the text states the day (or month) of an ISO date in some spelling. False for what is no plain ISO date. */
  has(isoDate: string): boolean;
}

const TOKEN = /\d+|[^\d\s]+/g;

/** Tokens from the year outward, up to the next year. */
const outward = (tokens: readonly string[]): string[] => {
  const year = tokens.findIndex((token) => /^\d{4}$/.test(token));
  return tokens.slice(0, Math.min(NEAR_TOKENS, year < 0 ? NEAR_TOKENS : year));
};

const sidesOf = (text: string, at: number, yearLength: number): string[][] => {
  const before = text.slice(Math.max(0, at - NEAR_CHARS), at).match(TOKEN) ?? [];
  const after = text.slice(at + yearLength, at + yearLength + NEAR_CHARS).match(TOKEN) ?? [];
  return [outward(before.toReversed()).reverse(), outward(after)];
};

/** Dates of a folded text, looked up one by one. */
export const statedDates = (folded: string): StatedDates => {
  const names = new Map<number, Set<string>>();
  const namesOf = (month: number): Set<string> => {
    const known = names.get(month) ?? foldedNames(month);
    names.set(month, known);
    return known;
  };
  const isStated = (tokens: readonly string[], month: number, day: number | undefined): boolean => {
    const dayAt = day === undefined ? -1 : tokens.findIndex((token) => Number(token) === day);
    if (day !== undefined && dayAt < 0) return false;
    if (tokens.some((token, index) => index !== dayAt && Number(token) === month)) return true;
    // Some abbreviations are two words once folded.
    const words = ` ${tokens.join(' ')} `;
    return [...namesOf(month)].some((name) => words.includes(` ${name} `));
  };
  return {
    has: (isoDate) => {
      const [, year, month, day] = ISO_DATE.exec(isoDate) ?? [];
      if (year === undefined || Number(month) < 1 || Number(month) > 12) return false;
      const dayNumber = day === undefined ? undefined : Number(day);
      let seen = 0;
      for (let at = folded.indexOf(year); at >= 0 && seen < MAX_YEARS_SEEN; at = folded.indexOf(year, at + 1)) {
        seen += 1;
        const sides = sidesOf(folded, at, year.length);
        if (sides.some((tokens) => isStated(tokens, Number(month), dayNumber))) return true;
      }
      return false;
    },
  };
};
