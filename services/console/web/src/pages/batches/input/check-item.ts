import type { FormField } from '../../../forms/form-field.js';
import { isRecord } from '../../../forms/json-schema.js';
import type { InputItem, LineFault } from './read-input.js';

type Told = (field: string, message: string) => void;

const isBlank = (value: unknown): boolean => value === undefined || value === null || value === '';

const sameText = (a: unknown, b: unknown): boolean => String(a).toLowerCase() === String(b).toLowerCase();

const listed = (values: readonly (string | number)[]): string =>
  values.length <= 8 ? `one of ${values.join(', ')}` : `one of ${values.length} values such as ${values[0] ?? ''}`;

const checkNumber = (field: FormField & { kind: 'number' }, value: unknown, tell: Told): void => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number !== 'number' || Number.isNaN(number)) return tell(field.path, 'must be a number.');
  if (field.isInteger && !Number.isInteger(number)) return tell(field.path, 'must be an integer.');
  if (number < (field.min ?? number)) tell(field.path, `must be ${field.min ?? ''} or more.`);
  if (number > (field.max ?? number)) tell(field.path, `must be ${field.max ?? ''} or less.`);
};

const checkText = (field: FormField & { kind: 'text' }, value: unknown, tell: Told): void => {
  if (typeof value !== 'string') return tell(field.path, 'must be text.');
  if (field.input === 'url' && !/^https?:\/\/[^\s/?#]/i.test(value.trim())) {
    tell(field.path, 'must be an absolute URL such as https://example.com/page.');
  }
  if (value.length > (field.maxChars ?? value.length))
    tell(field.path, `must be at most ${field.maxChars ?? ''} characters long.`);
};

const checkField = (field: FormField, value: unknown, tell: Told): void => {
  switch (field.kind) {
    case 'text':
      return checkText(field, value, tell);
    case 'number':
      return checkNumber(field, value, tell);
    case 'flag':
      if (typeof value !== 'boolean' && value !== 'true' && value !== 'false')
        tell(field.path, 'must be true or false.');
      return undefined;
    case 'choice':
      if (!field.values.some((known) => sameText(known, value))) tell(field.path, `must be ${listed(field.values)}.`);
      return undefined;
    case 'group':
      if (isRecord(value)) return checkFields(field.fields, value, tell);
      return tell(field.path, 'must be an object.');
    default:
      // What has a grammar of its own is for the service to judge.
      return undefined;
  }
};

const checkFields = (fields: readonly FormField[], params: Readonly<Record<string, unknown>>, tell: Told): void => {
  for (const field of fields) {
    const value = params[field.name];
    if (!isBlank(value)) checkField(field, value, tell);
    else if (field.isRequired) tell(field.path, 'is required.');
  }
};

/**
 * What is certainly wrong with the requests of a batch, before the service sees them: it never refuses what the service would
 * accept, but the service, which checks everything, may still refuse others. `defaults` stand under each request.
 */
export const checkItems = (
  fields: readonly FormField[],
  items: readonly InputItem[],
  defaults: Readonly<Record<string, unknown>>,
): readonly LineFault[] => {
  const names = new Set(fields.map(({ name }) => name));
  return items.flatMap(({ line, params }) => {
    const faults: LineFault[] = [];
    const tell: Told = (field, message) => faults.push({ line, field, message });
    for (const name of Object.keys(params)) if (!names.has(name)) tell(name, 'is not a parameter of this operation.');
    checkFields(fields, { ...defaults, ...params }, tell);
    return faults;
  });
};

export interface FaultGroup {
  readonly field: string;
  readonly message: string;
  readonly lines: readonly number[];
}

/** Equal faults with all their lines, the most frequent first. */
export const groupFaults = (faults: readonly LineFault[]): readonly FaultGroup[] => {
  const groups = new Map<string, { field: string; message: string; lines: number[] }>();
  for (const { line, field, message } of faults) {
    const key = `${field} ${message}`;
    const group = groups.get(key) ?? { field, message, lines: [] };
    group.lines.push(line);
    groups.set(key, group);
  }
  return [...groups.values()].toSorted((a, b) => b.lines.length - a.lines.length);
};

const LINES_SHOWN = 8;

/** `lines 2, 3 and 5 more`. */
export const describeLines = (lines: readonly number[]): string => {
  const shown = lines.slice(0, LINES_SHOWN).join(', ');
  const more = lines.length - LINES_SHOWN;
  return `${lines.length === 1 ? 'line' : 'lines'} ${shown}${more > 0 ? ` and ${more} more` : ''}`;
};
