import { isPlainObject } from '@quarry/contracts';
import type { Choice, Parameter } from '../n8n.js';

export type JsonSchema = Readonly<Record<string, unknown>>;

const schemaAt = (schema: JsonSchema, name: string): JsonSchema => {
  const found = schema[name];
  return isPlainObject(found) ? found : {};
};

const choicesOf = ({ enum: values }: JsonSchema): readonly Choice[] | undefined => {
  if (!Array.isArray(values)) return undefined;
  return values
    .filter((value): value is string | number => typeof value === 'string' || typeof value === 'number')
    .map((value) => ({ name: titleOf(String(value)), value }));
};

/** A field's name as a title: `onlyMainContent` is `Only Main Content`. */
export const titleOf = (name: string): string =>
  name.replace(/([a-z\d])([A-Z])/g, '$1 $2').replace(/^./, (first) => first.toUpperCase());

const numberParameter = (schema: JsonSchema) => ({
  type: 'number' as const,
  default: typeof schema['default'] === 'number' ? schema['default'] : 0,
  typeOptions: {
    ...(typeof schema['minimum'] === 'number' ? { minValue: schema['minimum'] } : {}),
    ...(typeof schema['maximum'] === 'number' ? { maxValue: schema['maximum'] } : {}),
    ...(schema['type'] === 'integer' ? { numberPrecision: 0 } : {}),
  },
});

const listParameter = (schema: JsonSchema) => {
  const items = schemaAt(schema, 'items');
  const options = choicesOf(items);
  if (options) return { type: 'multiOptions' as const, default: [], options };
  if (items['type'] !== 'string') return undefined;
  return { type: 'string' as const, default: [], typeOptions: { multipleValues: true } };
};

const formOf = (schema: JsonSchema): Pick<Parameter, 'type' | 'default' | 'options' | 'typeOptions'> | undefined => {
  const options = choicesOf(schema);
  if (options) return { type: 'options', default: schema['default'] ?? options[0]?.value ?? '', options };
  switch (schema['type']) {
    case 'boolean':
      return { type: 'boolean', default: schema['default'] === true };
    case 'integer':
    case 'number':
      return numberParameter(schema);
    case 'string':
      return { type: 'string', default: schema['default'] ?? '' };
    case 'array':
      return listParameter(schema);
    default:
      return undefined;
  }
};

/** A parameter of n8n for a field of an operation; what has no control of its own is entered as JSON. */
export const parameterOf = (name: string, schema: JsonSchema): Parameter => ({
  displayName: titleOf(name),
  name,
  ...(formOf(schema) ?? { type: 'json', default: '' }),
  ...(typeof schema['description'] === 'string' ? { description: schema['description'] } : {}),
});

/** The fields of an operation, from the JSON Schema of its parameters. */
export const fieldsOf = (schema: JsonSchema): readonly (readonly [name: string, schema: JsonSchema])[] =>
  Object.entries(schemaAt(schema, 'properties')).filter((entry): entry is [string, JsonSchema] =>
    isPlainObject(entry[1]),
  );
