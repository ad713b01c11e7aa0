import { parse } from 'css-what';
import type { CheckContext, Field } from '../../input/field.js';
import { makeField } from '../../input/field.js';
import { list, map } from '../../input/composites.js';
import { checkText } from '../../input/scalars.js';

export const SELECTOR_MAX_CHARS = 1024;
export const EXTRACT_RULES_MAX = 100;

const ATTRIBUTE_SUFFIX = /\s+@(?<attribute>[^\s@]+)$/;

const isSelector = (value: string): boolean => {
  try {
    return parse(value).length > 0;
  } catch {
    return false;
  }
};

/** A CSS selector, or undefined after a report. */
export const checkSelector = (value: unknown, at: string, context: CheckContext): string | undefined => {
  const checked = checkText(value, at, context, { isRequired: false, maxChars: SELECTOR_MAX_CHARS });
  if (checked === undefined || isSelector(checked)) return checked;
  context.report(at, 'selector', `${at} must be a CSS selector such as main > h1.`);
  return undefined;
};

export const selector = (note: string): Field<string, false> =>
  makeField<string, false>(
    { note },
    { form: 'scalar', schema: { type: 'string', maxLength: SELECTOR_MAX_CHARS }, check: checkSelector },
  );

export const selectors = (note: string) => list({ note, minItems: 0, item: selector(note) });

/** `"css"` for texts, `"css @attribute"` for attribute values. */
export const extractRulesField = map<string>({
  note: 'CSS extraction by name: "h1" for the text, "a @href" for an attribute.',
  maxEntries: EXTRACT_RULES_MAX,
  schema: { type: 'string', maxLength: SELECTOR_MAX_CHARS },
  checkEntry: (_name, value, at, context) => {
    const checked = checkText(value, at, context, { isRequired: false, maxChars: SELECTOR_MAX_CHARS });
    if (checked === undefined) return undefined;
    const css = checked.replace(ATTRIBUTE_SUFFIX, '');
    return checkSelector(css, at, context) === undefined ? undefined : checked;
  },
});
