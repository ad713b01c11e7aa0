import type { Figure } from '../gate.js';

const valueAt = (result: unknown, place: string): unknown =>
  place.split('.').reduce<unknown>((value, key) => {
    if (value === null || typeof value !== 'object') return undefined;
    return (value as Record<string, unknown>)[key];
  }, result);

interface Gate {
  readonly name: string;
  /** Hashes of values by page and by place in the result, such as `homes.0.price`. */
  readonly pages: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly hash: (...parts: readonly string[]) => string;
  readonly resultOf: (page: string) => unknown;
  /** The field of a place. Default: the place. */
  readonly fieldOf?: (place: string) => string;
}

/** Compares results with labels, prints counts by field and what differs, and returns the figures of the gate. */
export const tallyPlaces = ({ name, pages, hash, resultOf, fieldOf = (place) => place }: Gate) => {
  const fields = new Map<string, { extracted: number; right: number; n: number }>();
  for (const [page, labels] of Object.entries(pages)) {
    const result = resultOf(page);
    for (const [place, label] of Object.entries(labels)) {
      const value = valueAt(result, place);
      const field = fieldOf(place);
      const tally = fields.get(field) ?? { extracted: 0, right: 0, n: 0 };
      tally.n += 1;
      if (value !== undefined) tally.extracted += 1;
      if (hash(page, place, String(value)) === label) tally.right += 1;
      else process.stdout.write(`quality ${name} differs: ${page} ${place}\n`);
      fields.set(field, tally);
    }
  }
  for (const [field, { extracted, right, n }] of fields) {
    process.stdout.write(`quality ${name} ${field}: present ${n}, extracted ${extracted}, right ${right}\n`);
  }
  const sum = (key: 'extracted' | 'right' | 'n') =>
    [...fields.values()].reduce((total, tally) => total + tally[key], 0);
  const figures: Record<string, Figure> = {
    right: { value: sum('right') / sum('n'), n: sum('n'), floor: 0.98 },
    'not wrong': { value: 1 - (sum('extracted') - sum('right')) / sum('n'), n: sum('n'), floor: 1 },
  };
  return figures;
};
