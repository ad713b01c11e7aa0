type Schema = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const KNOWN = new Set(['type', 'description', 'enum', 'items', 'properties', 'required', 'additionalProperties']);

const objectFault = (schema: Schema, path: string): string | undefined => {
  const { properties, required, additionalProperties } = schema;
  if (additionalProperties !== false) return `${path}: additionalProperties must be false`;
  if (!isObject(properties)) return `${path}: properties are missing`;
  const names = Object.keys(properties);
  const demanded = new Set<unknown>(Array.isArray(required) ? required : []);
  const missing = names.find((name) => !demanded.has(name));
  if (missing !== undefined || demanded.size !== names.length) return `${path}: required must name every property`;
  for (const [name, inner] of Object.entries(properties)) {
    const fault = strictSchemaFault(inner, `${path}.${name}`);
    if (fault !== undefined) return fault;
  }
  return undefined;
};

/** Why servers with a strict mode refuse a schema; undefined for an accepted one. */
export const strictSchemaFault = (schema: unknown, path = 'schema'): string | undefined => {
  if (!isObject(schema)) return `${path} is no object`;
  const unknown = Object.keys(schema).find((key) => !KNOWN.has(key));
  if (unknown !== undefined) return `${path}: ${unknown} is not supported`;
  const types = [schema['type']].flat();
  if (types.includes('array')) return strictSchemaFault(schema['items'], `${path}[]`);
  return types.includes('object') ? objectFault(schema, path) : undefined;
};
