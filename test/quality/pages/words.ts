/** Words of a text, lower case; in scripts without spaces each letter is a word. */
export const wordsOf = (text: string): string[] =>
  text
    .normalize('NFC')
    .toLowerCase()
    .match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]|[\p{L}\p{N}\p{M}]+/gu) ?? [];

export interface Overlap {
  /** Words of `expected` that are also in `actual`, with their count there. */
  readonly found: number;
  readonly expected: number;
  readonly actual: number;
  /** Words missing in `actual`, most frequent first. */
  readonly missing: readonly string[];
  readonly extra: readonly string[];
}

const LONGEST_SEAM = 120;

/** Removes pieces that make up `word` from `counts`; false where there are none. */
const takePieces = (word: string, counts: Map<string, number>): boolean => {
  if (word.length > LONGEST_SEAM) return false;
  // Where the piece that ends at an index starts; the first way found.
  const starts = new Map<number, number>([[0, -1]]);
  for (let end = 1; end <= word.length; end += 1) {
    for (let start = 0; start < end && !starts.has(end); start += 1) {
      if (starts.has(start) && (counts.get(word.slice(start, end)) ?? 0) > 0) starts.set(end, start);
    }
  }
  if (!starts.has(word.length)) return false;
  for (let end = word.length; end > 0; end = starts.get(end) ?? 0) {
    const piece = word.slice(starts.get(end), end);
    counts.set(piece, (counts.get(piece) ?? 0) - 1);
  }
  return true;
};

/**
 * Counts the words that two texts share. The browser's text joins neighbouring boxes that style sheets would have separated: such
 * a word counts as found where its pieces are.
 */
export const compareWords = (expected: string, actual: string): Overlap => {
  const counts = new Map<string, number>();
  const wanted = wordsOf(expected);
  const given = wordsOf(actual);
  for (const word of given) counts.set(word, (counts.get(word) ?? 0) + 1);
  const unmatched: string[] = [];
  for (const word of wanted) {
    const left = counts.get(word) ?? 0;
    if (left > 0) counts.set(word, left - 1);
    else unmatched.push(word);
  }
  const missing = unmatched.filter((word) => !takePieces(word, counts));
  const extra = [...counts].filter(([, left]) => left > 0).map(([word]) => word);
  return { found: wanted.length - missing.length, expected: wanted.length, actual: given.length, missing, extra };
};
