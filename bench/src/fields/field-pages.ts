import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { decodeBody } from '@quarry/html';
import { convertPage } from '@quarry/page';
import {
  dayOf,
  hashValue,
  isExpected,
  judgeValue,
  type Outcome,
  type Rules,
  rulesFor,
  valueAt,
} from './judge-fields.js';
import { FOOD_AND_EVENTS } from './made/food-and-events.js';
import type { MadePage } from './made/made-page.js';
import { MIXED } from './made/mixed.js';
import { PEOPLE_AND_PLACES } from './made/people-and-places.js';
import { SHOPS } from './made/shops.js';
import { TEXTS } from './made/texts.js';

/** Pages made for measuring; no site is in both halves. */
export const MADE_PAGES: readonly MadePage[] = [...SHOPS, ...FOOD_AND_EVENTS, ...PEOPLE_AND_PLACES, ...TEXTS, ...MIXED];

/** Labels of captured pages: salted hashes of the values, null where the page does not say the field. */
interface Labels {
  readonly salt: string;
  readonly pages: readonly {
    readonly page: string;
    readonly set: string;
    readonly kind: string;
    readonly rules: Rules;
    readonly expected: Readonly<Record<string, readonly string[] | null>>;
  }[];
}

export interface FieldCase {
  readonly page: string;
  readonly kind: string;
  /** Faults of the tuned half may be looked at and mended; of the measured half the figures alone are looked at. */
  readonly half: MadePage['half'];
  readonly field: string;
  readonly outcome: Outcome;
  readonly value: unknown;
}

const answer = (text: string, rules: Rules): Record<string, unknown> =>
  convertPage(
    { text, url: 'https://example.com/', mediaType: 'text/html' },
    { formats: [], links: false, emails: false, aiExtractRules: rules },
  ).aiResponse ?? {};

export const judgeMadePage = ({ site, kind, half, html, expected }: MadePage, index: number): FieldCase[] => {
  const found = answer(html, rulesFor(expected));
  return Object.entries(expected).map(([field, wanted]) => {
    const value = valueAt(found, field);
    const outcome = judgeValue(value, isExpected(value, wanted));
    return { page: `${site} ${index + 1}`, kind, half, field, outcome, value };
  });
};

type LabelFile = readonly [file: string, half: MadePage['half'] | undefined];

/** Pages that were labelled after the rules were written, below the repository's root; each names its half. */
export const LATER_LABELS: LabelFile = ['test/quality/pages/labels/field-labels.json', undefined];
/** Pages that were labelled when they were, all of them known by now. */
const EARLIER_LABELS: LabelFile = ['test/quality/pages/labels/ai-rules-labels.json', 'tuned'];

/** Judges the labelled pages of a corpus; none where it is absent. */
export const judgeCorpusPages = (
  root: string,
  corpus: string,
  files: readonly LabelFile[] = [EARLIER_LABELS, LATER_LABELS],
): FieldCase[] => {
  if (!existsSync(corpus)) return [];
  return files.flatMap(([file, fixed]) => {
    const { salt, pages } = JSON.parse(readFileSync(path.join(root, file), 'utf8')) as Labels;
    return pages.flatMap(({ page, set, kind, rules, expected }) => {
      const found = answer(decodeBody(readFileSync(path.join(corpus, page)), 'text/html').text, rules);
      return Object.entries(expected).map(([field, hashes]): FieldCase => {
        const value = valueAt(found, field);
        const accepts = (one: unknown): boolean => hashes?.includes(hashValue(salt, field, one)) ?? false;
        const outcome = judgeValue(value, hashes && (accepts(value) || accepts(dayOf(field, value))));
        const half = fixed ?? (set === 'measured' ? 'measured' : 'tuned');
        return { page, kind, half, field, outcome, value };
      });
    });
  });
};

export interface FieldFigures {
  readonly pages: number;
  /** Fields that the pages say, and shares of them. */
  readonly said: number;
  readonly right: number;
  readonly wrong: number;
  /** Fields that the pages do not say, and the share that was invented. */
  readonly unsaid: number;
  readonly invented: number;
}

export const fieldFigures = (cases: readonly FieldCase[]): FieldFigures => {
  const count = (...outcomes: Outcome[]): number => cases.filter(({ outcome }) => outcomes.includes(outcome)).length;
  const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);
  const said = count('right', 'missing', 'wrong');
  const unsaid = count('kept', 'invented');
  return {
    pages: new Set(cases.map(({ page }) => page)).size,
    said,
    right: share(count('right'), said),
    wrong: share(count('wrong'), said),
    unsaid,
    invented: share(count('invented'), unsaid),
  };
};
