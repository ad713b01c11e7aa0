import { existsSync } from 'node:fs';
import path from 'node:path';
import { printTable, three } from '../reading/print-table.js';
import { type FieldCase, fieldFigures, judgeCorpusPages, judgeMadePage, MADE_PAGES } from './field-pages.js';

/**
 * Fields by meaning on labelled pages, without a model: the half that the rules were mended with and the half that is only
 * measured, no site in both. `npm run bench:fields -- faults` lists the faults of the tuned half.
 */
const corpus = process.env['QUARRY_CORPUS'] ?? path.resolve('../shared/corpus');

const row = (name: string, cases: readonly FieldCase[]): string[] => {
  const { pages, said, right, wrong, unsaid, invented } = fieldFigures(cases);
  return [name, String(pages), String(said), three(right), three(wrong), String(unsaid), three(invented)];
};

if (!existsSync(corpus))
  process.stdout.write(`no pages at ${corpus} (set QUARRY_CORPUS): the made pages alone are measured\n\n`);
const cases = [...MADE_PAGES.flatMap(judgeMadePage), ...judgeCorpusPages(process.cwd(), corpus)];
const halves = (['tuned', 'measured'] as const).map(
  (half) => [half, cases.filter((one) => one.half === half)] as const,
);
const HEADER = ['pages', 'said', 'right', 'wrong', 'not said', 'invented'];
printTable([['fields by meaning', ...HEADER], ...halves.map(([half, some]) => row(half, some)), row('all', cases)]);
const kinds = [...new Set(cases.map(({ kind }) => kind))].sort();
printTable([
  ['by kind', ...HEADER],
  ...kinds.map((kind) =>
    row(
      kind,
      cases.filter((one) => one.kind === kind),
    ),
  ),
]);
if (process.argv[2] === 'faults') {
  for (const { page, half, field, outcome, value } of cases)
    if (half === 'tuned' && outcome !== 'right' && outcome !== 'kept')
      process.stdout.write(`${outcome}: ${page} ${field} ${JSON.stringify(value ?? null).slice(0, 120)}\n`);
}
