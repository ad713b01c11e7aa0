/** A seeded source of numbers: the same seed tells the same story. */
export interface Random {
  /** From 0 up to, not including, 1. */
  next(): number;
  /** Mean 1. */
  exponential(): number;
  /** Mean 0, variance 1. */
  normal(): number;
}

const GOLDEN = 0x9e_37_79_b9;
const RANGE = 2 ** 32;

export const createRandom = (seed: number): Random => {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + GOLDEN) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21_f0_aa_ad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x73_5a_2d_97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / RANGE;
  };
  return {
    next,
    exponential: () => -Math.log(1 - next()),
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
  };
};
