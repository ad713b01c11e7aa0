/**
 * Characters that make a spreadsheet read a cell as a formula: OWASP's list on CSV injection with full-width forms, also after
 * white space that an import may drop.
 */
const FORMULA = /^(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/u;

/** A number such as -12.5, which is not a formula. */
const PLAIN_NUMBER = /^[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Puts an apostrophe before text that a spreadsheet might run as a formula. Not quoted yet. */
const guardCell = (text: string): string => (FORMULA.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text);

const NEEDS_QUOTES = /[",\r\n]/;

/** A cell in RFC 4180, safe to open in a spreadsheet. */
export const csvCell = (value: string | number | boolean | null | undefined): string => {
  const text = guardCell(String(value ?? ''));
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};
