import type { Violation } from '@quarry/contracts/errors';
import { isApiError } from './api-error.js';

/** Messages of the registry begin with the field's name, which the label beside them says already. */
const besideField = ({ field, message }: Violation): string => {
  const rest = message.startsWith(`${field} `) ? message.slice(field.length + 1) : message;
  const sentence = rest.startsWith('is ') ? `this ${rest}` : rest;
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
};

/** What is wrong with each field, by its dotted name, in words to stand beside it; the first message of a field counts. */
export const fieldErrors = (error: unknown): Readonly<Record<string, string>> => {
  const byField: Record<string, string> = {};
  if (!isApiError(error)) return byField;
  for (const violation of error.violations) byField[violation.field] ??= besideField(violation);
  return byField;
};

/** What to say above a form: nothing when the fields themselves say everything. `known`: the names of the form's fields. */
export const formError = (error: unknown, known: readonly string[]): string | undefined => {
  if (error === null || error === undefined) return undefined;
  if (!isApiError(error)) return 'Something went wrong in this page. Reload it, then try again.';
  if (error.violations.length === 0) return error.message;
  return error.violations.find(({ field }) => !known.includes(field))?.message;
};
