import { decimalNumber, definedOrNone, firstBelow, readText } from '@quarry/html';
import { boxedQuery, queryOf } from '../query-of.js';
import { readResultFigures } from '../result-figures.js';
import type { ScholarPage } from './scholar-page.js';

export interface SearchInformation {
  /** Roughly. */
  readonly totalResults?: number;
  readonly timeTaken?: number;
  readonly queryDisplayed?: string;
}

/** The line of figures above the articles, in any language, and the text in the search box. */
export const readSearchInformation = (page: ScholarPage): SearchInformation | undefined => {
  const line = page.byId.get('gs_ab_md');
  const { total, seconds } = readResultFigures(line ? readText(line) : '');
  // The time is the one figure in bold.
  const bold = line && seconds === undefined ? firstBelow(line, ({ name }) => name === 'b') : undefined;
  const timeTaken = seconds ?? (bold ? decimalNumber(readText(bold)) : undefined);
  const query = boxedQuery(page.root) ?? queryOf(page);
  return definedOrNone({ totalResults: total, timeTaken, queryDisplayed: query || undefined });
};
