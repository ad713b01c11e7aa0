import { parse } from 'css-what';
import { list, map } from '../../input/composites.js';
import { field, must } from '../../input/field.js';
import { filledText } from '../../input/scalars.js';

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

const FORM = 'must be a CSS selector such as main > h1.';

/** A CSS selector. */
export const css = filledText(SELECTOR_MAX_CHARS).check(must('selector', isSelector, FORM));

export const selector = (note: string) => field(css, { note });

export const selectors = (note: string) => list({ note, minItems: 0, item: selector(note) });

const isRule = (value: string): boolean => isSelector(value.replace(ATTRIBUTE_SUFFIX, ''));

/** `"css"` for texts, `"css @attribute"` for attribute values. */
export const extractRulesField = map({
  note: 'CSS extraction by name: "h1" for the text, "a @href" for an attribute.',
  maxEntries: EXTRACT_RULES_MAX,
  entry: filledText(SELECTOR_MAX_CHARS).check(must('selector', isRule, FORM)),
});
