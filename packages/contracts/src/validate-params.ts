import { checkInput, type ValidateOptions, type ValidateResult } from './input/check-input.js';
import type { Operation } from './operation.js';

/**
 * Checks an input against an operation: all violations at once, or the parameters with defaults applied.
 * GET operations take the object that `qs` makes of the query string and equally JSON values.
 * Checking checked parameters again changes nothing. Never throws.
 */
export const validateParams = <Params>(
  operation: Operation<Params>,
  input: unknown,
  options: ValidateOptions = {},
): ValidateResult<Params> => checkInput(operation.input, input, options) as ValidateResult<Params>;
