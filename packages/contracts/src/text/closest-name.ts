/** Longest name that is compared. */
const MAX_CHARS = 64;
/** Most letters in which a suggested name may differ, and the share of its length. */
const MAX_DISTANCE = 3;
const MAX_DISTANCE_SHARE = 0.34;
/** Shortest name that is searched for within others. */
const MIN_PART_CHARS = 4;

/**
 * Edits that turn one text into the other, a swap of neighbours counted as one; undefined if they are more than `most`. Looks
 * only at what so many edits can reach, so its cost grows with the length of the texts, not with its square.
 */
const editDistance = (left: string, right: string, most: number): number | undefined => {
  if (Math.abs(left.length - right.length) > most) return undefined;
  const tooFar = most + 1;
  const newRow = (): number[] => new Array<number>(right.length + 1).fill(tooFar);
  let before = newRow();
  let row = Array.from({ length: right.length + 1 }, (_, index) => Math.min(index, tooFar));
  for (let i = 1; i <= left.length; i += 1) {
    const next = newRow();
    if (i <= most) next[0] = i;
    let least = next[0] ?? tooFar;
    for (let j = Math.max(1, i - most); j <= Math.min(right.length, i + most); j += 1) {
      const isSame = left[i - 1] === right[j - 1];
      const isSwapped = i > 1 && j > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1];
      const edits = Math.min(
        (row[j] ?? tooFar) + 1,
        (next[j - 1] ?? tooFar) + 1,
        (row[j - 1] ?? tooFar) + (isSame ? 0 : 1),
        isSwapped ? (before[j - 2] ?? tooFar) + 1 : tooFar,
      );
      next[j] = edits;
      least = Math.min(least, edits);
    }
    // A swap goes back two rows, but not below what the row between them has reached.
    if (least > most) return undefined;
    [before, row] = [row, next];
  }
  const distance = row[right.length] ?? tooFar;
  return distance > most ? undefined : distance;
};

/** Letters and digits alone, in lower case: `output_format` and `outputFormat` are the same. */
const plain = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Finds the known name that was probably meant; undefined if none is close, or several are equally close. */
export type FindName = (name: string) => string | undefined;

/** A search among known names; made once for many searches. */
export const closestNameAmong = (known: readonly string[]): FindName => {
  const candidates = known.map((name) => ({ name, plainName: plain(name) }));

  const containing = (wanted: string): string | undefined => {
    if (wanted.length < MIN_PART_CHARS) return undefined;
    const [only, ...more] = candidates.filter(({ plainName }) => plainName.includes(wanted));
    return more.length === 0 ? only?.name : undefined;
  };

  return (name) => {
    if (name.length > MAX_CHARS) return undefined;
    const wanted = plain(name);
    const most = Math.min(MAX_DISTANCE, Math.max(1, Math.floor(wanted.length * MAX_DISTANCE_SHARE)));
    let nearest: { readonly name: string; readonly distance: number; readonly isAlone: boolean } | undefined;
    for (const candidate of candidates) {
      // One that is farther than the nearest is of no use; one as far makes it doubtful.
      const distance = editDistance(wanted, candidate.plainName, nearest?.distance ?? most);
      if (distance === undefined) continue;
      nearest = { name: candidate.name, distance, isAlone: distance !== nearest?.distance };
    }
    if (nearest === undefined) return containing(wanted);
    return nearest.isAlone ? nearest.name : undefined;
  };
};
