import type { FormField } from '../form-field.js';
import { isRecord } from '../json-schema.js';

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * The parameters without those that say what the service would take anyway: the log keeps calls with all their defaults, and a
 * form shows what was chosen. Required parameters stay.
 */
export const withoutPresets = (
  fields: readonly FormField[],
  params: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> => {
  const known = new Map(fields.map((field) => [field.name, field]));
  return Object.fromEntries(
    Object.entries(params).flatMap(([name, value]): [string, unknown][] => {
      const field = known.get(name);
      if (field === undefined || field.isRequired) return [[name, value]];
      if (field.preset !== undefined && isSame(field.preset, value)) return [];
      if (field.kind !== 'group' || !isRecord(value)) return [[name, value]];
      return [[name, withoutPresets(field.fields, value)]];
    }),
  );
};
