import type { Wanted } from './entry.js';

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** All values at a path such as `organicResults[].title`; `[]` stands for every item of a list. */
export const valuesAt = (body: unknown, path: string): readonly unknown[] => {
  let values: readonly unknown[] = [body];
  for (const part of path.split('.')) {
    const name = part.replace(/\[\]$/, '');
    values = values.flatMap((value) => (isRecord(value) && Object.hasOwn(value, name) ? [value[name]] : []));
    if (part.endsWith('[]')) values = values.flatMap((value): unknown[] => (Array.isArray(value) ? value : []));
  }
  return values;
};

const holds = (value: unknown, wanted: unknown): boolean => {
  if (wanted instanceof RegExp) return typeof value === 'string' && wanted.test(value);
  if (Array.isArray(wanted)) {
    return Array.isArray(value) && value.length === wanted.length && wanted.every((each, at) => holds(value[at], each));
  }
  if (isRecord(wanted)) {
    return isRecord(value) && Object.entries(wanted).every(([name, each]) => holds(value[name], each));
  }
  return value === wanted;
};

/** Whether one of the values is as wanted; null wants none. `{some: {...}}` states some fields of an object. */
export const isSeen = (values: readonly unknown[], wanted: Wanted): boolean => {
  if (wanted === null) return values.every((value) => value === undefined);
  const due = isRecord(wanted) && 'some' in wanted ? wanted['some'] : wanted;
  return values.some((value) => holds(value, due));
};
