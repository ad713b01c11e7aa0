import { decimalNumber, defined, numbersIn, wholeNumber } from '@quarry/html';

/** What a page of results states about its search. */
export interface ResultFigures {
  readonly total?: number;
  readonly seconds?: number;
}

/** Reads the line of figures above results: `About 2,560,000 results (0.21s)`, in any language. */
export const readResultFigures = (text: string): ResultFigures => {
  const [, figures = text, time] = /^(.*?)[(（]([^()（）]*)[)）]\s*$/.exec(text) ?? [];
  const counts = numbersIn(figures).map((number) => wholeNumber(number) ?? 0);
  // `Page 3 of about 4,550,000,000 results`: the page's number comes first, the count is the larger one.
  const total = counts.length > 0 ? Math.max(...counts) : undefined;
  // Persian writes a slash for the point.
  const seconds = time === undefined ? undefined : decimalNumber(time.replace(/(\p{Nd})\/(?=\p{Nd})/u, '$1.'));
  return defined({ total, seconds });
};
