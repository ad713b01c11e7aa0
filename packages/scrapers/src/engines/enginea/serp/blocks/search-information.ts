import { definedOrNone, readText } from '@quarry/html';
import { readResultFigures } from '../../result-figures.js';
import type { ResultsPage } from '../results-page.js';

export interface SearchInformation {
  readonly totalResults?: string;
  readonly timeTaken?: number;
}

/** The line of figures above the results. */
export const readSearchInformation = ({ byId }: ResultsPage): SearchInformation | undefined => {
  const line = byId.get('result-stats') ?? byId.get('resultStats');
  const { total, seconds } = readResultFigures(line ? readText(line, { readsHidden: true }) : '');
  return definedOrNone({ totalResults: total === undefined ? undefined : String(total), timeTaken: seconds });
};
