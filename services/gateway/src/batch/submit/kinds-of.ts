import type { RequestKind } from '../../admission/cheaper-way.js';
import { MAX_PRICED_KINDS } from '../../bounds.js';
import type { CheckedItem } from './check-items.js';
import { Turns } from '../../http/turns.js';

/** What is asked for differs from item to item, and never in price. */
const isSubject = (name: string): boolean => name === 'url' || name === 'q';

/** The items by what their price may depend on, in turns; undefined when there are too many kinds to look at each. */
export const kindsOf = async (items: readonly CheckedItem[]): Promise<readonly RequestKind[] | undefined> => {
  const turns = new Turns();
  const kinds = new Map<string, { params: CheckedItem['params']; count: number }>();
  for (const { params } of items) {
    const text = JSON.stringify(params, (name, value: unknown) => (isSubject(name) ? undefined : value));
    const kind = kinds.get(text);
    if (kind === undefined) kinds.set(text, { params, count: 1 });
    else kind.count += 1;
    if (kinds.size > MAX_PRICED_KINDS) return undefined;
    await turns.take();
  }
  return [...kinds.values()];
};
