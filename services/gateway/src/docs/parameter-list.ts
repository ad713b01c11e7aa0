import type { Operation } from '@quarry/contracts';

type Fields = Operation['input']['fields'];
type Field = Fields[string];

/** One parameter, named as callers write it: `price[min]` in a query string, `price.min` in a body. */
export interface Parameter {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly default: string | undefined;
  readonly note: string;
}

const MAX_SHOWN_VALUES = 12;

const valuesOf = (schema: Readonly<Record<string, unknown>>): string | undefined => {
  const values = schema['enum'];
  if (!Array.isArray(values)) return undefined;
  const shown = values.slice(0, MAX_SHOWN_VALUES).map(String).join(' | ');
  return values.length > MAX_SHOWN_VALUES ? `${shown} | ... (${values.length} values)` : shown;
};

/** The types of a value that has several forms. */
const alternativesOf = ({ anyOf }: Readonly<Record<string, unknown>>): readonly unknown[] | undefined =>
  Array.isArray(anyOf) ? [...new Set(anyOf.map((one: Readonly<Record<string, unknown>>) => one['type']))] : undefined;

const typeOf = (field: Field): string => {
  const { items, type } = field.schema;
  const isList = field.form === 'list';
  const inner = isList && typeof items === 'object' && items !== null ? { ...items } : field.schema;
  const innerType = 'type' in inner ? inner['type'] : (type ?? alternativesOf(inner));
  const named = valuesOf(inner) ?? (Array.isArray(innerType) ? innerType.join(' | ') : innerType);
  const text = typeof named === 'string' ? named : 'value';
  return isList ? `list of ${text}` : text;
};

const nameOf = (operation: Operation, path: readonly string[], field: Field): string => {
  if (operation.method === 'POST') return path.join('.');
  const [head = '', ...rest] = path;
  return `${head}${rest.map((part) => `[${part}]`).join('')}${field.form === 'list' ? '[]' : ''}`;
};

const listFields = (operation: Operation, fields: Fields, at: readonly string[]): Parameter[] =>
  Object.entries(fields).flatMap(([key, field]) => {
    const path = [...at, key];
    if (field.fields !== undefined) return listFields(operation, field.fields, path);
    return [
      {
        name: nameOf(operation, path, field),
        type: typeOf(field),
        isRequired: field.isRequired,
        default: field.default === undefined ? undefined : JSON.stringify(field.default),
        note: field.note,
      },
    ];
  });

/** All parameters of an operation, groups flattened, required ones first. */
export const listParameters = (operation: Operation): readonly Parameter[] => {
  const all = listFields(operation, operation.input.fields, []);
  return [...all.filter(({ isRequired }) => isRequired), ...all.filter(({ isRequired }) => !isRequired)];
};
