import type { KeyName } from '../../api/keys.js';

/** What the API names calls of people in the console by. */
export const CONSOLE_KEY = 'console';
const ID_CHARS = 8;

/** The name of a request's key for people: while the names are not known, the beginning of its id. */
export const keyLabel = (id: string, names: readonly KeyName[] | undefined): string => {
  if (id === CONSOLE_KEY) return 'Console';
  const known = names?.find((key) => key.id === id);
  if (known === undefined) return id.slice(0, ID_CHARS);
  return known.isRevoked ? `${known.name} (revoked)` : known.name;
};

/** Choices of the filter: those in use first. */
export const keyChoices = (
  names: readonly KeyName[],
  chosen: string | undefined,
): readonly { readonly value: string; readonly label: string }[] => {
  const sorted = names.toSorted((one, other) => Number(one.isRevoked) - Number(other.isRevoked));
  const ids = [CONSOLE_KEY, ...sorted.map(({ id }) => id)];
  // An address may name a key that is gone.
  if (chosen !== undefined && !ids.includes(chosen)) ids.push(chosen);
  return ids.map((value) => ({ value, label: keyLabel(value, names) }));
};
