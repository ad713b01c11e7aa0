/** Share of what a page shows and should show, in runs of four words: what both have, what is too much, what is missing. */
export interface ShingleShares {
  readonly hit: number;
  readonly extra: number;
  readonly missing: number;
}

const RUN = 4;
/** What the benchmark takes for a word: letters, digits and underscores of any script. */
const WORD = /[\p{Alphabetic}\p{Mark}\p{Decimal_Number}\p{Letter_Number}\p{Other_Number}_]+/gu;

const countRuns = (text: string): Map<string, number> => {
  const tokens = text.match(WORD) ?? [];
  const counts = new Map<string, number>();
  for (let index = 0; index < Math.max(1, tokens.length - RUN + 1); index += 1) {
    const run = tokens.slice(index, index + RUN).join(' ');
    counts.set(run, (counts.get(run) ?? 0) + 1);
  }
  return counts;
};

/** As the article benchmark scores one page: counts of runs of four words, divided by their sum so that pages weigh alike, or as they are. */
export const shingleShares = (
  expected: string,
  actual: string,
  unit: 'shares' | 'counts' = 'shares',
): ShingleShares => {
  const wanted = countRuns(expected);
  const got = countRuns(actual);
  let hit = 0;
  let extra = 0;
  let missing = 0;
  for (const run of new Set([...wanted.keys(), ...got.keys()])) {
    const want = wanted.get(run) ?? 0;
    const have = got.get(run) ?? 0;
    hit += Math.min(want, have);
    extra += Math.max(0, have - want);
    missing += Math.max(0, want - have);
  }
  if (unit === 'counts') return { hit, extra, missing };
  const sum = hit + extra + missing;
  return sum === 0 ? { hit, extra, missing } : { hit: hit / sum, extra: extra / sum, missing: missing / sum };
};

const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

export interface TextScore {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

/** Mean precision and mean recall over pages, and the F1 of the two means. */
export const scoreOf = (pages: readonly ShingleShares[]): TextScore => {
  const precision = mean(
    pages.filter(({ hit, extra }) => hit + extra > 0).map(({ hit, extra }) => hit / (hit + extra)),
  );
  const recall = mean(
    pages.filter(({ hit, missing }) => hit + missing > 0).map(({ hit, missing }) => hit / (hit + missing)),
  );
  return { precision, recall, f1: precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall) };
};
