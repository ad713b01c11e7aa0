import { type CheckContext, type Fields, childPath } from './field.js';

/** Longest part of an unknown name that is repeated to the caller. */
export const NAME_ECHO_MAX_CHARS = 100;

const shorten = (name: string): string =>
  name.length > NAME_ECHO_MAX_CHARS ? `${name.slice(0, NAME_ECHO_MAX_CHARS)}...` : name;

/** Checks every field of an object and reports names that it does not have. Returns what is usable, defaults applied. */
export const checkFields = (
  fields: Fields,
  input: Readonly<Record<string, unknown>>,
  at: string,
  context: CheckContext,
): Record<string, unknown> => {
  for (const key of Object.keys(input)) {
    if (Object.hasOwn(fields, key)) continue;
    const name = childPath(at, shorten(key));
    context.report(name, 'unknown', `${name} is not a parameter of this operation. Remove it or check its spelling.`);
  }
  const checked: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(fields)) {
    const value = Object.hasOwn(input, key) ? input[key] : undefined;
    const path = childPath(at, key);
    const kept = value === undefined ? field.default : field.check(value, path, context);
    if (kept !== undefined) checked[key] = kept;
    else if (value === undefined && field.isRequired) context.report(path, 'required', `${path} is required.`);
  }
  return checked;
};
