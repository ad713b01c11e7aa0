/** Numbers from 0 to 1 that are the same for the same seed. */
export type Random = () => number;

const STEP = 0x6d2b79f5;
const RANGE = 2 ** 32;

export const seededRandom = (seed: number): Random => {
  let state = seed;
  return () => {
    state = (state + STEP) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / RANGE;
  };
};

export const oneOf = <T>(random: Random, values: readonly T[]): T => {
  const value = values[Math.floor(random() * values.length)];
  if (value === undefined) throw new Error('there is nothing to choose from');
  return value;
};

export const shuffled = <T>(random: Random, values: readonly T[]): T[] =>
  values
    .map((value) => ({ value, rank: random() }))
    .sort((left, right) => left.rank - right.rank)
    .map(({ value }) => value);
