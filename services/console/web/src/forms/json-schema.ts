/** A piece of JSON Schema 2020-12, as `/api/operations` describes parameters. */
export type JsonSchema = Readonly<Record<string, unknown>>;

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The schema under a keyword; undefined where there is none. */
export const schemaAt = (schema: JsonSchema, keyword: string): JsonSchema | undefined => {
  const part = schema[keyword];
  return isRecord(part) ? part : undefined;
};

/** The alternatives of `anyOf`, in their order. */
export const alternativesOf = ({ anyOf }: JsonSchema): readonly JsonSchema[] =>
  Array.isArray(anyOf) ? anyOf.filter(isRecord) : [];

export const numberAt = (schema: JsonSchema, keyword: string): number | undefined => {
  const value = schema[keyword];
  return typeof value === 'number' ? value : undefined;
};

export const textAt = (schema: JsonSchema, keyword: string): string | undefined => {
  const value = schema[keyword];
  return typeof value === 'string' ? value : undefined;
};
