import { isBlank, pairsOf, textOf, valuesOf, type Draft, type DraftValue } from './draft.js';
import type { FormField, JsonField, ListField, NumberField } from './form-field.js';
import { isRecord } from './json-schema.js';

/** What is wrong with a field before the service sees it. */
export interface Fault {
  /** Path of the field. */
  readonly field: string;
  readonly message: string;
}

type Read = { readonly value: unknown } | { readonly fault: string };

const NUMBER = /^-?(?:0|[1-9]\d{0,15})(?:\.\d{1,20})?$/;

const readNumber = (text: string, { isInteger }: Pick<NumberField, 'isInteger'>): Read => {
  const value = Number(text);
  if (NUMBER.test(text) && (!isInteger || Number.isSafeInteger(value))) return { value };
  return { fault: isInteger ? 'Must be an integer, such as 10.' : 'Must be a number, such as 10 or 2.5.' };
};

const SHAPES: Readonly<Record<JsonField['shape'], (value: unknown) => string | undefined>> = {
  object: (value) => (isRecord(value) ? undefined : 'Must be a JSON object: {"name": ...}.'),
  array: (value) => (Array.isArray(value) ? undefined : 'Must be a JSON list: [...].'),
  any: () => undefined,
};

/** What the browser says about JSON, without the text that it repeats. */
const jsonFault = (error: unknown): string => {
  const text = error instanceof Error ? error.message : '';
  const place = /line (\d+) column (\d+)/.exec(text);
  return place ? `Not valid JSON: line ${place[1]}, column ${place[2]}.` : 'Not valid JSON.';
};

const readJson = (text: string, { shape }: JsonField): Read => {
  try {
    const value: unknown = JSON.parse(text);
    const fault = SHAPES[shape](value);
    return fault === undefined ? { value } : { fault };
  } catch (error) {
    return { fault: jsonFault(error) };
  }
};

/** A choice keeps the type of its value; one that is not listed is sent as it is, for the service to refuse. */
const readChoice = (text: string, values: readonly (string | number)[]): unknown =>
  values.find((value) => String(value) === text) ?? text;

const readList = (value: DraftValue | undefined, { values, isOfNumbers }: ListField): Read => {
  const texts = valuesOf(value)
    .map((text) => text.trim())
    .filter((text) => text !== '');
  if (values) return { value: texts.map((text) => readChoice(text, values)) };
  if (!isOfNumbers) return { value: texts };
  const wrong = texts.find((text) => !NUMBER.test(text));
  return wrong === undefined ? { value: texts.map(Number) } : { fault: `${wrong} is not a number.` };
};

const readPairs = (value: DraftValue | undefined): Read => {
  const pairs = pairsOf(value).filter(({ name, value: text }) => name.trim() !== '' || text !== '');
  const names = pairs.map(({ name }) => name.trim());
  if (names.includes('')) return { fault: 'A value has no name.' };
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) return { fault: `${twice} is given twice.` };
  return { value: Object.fromEntries(pairs.map((pair) => [pair.name.trim(), pair.value])) };
};

const readLeaf = (field: Exclude<FormField, { kind: 'group' | 'options' }>, value: DraftValue | undefined): Read => {
  const text = textOf(value);
  switch (field.kind) {
    case 'text':
      return { value: text };
    case 'number':
      return readNumber(text.trim(), field);
    case 'flag':
      return { value: text === 'true' };
    case 'choice':
      return { value: readChoice(text, field.values) };
    case 'list':
      return readList(value, field);
    case 'map':
      return readPairs(value);
    case 'json':
      return readJson(text, field);
  }
};

export interface ReadParams {
  /** As they are sent; a field with a fault is left out. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly faults: readonly Fault[];
}

/** The parameters that a form asks for. Fields that are blank are left out, and so are groups without any value. */
export const toParams = (fields: readonly FormField[], draft: Draft): ReadParams => {
  const params: Record<string, unknown> = {};
  const faults: Fault[] = [];
  for (const field of fields) {
    if (field.kind === 'group' || field.kind === 'options') {
      const inner = toParams(field.fields, draft);
      const isSet = Object.keys(inner.params).length > 0 || inner.faults.length > 0;
      const choice = textOf(draft[field.path]);
      if (field.kind === 'group' || choice === 'true') {
        faults.push(...inner.faults);
        if (isSet) params[field.name] = inner.params;
        else if (field.kind === 'options') params[field.name] = true;
      } else if (choice === 'false') params[field.name] = false;
      continue;
    }
    if (isBlank(draft[field.path])) continue;
    const read = readLeaf(field, draft[field.path]);
    if ('fault' in read) faults.push({ field: field.path, message: read.fault });
    else params[field.name] = read.value;
  }
  return { params, faults };
};
