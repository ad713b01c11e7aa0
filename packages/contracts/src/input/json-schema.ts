import { z } from 'zod';
import type { JsonSchema } from './field.js';

/** JSON Schema of what a schema takes; the document around it names the dialect. */
export const jsonSchemaOf = (schema: z.ZodType): JsonSchema => {
  const json = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      // Left out where a text may stand for the value, though a default is fine as input with us.
      if (zodSchema._zod.def.type === 'default') jsonSchema.default = zodSchema._zod.def.defaultValue;
      // The bounds of numbers as such say nothing about a parameter.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  delete json.$schema;
  return json;
};
