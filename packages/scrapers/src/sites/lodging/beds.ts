import { amountOf, at, itemsOf, numberOf, type Json } from '../../shared/json-values.js';

/** The site's numbers of kinds of beds. */
const KINDS: ReadonlyMap<number, string> = new Map([
  [1, 'twin'],
  [2, 'full'],
  [3, 'king'],
  [4, 'bunk'],
  [5, 'sofa'],
  [6, 'queen'],
]);

/** Beds of a unit; where guests choose between configurations each bed has the number of its `option`. */
export const bedsOf = (configurations: Json): Readonly<Record<string, string | number>>[] => {
  const choices = itemsOf(configurations);
  return choices.flatMap((configuration, index) =>
    itemsOf(at(configuration, 'beds')).flatMap((bed) => {
      const count = amountOf(at(bed, 'count'));
      if (count === undefined) return [];
      const code = numberOf(at(bed, 'type')) ?? numberOf(at(bed, 'bedTypeId'));
      const type = code === undefined ? undefined : KINDS.get(code);
      return [{ count, ...(type === undefined ? {} : { type }), ...(choices.length > 1 ? { option: index + 1 } : {}) }];
    }),
  );
};
