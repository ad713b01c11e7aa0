import { z } from 'zod';
import type { JsonSchema } from './field.js';

/** JSON Schema of a schema's input; the surrounding document names the dialect. */
export const jsonSchemaOf = (schema: z.ZodType): JsonSchema => {
  const json = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      // zod omits it where a string may be sent instead of the value.
      if (zodSchema._zod.def.type === 'default') jsonSchema.default = zodSchema._zod.def.defaultValue;
      // The bounds of safe integers say nothing about a parameter.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  delete json.$schema;
  return json;
};
