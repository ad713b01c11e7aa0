import type { z } from 'zod';
import type { ValidateResult } from '../validate-params.js';
import { jsonSchemaOf } from './json-schema.js';
import { toViolations } from './violations.js';

/** Checks the input of a path that is not an operation; returns all violations, as for operations. */
export const checkInput = <S extends z.ZodType>(schema: S, input: object): ValidateResult<z.output<S>> => {
  const checked = schema.safeParse({ ...input }, { reportInput: true, error: () => '' });
  return checked.success
    ? { ok: true, params: checked.data }
    : { ok: false, violations: toViolations(checked.error.issues, () => jsonSchemaOf(schema)) };
};
