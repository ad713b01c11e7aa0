/** Longest name that is compared. */
const MAX_CHARS = 64;
/** Most letters in which a suggested name may differ, and the share of its length. */
const MAX_DISTANCE = 3;
const MAX_DISTANCE_SHARE = 0.34;
/** Shortest name that is searched for within others. */
const MIN_PART_CHARS = 4;

/** Edits that turn one text into the other, a swap of neighbours counted as one. */
const editDistance = (left: string, right: string): number => {
  let before: number[] = [];
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let i = 1; i <= left.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= right.length; j += 1) {
      const isSame = left[i - 1] === right[j - 1];
      const isSwapped = i > 1 && j > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1];
      next.push(
        Math.min(
          (row[j] ?? 0) + 1,
          (next[j - 1] ?? 0) + 1,
          (row[j - 1] ?? 0) + (isSame ? 0 : 1),
          isSwapped ? (before[j - 2] ?? 0) + 1 : Infinity,
        ),
      );
    }
    [before, row] = [row, next];
  }
  return row[right.length] ?? 0;
};

/** Letters and digits alone, in lower case: `output_format` and `outputFormat` are the same. */
const plain = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** The known name that was probably meant; undefined if none is close, or several are equally close. */
export const closestName = (name: string, known: readonly string[]): string | undefined => {
  if (name.length > MAX_CHARS) return undefined;
  const wanted = plain(name);
  const most = Math.min(MAX_DISTANCE, Math.max(1, Math.floor(wanted.length * MAX_DISTANCE_SHARE)));
  const [nearest, second] = known
    .map((candidate) => ({ candidate, distance: editDistance(wanted, plain(candidate)) }))
    .filter(({ distance }) => distance <= most)
    .sort((left, right) => left.distance - right.distance);
  if (nearest) return nearest.distance === second?.distance ? undefined : nearest.candidate;
  if (wanted.length < MIN_PART_CHARS) return undefined;
  const [only, ...more] = known.filter((candidate) => plain(candidate).includes(wanted));
  return more.length === 0 ? only : undefined;
};
