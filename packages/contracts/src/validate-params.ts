import type { Violation } from './errors.js';
import { isPlainObject } from './input/field.js';
import type { NameSuggestions } from './input/name-suggestions.js';
import { toViolations } from './input/violations.js';
import type { Operation, ValidateOptions } from './operation.js';

export type ValidateResult<Params = Record<string, unknown>> =
  | { readonly ok: true; readonly params: Params }
  | { readonly ok: false; readonly violations: readonly Violation[] };

interface CheckOptions extends ValidateOptions {
  /** Shared by inputs that were sent together, so that suggestions for their unknown names are bounded in all. Default: its own. */
  readonly suggestions?: NameSuggestions | undefined;
}

/**
 * Checks an input of an operation: returns all violations, or the parameters with defaults applied.
 * GET operations accept the object that `qs` makes from a query string as well as JSON values.
 * Checking checked parameters again changes nothing. Never throws.
 */
export const validateParams = <Params>(
  operation: Operation<Params>,
  input: unknown,
  { suggestions, ...options }: CheckOptions = {},
): ValidateResult<Params> => {
  // Inherited properties are not the caller's.
  const own = isPlainObject(input) ? { ...input } : input;
  // zod's own messages are not used.
  const checked = operation.paramsSchema(options).safeParse(own, { reportInput: true, error: () => '' });
  return checked.success
    ? { ok: true, params: checked.data }
    : { ok: false, violations: toViolations(checked.error.issues, () => operation.input.schema, suggestions) };
};
