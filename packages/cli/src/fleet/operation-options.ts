import { InvalidArgumentError, Option } from 'commander';
import { isPlainObject, type Operation } from '@quarry/contracts';
import { withValues } from '../completion/option-values.js';

type Fields = Operation['input']['fields'];
type Field = Fields[string];
type Schema = Field['schema'];

/** Allowed values that help lists in full. */
const MAX_SHOWN_VALUES = 8;

/** A parameter of an operation as an option, such as `--price.min`. */
export interface ParameterOption {
  /** Names from the outside in: `['price', 'min']`. */
  readonly path: readonly string[];
  /** The key of commander's values. */
  readonly key: string;
  readonly option: Option;
}

const isSchema = (value: unknown): value is Schema => isPlainObject(value);

const innerOf = ({ form, schema }: Field): Schema => {
  const { items } = schema;
  return form === 'list' && isSchema(items) ? items : schema;
};

/** The types of a value, also of one that has several forms. */
const typesOf = ({ type, anyOf }: Schema): ReadonlySet<unknown> =>
  new Set(
    type === undefined && Array.isArray(anyOf) ? anyOf.flatMap((one) => (isSchema(one) ? one['type'] : [])) : [type],
  );

const placeholderOf = (field: Field): string => {
  const types = typesOf(innerOf(field));
  if (types.has('boolean')) return types.size === 1 ? '[true|false]' : '[json]';
  if (types.has('string')) return '<text>';
  return types.has('integer') || types.has('number') ? '<n>' : '<json>';
};

/** The values that a shell can complete. */
const valuesOf = (field: Field): readonly string[] => {
  const inner = innerOf(field);
  if (Array.isArray(inner['enum'])) return inner['enum'].map(String);
  return typesOf(inner).has('boolean') ? ['true', 'false'] : [];
};

const describe = (field: Field): string => {
  const { enum: values } = innerOf(field);
  const shown = Array.isArray(values) && values.length <= MAX_SHOWN_VALUES ? ` One of ${values.join(', ')}.` : '';
  const fallback = field.default === undefined ? '' : ` Default ${JSON.stringify(field.default)}.`;
  const repeated = field.form === 'list' ? ' May be repeated.' : '';
  const due = field.isRequired ? ' Required.' : '';
  return `${field.note}${shown}${fallback}${repeated}${due}`;
};

/** Undefined if the text is not JSON. */
const tryJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** A text that begins as JSON does; anything else that is wrong is for the fleet to refuse, with all other violations. */
const readJson = (text: string): unknown => {
  const value = tryJson(text);
  if (value === undefined) throw new InvalidArgumentError('Must be JSON.');
  return value;
};

const TRUTHS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
]);
const NUMBER = /^-?(?:0|[1-9]\d{0,15})(?:\.\d{1,20})?$/;

const isText = (schema: Schema): boolean => {
  const types = typesOf(schema);
  return types.size === 1 && types.has('string');
};

/** A value of a body; a query string takes the text as it is. */
const readValue = (text: string, schema: Schema): unknown => {
  const types = typesOf(schema);
  const truth = TRUTHS.get(text);
  if (types.has('boolean') && truth !== undefined) return truth;
  if ((types.has('integer') || types.has('number')) && NUMBER.test(text)) return Number(text);
  return !isText(schema) && /^\s*[[{]/.test(text) ? readJson(text) : text;
};

/** What an option adds to a list: the values of a JSON array, or one value. */
const readValues = (text: string, schema: Schema, read: (text: string) => unknown): readonly unknown[] => {
  if (!text.startsWith('[')) return [read(text)];
  // A text such as [role=banner] is a value itself.
  const whole = isText(schema) ? (tryJson(text) ?? [text]) : readJson(text);
  return Array.isArray(whole) ? (whole as unknown[]) : [];
};

const toOption = (operation: Operation, field: Field, path: readonly string[]): ParameterOption => {
  const name = path.join('.');
  const option = withValues(new Option(`--${name} ${placeholderOf(field)}`, describe(field)), valuesOf(field));
  const inner = innerOf(field);
  const read = (text: string): unknown => (operation.method === 'POST' ? readValue(text, inner) : text);
  option.argParser((text: string, before: unknown) => {
    if (field.form !== 'list') return read(text);
    return [...(Array.isArray(before) ? (before as unknown[]) : []), ...readValues(text, inner, read)];
  });
  return { path, key: option.attributeName(), option };
};

/** An option for each parameter of an operation, those of groups by their full names; required ones first. */
export const parameterOptions = (operation: Operation): readonly ParameterOption[] => {
  const list = (fields: Fields, at: readonly string[]): (ParameterOption & { isRequired: boolean })[] =>
    Object.entries(fields).flatMap(([name, field]) => {
      const path = [...at, name];
      if (field.fields !== undefined) return list(field.fields, path);
      return [{ ...toOption(operation, field, path), isRequired: field.isRequired }];
    });
  const all = list(operation.input.fields, []);
  return [...all.filter(({ isRequired }) => isRequired), ...all.filter(({ isRequired }) => !isRequired)];
};

const setAt = (params: Record<string, unknown>, [name = '', ...rest]: readonly string[], value: unknown): void => {
  if (rest.length === 0) {
    params[name] = value;
    return;
  }
  const before = params[name];
  const group: Record<string, unknown> = isPlainObject(before) ? { ...before } : {};
  params[name] = group;
  setAt(group, rest, value);
};

/** The parameters of `--params` with those of the options set. */
export const toParams = (
  params: Readonly<Record<string, unknown>>,
  options: readonly ParameterOption[],
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> => {
  const merged: Record<string, unknown> = { ...params };
  for (const { path, key } of options) if (values[key] !== undefined) setAt(merged, path, values[key]);
  return merged;
};

const flagsOf = (value: unknown, name: string): readonly (readonly [string, string])[] => {
  if (Array.isArray(value)) return value.flatMap((entry: unknown) => flagsOf(entry, name));
  if (isPlainObject(value)) return Object.entries(value).flatMap(([key, entry]) => flagsOf(entry, `${name}.${key}`));
  return [[`--${name}`, String(value)]];
};

/** The options that say what `params` says, groups and lists spelled out. */
export const toFlags = (
  params: Readonly<Record<string, unknown>>,
): readonly (readonly [flag: string, value: string])[] =>
  Object.entries(params).flatMap(([name, value]) => flagsOf(value, name));
