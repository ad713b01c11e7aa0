/** The pages of `pageRows` rows that a window of rows touches, from 0. */
export const pagesOf = (firstRow: number, lastRow: number, pageRows: number): readonly number[] => {
  if (lastRow < firstRow || lastRow < 0) return [];
  const from = Math.floor(Math.max(0, firstRow) / pageRows);
  const to = Math.floor(lastRow / pageRows);
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
};

/** How many rows a page has, where there are `total` in all: what is cached of a page that still grows must be read again. */
export const rowsOfPage = (page: number, total: number, pageRows: number): number =>
  Math.min(pageRows, Math.max(0, total - page * pageRows));
