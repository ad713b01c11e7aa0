import { allFields, type FormField } from './form-field.js';
import type { Fault } from './to-params.js';

export interface PlacedFaults {
  /** Messages by the path of the field beside which they are shown. */
  readonly byPath: ReadonlyMap<string, readonly string[]>;
  /** Of no field of the form. */
  readonly others: readonly string[];
}

/** The field of the form that a violation is about: its own, or the nearest one around it. */
const nearest = (paths: ReadonlySet<string>, field: string): string | undefined => {
  for (let path = field; path !== ''; path = path.slice(0, Math.max(0, path.lastIndexOf('.')))) {
    if (paths.has(path)) return path;
  }
  return undefined;
};

/** Sorts faults of the form and violations that the service found to their fields. Equal messages are shown once. */
export const placeFaults = (fields: readonly FormField[], faults: readonly Fault[]): PlacedFaults => {
  const paths = new Set(allFields(fields).map(({ path }) => path));
  const byPath = new Map<string, string[]>();
  const others = new Set<string>();
  for (const { field, message } of faults) {
    const path = nearest(paths, field);
    if (path === undefined) {
      others.add(message);
      continue;
    }
    const known = byPath.get(path) ?? [];
    if (!known.includes(message)) byPath.set(path, [...known, message]);
  }
  return { byPath, others: [...others] };
};

/** How many of the fields, those of groups included, have a fault. */
export const countFaults = (fields: readonly FormField[], { byPath }: PlacedFaults): number =>
  allFields(fields).filter(({ path }) => byPath.has(path)).length;
