import { z } from 'zod';
import { broken, field, isPlainObject, type JsonSchema } from '../../input/field.js';
import type { RuleName } from '../../input/rules.js';
import { documentCss, SELECTOR_MAX_CHARS, SELECTORS_MAX_CHARS, withoutAttribute } from './selectors.js';

/** Most rules of a request, nested ones included, and their deepest nesting. */
export const EXTRACT_RULES_MAX = 100;
export const EXTRACT_RULES_DEPTH_MAX = 5;
/** Most characters of the name of an attribute. */
export const ATTRIBUTE_MAX_CHARS = 100;

const TYPES = ['item', 'list'] as const;
const TEXT_OUTPUTS = ['text', 'html', 'markdown'] as const;
const KEYS = ['selector', 'type', 'output'];
const ATTRIBUTE = /^@[^\s@]+$/;

/** What a rule returns of each element: its text, its html, markdown, an attribute, or an object of further rules. */
export type ExtractOutput = (typeof TEXT_OUTPUTS)[number] | `@${string}` | ExtractRules;

export interface ExtractRule {
  readonly selector: string;
  /** Default: `item`, the first value or null. `list`: every value, in page order. */
  readonly type?: (typeof TYPES)[number];
  /** Default: `text`. */
  readonly output?: ExtractOutput;
}

/** By name: `"css"`, `"css @attribute"`, or a rule as an object. */
export type ExtractRules = { readonly [name: string]: string | ExtractRule };

interface Walk {
  readonly path: readonly string[];
  readonly depth: number;
  /** Of the whole field so far. */
  readonly count: { rules: number; chars: number };
  readonly fail: (path: readonly string[], rule: RuleName, message: string) => void;
}

const at = (walk: Walk, ...names: readonly string[]): Walk => ({ ...walk, path: [...walk.path, ...names] });

const checkSelector = (css: string, { path, fail }: Walk): void => {
  const { error } = documentCss.safeParse(css);
  for (const issue of error?.issues ?? []) {
    // safe because every rule of a selector that is a string is one of ours
    if (issue.code === 'custom') fail(path, issue.params?.['rule'] as RuleName, issue.message);
    else fail(path, 'string', 'must be a single string.');
  }
};

const checkOutput = (output: unknown, walk: Walk): void => {
  const { path, depth, fail } = walk;
  if (isPlainObject(output)) {
    if (Object.keys(output).length === 0) fail(path, 'minLength', 'must have at least one rule.');
    checkRules(output, { ...walk, depth: depth + 1 });
    return;
  }
  const isText = TEXT_OUTPUTS.some((name) => name === output);
  const isAttribute = typeof output === 'string' && output.length <= ATTRIBUTE_MAX_CHARS && ATTRIBUTE.test(output);
  if (isText || isAttribute) return;
  fail(path, 'enum', `must be one of ${TEXT_OUTPUTS.join(', ')}, @ with an attribute, or an object of rules.`);
};

const checkObject = (rule: Readonly<Record<string, unknown>>, walk: Walk): void => {
  const { path, fail, count } = walk;
  const { selector, type, output } = rule;
  for (const key of Object.keys(rule)) {
    if (!KEYS.includes(key))
      fail([...path, key], 'unknown', `is not a part of a rule. It may have ${KEYS.join(', ')}.`);
  }
  if (selector === undefined) fail([...path, 'selector'], 'required', 'is required.');
  else if (typeof selector !== 'string') fail([...path, 'selector'], 'string', 'must be a single string.');
  else {
    count.chars += selector.length;
    if (count.chars <= SELECTORS_MAX_CHARS) checkSelector(selector, at(walk, 'selector'));
  }
  if (type !== undefined && !TYPES.some((name) => name === type)) {
    fail([...path, 'type'], 'enum', `must be one of ${TYPES.join(', ')}.`);
  }
  if (output !== undefined) checkOutput(output, at(walk, 'output'));
};

