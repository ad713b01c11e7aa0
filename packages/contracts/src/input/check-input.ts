import type { z } from 'zod';
import type { ValidateResult } from '../validate-params.js';
import { toViolations } from './violations.js';

/** Checks what a path that is no operation takes: all violations at once, as with operations. */
export const checkInput = <S extends z.ZodType>(schema: S, input: object): ValidateResult<z.output<S>> => {
  const checked = schema.safeParse({ ...input }, { reportInput: true, error: () => '' });
  return checked.success
    ? { ok: true, params: checked.data }
    : { ok: false, violations: toViolations(checked.error.issues) };
};
