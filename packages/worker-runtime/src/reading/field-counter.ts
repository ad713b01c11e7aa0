import { MAX_MISSING_PAGES, type FieldCounts, type MissingPage } from '@quarry/store';
import type { ResultPart } from '@quarry/contracts';

type Row = Readonly<Record<string, unknown>>;

/** Entries of one list that are looked at; the rest of a longer one looks like them. */
export const MAX_ENTRIES_COUNTED = 100;
/** Below this share of its entries a page is remembered as one without the field. */
const MISSING_BELOW = 0.5;

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);

const isFilled = (value: unknown): boolean => {
  if (value === undefined || value === null || value === '') return false;
  if (typeof value !== 'object') return true;
  if (Array.isArray(value)) return value.length > 0;
  for (const _ in value) return true;
  return false;
};

/** Counts of one field. */
interface Tally {
  readonly field: string;
  found: number;
  pages: number;
  missing: MissingPage[];
}

interface CountedPart {
  readonly key: string;
  readonly tally: Tally;
  readonly fields: readonly { readonly key: string; readonly tally: Tally }[];
}

const newTally = (field: string): Tally => ({ field, found: 0, pages: 0, missing: [] });

const add = (tally: Tally, share: number, page: MissingPage): void => {
  tally.pages += 1;
  tally.found += share;
  if (share >= MISSING_BELOW) return;
  if (tally.missing.length >= MAX_MISSING_PAGES) tally.missing.shift();
  tally.missing.push(page);
};

/** Share of the rows that have each of the fields. */
const addRows = (fields: CountedPart['fields'], rows: readonly unknown[], page: MissingPage): void => {
  const count = Math.min(rows.length, MAX_ENTRIES_COUNTED);
  for (const { key, tally } of fields) {
    let filled = 0;
    for (let index = 0; index < count; index += 1) {
      const row = rows[index];
      if (isRow(row) && isFilled(row[key])) filled += 1;
    }
    add(tally, filled / count, page);
  }
};

/** The counts of one operation since they were last taken. All that its contract names is counted, found or not. */
export class FieldCounter {
  readonly #parts: readonly CountedPart[];

  readonly #others = new Map<string, Tally>();

  constructor(parts: readonly ResultPart[]) {
    this.#parts = parts.map(({ key, fields }) => ({
      ...{ key, tally: newTally(key) },
      fields: fields.map((field) => ({ key: field.key, tally: newTally(field.name) })),
    }));
  }

  /** A result that was read from a page. */
  addResult(result: Row, page: MissingPage): void {
    for (const { key, tally, fields } of this.#parts) {
      const value = result[key];
      const isFound = isFilled(value);
      add(tally, isFound ? 1 : 0, page);
      // The fields of what is not on the page say nothing of the page.
      if (!isFound || fields.length === 0) continue;
      if (Array.isArray(value)) addRows(fields, value, page);
      else if (isRow(value)) for (const field of fields) add(field.tally, isFilled(value[field.key]) ? 1 : 0, page);
    }
  }

  /** Something else that a page has or lacks. */
  addOther(name: string, isFound: boolean, page: MissingPage): void {
    let tally = this.#others.get(name);
    if (tally === undefined) this.#others.set(name, (tally = newTally(name)));
    add(tally, isFound ? 1 : 0, page);
  }

  /** What was counted, which begins anew. */
  take(day: string, operation: string): (FieldCounts & { readonly missing: readonly MissingPage[] })[] {
    const tallies = this.#parts.flatMap(({ tally, fields }) => [tally, ...fields.map((field) => field.tally)]);
    const counted = [...tallies, ...this.#others.values()].filter(({ pages }) => pages > 0);
    return counted.map((tally) => {
      const { field, found, pages, missing } = tally;
      Object.assign(tally, newTally(field));
      // Sums of shares are not exact.
      return { day, operation, field, found: Math.min(found, pages), pages, missing };
    });
  }
}
