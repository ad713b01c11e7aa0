import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { corpusDigest } from './corpus.js';

export interface Figure {
  /** Share of right cases, 0 to 1, or a count that may not fall. */
  readonly value: number;
  /** Cases behind the value. */
  readonly n: number;
  /** Below this the gate fails, whatever the committed figure. */
  readonly floor?: number;
  /** One line per case, required where there are fewer than `LISTED_BELOW`. */
  readonly cases?: readonly string[];
}

interface Committed {
  readonly digest: string;
  readonly figures: Readonly<Record<string, { readonly value: number; readonly n: number }>>;
}

const SCORES = path.resolve(import.meta.dirname, 'scores');
/** Figures on fewer cases are listed case by case. */
const LISTED_BELOW = 10;
/** Committed figures are rounded; a smaller fall does not count. */
const ROUNDING = 0.000_5;
const isUpdate = process.env['QUALITY_UPDATE'] === '1';

const round = (value: number): number => Math.round(value * 1_000) / 1_000;

const readCommitted = (file: string): Committed | undefined =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Committed) : undefined;

const print = (gate: string, name: string, { value, n, floor, cases = [] }: Figure): void => {
  const due = floor === undefined ? '' : `, floor ${floor}`;
  process.stdout.write(`quality ${gate} ${name}: ${round(value)} (n=${n}${due})\n`);
  if (n < LISTED_BELOW) for (const line of cases) process.stdout.write(`  ${line}\n`);
};

const failuresOf = (gate: string, names: readonly string[], figures: Readonly<Record<string, Figure>>): string[] => {
  const failures: string[] = [];
  const committed = readCommitted(path.join(SCORES, `${gate}.json`));
  const isComparable = committed?.digest === corpusDigest(names);
  if (!isComparable)
    process.stdout.write(`quality ${gate}: other pages than the committed figures have; floors alone hold\n`);
  for (const [name, { value, floor }] of Object.entries(figures)) {
    if (floor !== undefined && value < floor) failures.push(`${name}: ${value.toFixed(4)} is below its floor ${floor}`);
    const before = committed?.figures[name]?.value;
    if (isComparable && before !== undefined && value < before - ROUNDING) {
      failures.push(`${name}: ${value.toFixed(4)} was ${before} before`);
    }
  }
  for (const name of isComparable ? Object.keys(committed.figures) : []) {
    if (!(name in figures)) failures.push(`${name}: is no longer measured`);
  }
  return failures;
};

/**
 * Prints the figures of one gate and returns their problems: below a floor, or less than the committed figure on the same pages
 * (`scores/<gate>.json`, such as `scores/engines/serp.json`, rewritten with QUALITY_UPDATE=1).
 */
export const judgeFigures = (
  gate: string,
  names: readonly string[],
  figures: Readonly<Record<string, Figure>>,
): string[] => {
  for (const [name, figure] of Object.entries(figures)) print(gate, name, figure);
  const failures = failuresOf(gate, names, figures);
  if (isUpdate) {
    const rounded = Object.entries(figures).map(([name, { value, n }]) => [name, { value: round(value), n }]);
    const committed = { digest: corpusDigest(names), figures: Object.fromEntries(rounded) as Committed['figures'] };
    writeFileSync(path.join(SCORES, `${gate}.json`), `${JSON.stringify(committed, null, 2)}\n`);
  }
  return failures;
};

/** A case and whether it is right; its name begins with its page. */
type Case = readonly [name: string, isRight: boolean];

/** Prints the right cases on every page of a gate, column by column: `results 9/10, snippets 10/10`. */
export const printPages = (gate: string, columns: Readonly<Record<string, readonly Case[]>>): void => {
  const pages = new Map<string, Map<string, { right: number; n: number }>>();
  for (const [column, cases] of Object.entries(columns)) {
    for (const [name, isRight] of cases) {
      const [page = ''] = name.split(/[ :]/, 1);
      const row = pages.get(page) ?? new Map<string, { right: number; n: number }>();
      const cell = row.get(column) ?? { right: 0, n: 0 };
      row.set(column, { right: cell.right + Number(isRight), n: cell.n + 1 });
      pages.set(page, row);
    }
  }
  for (const [page, row] of pages) {
    const cells = [...row].map(([column, { right, n }]) => `${column} ${right}/${n}`);
    process.stdout.write(`quality ${gate} page ${page}: ${cells.join(', ')}\n`);
  }
};
