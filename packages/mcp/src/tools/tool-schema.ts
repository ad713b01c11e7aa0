import { isPlainObject, type Operation } from '@quarry/contracts';
import { MAX_TOKENS_ARGUMENT, MAX_TOKENS_SCHEMA } from './tool.js';

/** Longer enumerations are described; the whole list is in the operation's resource. */
export const MAX_LISTED_VALUES = 40;
/** Values of a longer one that its description shows. */
const SHOWN_VALUES = 6;
/** Schemas nested deeper are left out of the list of tools; Quarry checks them all the same. */
export const MAX_SCHEMA_DEPTH = 5;
/** Keywords that help no model to choose a value. */
const LEFT_OUT = ['pattern', 'minLength', 'maxLength'];

/** Arguments that tools do not have: a page could make a model send events to an address of its choice. */
const NOT_OF_TOOLS = ['webhook'];

/**
 * `timeout` of a call that gives none: many MCP clients give up after 60 seconds, and a call past its own timeout is free while
 * one whose client has left may be charged.
 */
export const DEFAULT_CALL_TIMEOUT_MS = 50_000;

type JsonSchema = Readonly<Record<string, unknown>>;

/** Parameters whose defaults differ here from those of the API. */
const OWN_DEFAULTS: Readonly<Record<string, JsonSchema>> = {
  timeout: {
    default: DEFAULT_CALL_TIMEOUT_MS,
    description: 'Time for the whole call in milliseconds. Past it the call fails, free of charge.',
  },
  outputFormat: { default: ['markdown'], description: 'Formats of the response.' },
};

/** Our defaults of the parameters that an operation has. */
export const ownDefaultsOf = ({ input }: Pick<Operation, 'input'>): JsonSchema =>
  Object.fromEntries(
    Object.entries(OWN_DEFAULTS)
      .filter(([name]) => name in input.fields)
      .map(([name, schema]) => [name, schema['default']]),
  );

export const operationUri = (id: string): string => `quarry://operations/${id}`;

const shortenValues = (schema: JsonSchema, id: string): JsonSchema => {
  const values = schema['enum'];
  if (!Array.isArray(values) || values.length <= MAX_LISTED_VALUES) return schema;
  const { enum: _, ...rest } = schema;
  const note = `One of ${values.length} values such as ${values.slice(0, SHOWN_VALUES).join(', ')}; all are in ${operationUri(id)}.`;
  return { ...rest, description: [schema['description'], note].filter(Boolean).join(' ') };
};

const compact = (value: unknown, id: string, depth: number): unknown => {
  if (Array.isArray(value)) return value.map((entry: unknown) => compact(entry, id, depth));
  if (!isPlainObject(value)) return value;
  const isSchema = 'type' in value || 'anyOf' in value || Array.isArray(value['enum']);
  if (isSchema && depth > MAX_SCHEMA_DEPTH) return {};
  const shortened = isSchema ? shortenValues(value, id) : value;
  return Object.fromEntries(
    Object.entries(shortened)
      // Some clients know schemas as objects alone.
      .filter(([key, entry]) => !isSchema || !(LEFT_OUT.includes(key) || (key === 'items' && entry === false)))
      .map(([key, entry]) => [key, key === 'enum' ? entry : compact(entry, id, isSchema ? depth + 1 : depth)]),
  );
};

/** All parameters of an operation that a tool takes, in full. */
export const operationSchemaOf = ({ input }: Pick<Operation, 'input'>): JsonSchema => {
  const { properties, required } = input.schema;
  const own = Object.entries(isPlainObject(properties) ? properties : {}).filter(
    ([name]) => !NOT_OF_TOOLS.includes(name),
  );
  return {
    type: 'object',
    properties: Object.fromEntries(own),
    ...(Array.isArray(required) ? { required } : {}),
    additionalProperties: false,
  };
};

/**
 * The arguments of an operation's tool: its parameters, shortened where a list of tools would grow too long for a model, and the
 * token budget. Conditions between parameters are in the description, as some models refuse them at the top of a schema.
 */
export const toolSchemaOf = (operation: Operation): JsonSchema => {
  const whole = operationSchemaOf(operation);
  // safe because the properties of a schema are an object of schemas
  const properties = compact(whole['properties'], operation.id, 0) as Readonly<Record<string, JsonSchema>>;
  const own = Object.entries(properties).map(([name, schema]) => [name, { ...schema, ...OWN_DEFAULTS[name] }]);
  return { ...whole, properties: { ...Object.fromEntries(own), [MAX_TOKENS_ARGUMENT]: MAX_TOKENS_SCHEMA } };
};
