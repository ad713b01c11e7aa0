import type { FormField } from './form-field.js';
import { alternativesOf, isRecord, numberAt, schemaAt, textAt, type JsonSchema } from './json-schema.js';

type Base = Pick<FormField, 'path' | 'name' | 'note' | 'isRequired' | 'preset'>;

const typeOf = (schema: JsonSchema): string | undefined => textAt(schema, 'type');

const enumOf = (schema: JsonSchema): readonly (string | number)[] | undefined => {
  const values = schema['enum'];
  if (!Array.isArray(values)) return undefined;
  return values.filter((value): value is string | number => typeof value === 'string' || typeof value === 'number');
};

const isNumeric = (schema: JsonSchema): boolean => ['integer', 'number'].includes(typeOf(schema) ?? '');

/** A pattern that only asks for something other than blanks says nothing that the form would not say. */
const patternOf = (schema: JsonSchema): string | undefined => {
  const pattern = textAt(schema, 'pattern');
  return pattern === String.raw`\S` ? undefined : pattern;
};

const textField = (base: Base, schema: JsonSchema): FormField => {
  const listed = alternativesOf(schema).flatMap((one) => enumOf(one) ?? []);
  const format = textAt(schema, 'format');
  return {
    ...base,
    kind: 'text',
    input: format === 'uri' ? 'url' : format === 'date' ? 'date' : 'text',
    maxChars: numberAt(schema, 'maxLength'),
    pattern: listed.length > 0 ? undefined : patternOf(schema),
    suggestions: listed.map(String),
  };
};

const listField = (base: Base, schema: JsonSchema): FormField => {
  const items = schemaAt(schema, 'items') ?? {};
  if (typeOf(items) === 'object' || typeOf(items) === 'array') return { ...base, kind: 'json', shape: 'array' };
  return {
    ...base,
    kind: 'list',
    values: enumOf(items),
    isOfNumbers: isNumeric(items),
    maxItems: numberAt(schema, 'maxItems'),
  };
};

const objectField = (base: Base, schema: JsonSchema): FormField => {
  if (schemaAt(schema, 'properties')) return { ...base, kind: 'group', fields: fieldsOf(schema, base.path) };
  const entry = schemaAt(schema, 'additionalProperties');
  const isOfTexts = entry !== undefined && typeOf(entry) === 'string';
  return isOfTexts
    ? { ...base, kind: 'map', maxEntries: numberAt(schema, 'maxProperties') }
    : { ...base, kind: 'json', shape: 'object' };
};

const fieldOf = (base: Base, schema: JsonSchema): FormField => {
  const values = enumOf(schema);
  if (values !== undefined) return { ...base, kind: 'choice', values };
  switch (typeOf(schema)) {
    case 'boolean':
      return { ...base, kind: 'flag' };
    case 'integer':
    case 'number':
      return {
        ...base,
        kind: 'number',
        isInteger: typeOf(schema) === 'integer',
        min: numberAt(schema, 'minimum'),
        max: numberAt(schema, 'maximum'),
      };
    case 'array':
      return listField(base, schema);
    case 'object':
      return objectField(base, schema);
    case 'string':
      return textField(base, schema);
    default: {
      const forms = alternativesOf(schema);
      const options = forms.find((one) => schemaAt(one, 'properties'));
      const isSwitch = forms.some((one) => typeOf(one) === 'boolean');
      if (options && isSwitch) return { ...base, kind: 'options', fields: fieldsOf(options, base.path) };
      return { ...base, kind: 'json', shape: 'any' };
    }
  }
};

/**
 * The fields of a form from the JSON Schema of an operation's parameters, in the order of the schema. What the form has no
 * control for becomes a field for JSON, so that a new kind of parameter can be used at once.
 */
export function fieldsOf(schema: JsonSchema, parent = ''): readonly FormField[] {
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  return Object.entries(schemaAt(schema, 'properties') ?? {}).flatMap(([name, member]) => {
    if (!isRecord(member)) return [];
    const base: Base = {
      path: parent === '' ? name : `${parent}.${name}`,
      name,
      note: textAt(member, 'description') ?? '',
      isRequired: required.includes(name),
      ...('default' in member ? { preset: member['default'] } : {}),
    };
    return [fieldOf(base, member)];
  });
}
