import { NOT_OF_ITEMS } from '../call-options.js';
import { isPlainObject, type JsonSchema } from '../input/field.js';
import type { Operation } from '../operation.js';
import { bodySchemaOf, schemaNameOf } from './operation-path.js';

/** Schema of the parameters of a batch item: without options of single calls. */
const itemSchemaOf = (operation: Operation): JsonSchema => {
  const schema = bodySchemaOf(operation);
  const { properties } = schema;
  if (!isPlainObject(properties)) throw new Error(`${operation.id}: its input is no object.`);
  const own = Object.entries(properties).filter(([name]) => NOT_OF_ITEMS[name] === undefined);
  return { ...schema, properties: Object.fromEntries(own) };
};

/** Name of the schema of an operation's batch items. */
export const itemSchemaNameOf = (operation: Operation): string => `${schemaNameOf(operation)}Item`;

/** Name of the schema of the defaults of a batch. */
export const defaultsSchemaNameOf = (operation: Operation): string => `${schemaNameOf(operation)}Defaults`;

/**
 * Schemas of the items and of the defaults of an operation's batches. Either may lack what the other has: what is required is
 * said by `requiredTogether`.
 */
export const itemSchemasOf = (operation: Operation): Record<string, JsonSchema> => {
  const { required: _required, ...item } = itemSchemaOf(operation);
  const { type, properties, additionalProperties } = item;
  return {
    [itemSchemaNameOf(operation)]: item,
    [defaultsSchemaNameOf(operation)]: { type, properties, additionalProperties },
  };
};

/** For the body of a batch: what a call requires is in each item, or in the defaults. */
export const requiredTogether = (operation: Operation): JsonSchema => {
  const { required } = bodySchemaOf(operation);
  return {
    anyOf: [
      { properties: { requests: { type: 'array', items: { type: 'object', required } } } },
      { required: ['defaults'], properties: { defaults: { type: 'object', required } } },
    ],
  };
};
