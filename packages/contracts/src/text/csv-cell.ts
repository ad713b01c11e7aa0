/**
 * What spreadsheets may take for a formula: those of OWASP's list on CSV injection, with their full-width forms, also behind
 * white space that an import may drop.
 */
const FORMULA = /^(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/u;

/** Such as -12.5: a number, which calculates nothing. */
const PLAIN_NUMBER = /^[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** The text of a cell that no spreadsheet runs: what could be a formula gets an apostrophe in front. Not quoted yet. */
const guardCell = (text: string): string => (FORMULA.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text);

const NEEDS_QUOTES = /[",\r\n]/;

/** One cell of a table as RFC 4180 has it, safe to be opened in a spreadsheet. */
export const csvCell = (value: string | number | boolean | null | undefined): string => {
  const text = guardCell(String(value ?? ''));
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};
