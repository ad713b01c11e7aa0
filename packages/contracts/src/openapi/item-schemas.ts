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

/** Schemas of the items and of the defaults of an operation's batches; the defaults lack what each item may add. */
export const itemSchemasOf = (operation: Operation): Record<string, JsonSchema> => {
  const item = itemSchemaOf(operation);
  const { type, properties, additionalProperties } = item;
  return {
    [itemSchemaNameOf(operation)]: item,
    [defaultsSchemaNameOf(operation)]: { type, properties, additionalProperties },
  };
};
