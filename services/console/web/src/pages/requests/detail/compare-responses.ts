import { isRecord } from '../../../forms/json-schema.js';

/** Parts of a response that differ each time and say nothing. */
const PASSED_OVER: ReadonlySet<string> = new Set(['requestMetadata']);

export interface Difference {
  readonly name: string;
  readonly change: 'added' | 'removed' | 'changed' | 'same';
}

/** How the parts of a new response differ from those of an old one, in the order of the new one. */
export const compareResponses = (before: unknown, after: unknown): readonly Difference[] => {
  const [old, fresh] = [isRecord(before) ? before : {}, isRecord(after) ? after : {}];
  const names = [...new Set([...Object.keys(fresh), ...Object.keys(old)])].filter((name) => !PASSED_OVER.has(name));
  return names.map((name) => {
    if (!Object.hasOwn(old, name)) return { name, change: 'added' };
    if (!Object.hasOwn(fresh, name)) return { name, change: 'removed' };
    return { name, change: JSON.stringify(old[name]) === JSON.stringify(fresh[name]) ? 'same' : 'changed' };
  });
};
