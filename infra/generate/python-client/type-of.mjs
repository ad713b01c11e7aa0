import { literal } from './python-text.mjs';

/** A longer list of values is named in the description only: as a type it would be pages long. */
const MAX_LITERALS = 40;

const SCALARS = { string: 'str', integer: 'int', boolean: 'bool', null: 'None' };

const isObjectWithFields = ({ properties }) => properties !== undefined && Object.keys(properties).length > 0;

const unionOf = (types) => {
  const each = [...new Set(types.flatMap((type) => type.split(' | ')))];
  if (each.includes('Any')) return 'Any';
  const withoutNone = each.filter((type) => type !== 'None');
  return [...withoutNone, ...(each.includes('None') ? ['None'] : [])].join(' | ');
};

const valuesType = (values) => `Literal[${values.map(literal).join(', ')}]`;

/**
 * The Python type of a schema. `side` says how lists, numbers, mappings and closed lists of values are written in requests and in
 * responses; `nested(schema)` makes a class of an object with fields and returns its name.
 */
export const typeOf = (schema, side, nested) => {
  const of = (one) => typeOf(one, side, nested);
  if (schema === undefined || schema === true || schema === false) return 'Any';
  const values = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  if (values !== undefined) {
    return values.length > MAX_LITERALS ? of({ type: typeof values[0] }) : side.closed(valuesType(values));
  }
  const forms = schema.anyOf ?? schema.oneOf;
  if (forms !== undefined) return unionOf(forms.map(of));
  if (Array.isArray(schema.type)) return unionOf(schema.type.map((type) => of({ ...schema, type })));
  if (schema.format === 'date-time') return side.instant;
  if (schema.type === 'number') return side.number;
  if (schema.type === 'array') return `${side.list}[${of(Array.isArray(schema.items) ? {} : schema.items)}]`;
  if (isObjectWithFields(schema)) return nested(schema);
  if (schema.type === 'object') {
    const { additionalProperties: each } = schema;
    return `${side.mapping}[str, ${typeof each === 'object' && each.type !== undefined ? of(each) : 'Any'}]`;
  }
  return SCALARS[schema.type] ?? 'Any';
};

export const REQUEST_SIDE = {
  list: 'Sequence',
  mapping: 'Mapping',
  number: 'float',
  instant: 'str',
  closed: (type) => type,
};

/** A later service may return values that this version does not know. */
export const RESPONSE_SIDE = {
  list: 'list',
  mapping: 'dict',
  number: 'int | float',
  instant: 'datetime',
  closed: (type) => `${type} | str`,
};
