import { existsSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import {
  fieldFigures,
  judgeCorpusPages,
  judgeMadePage,
  LATER_LABELS,
  MADE_PAGES,
} from '../../../bench/src/fields/field-pages.js';
import { CORPUS } from '../corpus.js';
import { judgeFigures, type Figure } from '../gate.js';

/** `npm run bench:fields` prints more: the earlier labels too, kind by kind, and the faults of the tuned half. */
it('fields by meaning are right on pages kept for measuring, by site, and not invented', () => {
  const hasCorpus = existsSync(CORPUS);
  if (!hasCorpus)
    process.stdout.write(`quality pages/fields: no pages at ${CORPUS}; the made pages alone are measured\n`);
  const cases = [...MADE_PAGES.flatMap(judgeMadePage), ...judgeCorpusPages(process.cwd(), CORPUS, [LATER_LABELS])];
  const figures: Record<string, Figure> = {};
  for (const half of ['tuned', 'measured'] as const) {
    const { said, right, wrong, unsaid, invented } = fieldFigures(cases.filter((one) => one.half === half));
    figures[`${half} right`] = { value: right, n: said, floor: 0.92 };
    figures[`${half} not wrong`] = { value: 1 - wrong, n: said, floor: 0.985 };
    figures[`${half} absent left null`] = { value: 1 - invented, n: unsaid, floor: 0.99 };
  }
  const captured = [...new Set(cases.map(({ page }) => page).filter((page) => page.endsWith('.html')))];
  expect(judgeFigures('pages/fields', captured, figures)).toEqual([]);
}, 60_000);

it('no site of the made pages is in both halves', () => {
  const halves = new Map<string, string>();
  for (const { site, half } of MADE_PAGES) expect(halves.set(site, halves.get(site) ?? half).get(site)).toBe(half);
});
