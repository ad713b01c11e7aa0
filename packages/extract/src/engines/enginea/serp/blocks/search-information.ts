import { decimalNumber, numbersIn, wholeNumber } from '../../../shared/read-number.js';
import { readText } from '../../../shared/reader-text.js';
import type { ResultsPage } from '../results-page.js';

export interface SearchInformation {
  readonly totalResults?: string;
  readonly timeTaken?: number;
}

/** The line of figures above the results: `About 2,560,000 results (0.21s)`, in any language. */
export const readSearchInformation = ({ byId }: ResultsPage): SearchInformation | undefined => {
  const line = byId.get('result-stats') ?? byId.get('resultStats');
  const text = line ? readText(line, { readsHidden: true }) : '';
  const [, figures = text, time] = /^(.*?)[(（]([^()（）]*)[)）]\s*$/.exec(text) ?? [];
  const counts = numbersIn(figures).map((number) => wholeNumber(number) ?? 0);
  // `Page 3 of about 4,550,000,000 results`: the page's number comes first, the count is the larger one.
  const total = counts.length > 0 ? Math.max(...counts) : undefined;
  const seconds = time === undefined ? undefined : decimalNumber(time);
  if (total === undefined && seconds === undefined) return undefined;
  return {
    ...(total === undefined ? {} : { totalResults: String(total) }),
    ...(seconds === undefined ? {} : { timeTaken: seconds }),
  };
};
