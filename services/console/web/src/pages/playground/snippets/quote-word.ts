const PLAIN = /^[\w@%+:,./-]+$/;

/** A word of a POSIX shell: in single quotes unless it needs none. */
export const quoteWord = (text: string): string =>
  PLAIN.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