const checkRule = (rule: unknown, walk: Walk): void => {
  const { path, fail, count } = walk;
  if (isPlainObject(rule)) return checkObject(rule, walk);
  if (typeof rule !== 'string') return fail(path, 'string', 'must be a CSS selector, or an object with a selector.');
  count.chars += rule.length;
  if (rule.length > SELECTOR_MAX_CHARS)
    fail(path, 'maxLength', `must be at most ${SELECTOR_MAX_CHARS} characters long.`);
  else if (count.chars <= SELECTORS_MAX_CHARS) checkSelector(withoutAttribute(rule), walk);
};

function checkRules(rules: Readonly<Record<string, unknown>>, walk: Walk): void {
  const { path, depth, count, fail } = walk;
  const names = Object.keys(rules);
  if (depth > EXTRACT_RULES_DEPTH_MAX) {
    return fail(path, 'maxLength', `must not be nested deeper than ${EXTRACT_RULES_DEPTH_MAX} levels.`);
  }
  count.rules += names.length;
  if (count.rules > EXTRACT_RULES_MAX) return;
  for (const name of names) checkRule(rules[name], at(walk, name));
}

const rulesCheck: z.core.CheckFn<ExtractRules> = ({ value, issues }) => {
  if (!isPlainObject(value)) {
    issues.push(broken(value, 'object', 'must be an object of names and CSS selectors.'));
    return;
  }
  const fail: Walk['fail'] = (path, rule, message) => {
    issues.push({ ...broken(value, rule, message), path: [...path] });
  };
  const count = { rules: 0, chars: 0 };
  checkRules(value, { path: [], depth: 1, count, fail });
  if (count.rules > EXTRACT_RULES_MAX) fail([], 'maxLength', `must have at most ${EXTRACT_RULES_MAX} rules in all.`);
  if (count.chars > SELECTORS_MAX_CHARS) {
    fail([], 'maxLength', `must have at most ${SELECTORS_MAX_CHARS} characters in all.`);
  }
};

const SELECTOR: JsonSchema = { type: 'string', minLength: 1, maxLength: SELECTOR_MAX_CHARS, pattern: '\\S' };

const outputSchema = (depth: number): JsonSchema => ({
  anyOf: [
    { type: 'string', enum: TEXT_OUTPUTS },
    { type: 'string', maxLength: ATTRIBUTE_MAX_CHARS, pattern: ATTRIBUTE.source },
    ...(depth < EXTRACT_RULES_DEPTH_MAX ? [{ ...rulesSchema(depth + 1), minProperties: 1 }] : []),
  ],
  default: 'text',
});

const ruleSchema = (depth: number): JsonSchema => ({
  anyOf: [
    { ...SELECTOR, description: '"css" or "css @attribute": null, the value, or a list of several.' },
    {
      type: 'object',
      required: ['selector'],
      properties: {
        selector: { ...SELECTOR, description: 'CSS selector; in a nested rule, of elements below the one around it.' },
        type: {
          type: 'string',
          enum: TYPES,
          default: 'item',
          description: 'item: the first value or null; list: all of them.',
        },
        output: outputSchema(depth),
      },
      additionalProperties: false,
    },
  ],
});

/** Written out to the deepest level, because a document of its own would be needed to refer to it. */
function rulesSchema(depth: number): JsonSchema {
  return { type: 'object', maxProperties: EXTRACT_RULES_MAX, additionalProperties: ruleSchema(depth) };
}

// Checked by hand: a recursive schema would follow any depth before it fails.
const extractRules = z
  .custom<ExtractRules>()
  .check(rulesCheck)
  .meta({ type: 'object', maxProperties: EXTRACT_RULES_MAX, additionalProperties: ruleSchema(1) });

export const extractRulesField = field(extractRules, {
  note:
    'Values by name. A string: "h1" for the text, "a @href" for an attribute. An object: {selector, type: item or list, ' +
    `output: text, html, markdown, @attribute or nested rules}. At most ${EXTRACT_RULES_MAX} rules in all, ${EXTRACT_RULES_DEPTH_MAX} levels deep.`,
});
