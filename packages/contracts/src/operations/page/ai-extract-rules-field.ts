import { z } from 'zod';
import { broken, field, isPlainObject, type JsonSchema } from '../../input/field.js';

export const AI_RULES_MAX = 200;
export const AI_RULES_DEPTH_MAX = 6;
export const AI_DESCRIPTION_MAX_CHARS = 2000;
export const AI_ENUM_MAX = 100;

const SCALARS = ['string', 'number', 'boolean'] as const;
const TYPES = [...SCALARS, 'list', 'item'] as const;
const KEYS = ['type', 'description', 'enum', 'output'];

export interface AiRule {
  readonly type: (typeof TYPES)[number];
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly output?: (typeof SCALARS)[number] | AiRules;
}
export type AiRules = { readonly [name: string]: AiRule };

interface Walk {
  readonly depth: number;
  /** Rules seen so far in the whole tree. */
  readonly count: { rules: number };
  readonly fail: (path: string, message: string) => void;
}

const isScalar = (value: unknown): boolean => SCALARS.some((name) => name === value);

const checkOutput = (type: string, output: unknown, path: string, walk: Walk): void => {
  if (output === undefined) walk.fail(path, `is of type ${type} and requires output.`);
  else if (isPlainObject(output)) checkRules(output, `${path}.output`, { ...walk, depth: walk.depth + 1 });
  else if (type === 'item') walk.fail(path, 'is of type item: its output must be an object of fields.');
  else if (!isScalar(output)) {
    walk.fail(path, `is of type list: its output must be ${SCALARS.join(', ')} or an object of fields.`);
  }
};

const checkRule = (rule: unknown, path: string, walk: Walk): void => {
  if (!isPlainObject(rule)) return walk.fail(path, 'must be an object with a type.');
  const { type, description, output } = rule;
  for (const key of Object.keys(rule)) {
    if (!KEYS.includes(key)) walk.fail(path, `may only have ${KEYS.join(', ')}.`);
  }
  if (typeof type !== 'string' || !TYPES.some((name) => name === type)) {
    return walk.fail(path, `requires a type: one of ${TYPES.join(', ')}.`);
  }
  if (description !== undefined && (typeof description !== 'string' || description.length > AI_DESCRIPTION_MAX_CHARS)) {
    walk.fail(path, `has a description that is not a string of at most ${AI_DESCRIPTION_MAX_CHARS} characters.`);
  }
  if (rule['enum'] !== undefined) {
    const { enum: values } = rule;
    const isList = Array.isArray(values) && values.length > 0 && values.length <= AI_ENUM_MAX;
    if (type !== 'string') walk.fail(path, 'may have an enum only when its type is string.');
    else if (!isList || !values.every((value) => typeof value === 'string')) {
      walk.fail(path, `has an enum that is not a list of 1 to ${AI_ENUM_MAX} strings.`);
    }
  }
  if (type === 'list' || type === 'item') checkOutput(type, output, path, walk);
  else if (output !== undefined) walk.fail(path, 'may have output only when its type is list or item.');
};

function checkRules(rules: Readonly<Record<string, unknown>>, path: string, walk: Walk): void {
  const names = Object.keys(rules);
  walk.count.rules += names.length;
  if (walk.depth > AI_RULES_DEPTH_MAX) walk.fail(path, `is nested deeper than ${AI_RULES_DEPTH_MAX} levels.`);
  else if (walk.count.rules > AI_RULES_MAX) walk.fail(path, `has more than ${AI_RULES_MAX} fields in total.`);
  else if (names.length === 0 && walk.depth > 1) walk.fail(path, 'requires at least one field.');
  else for (const name of names) checkRule(rules[name], `${path}.${name}`, walk);
}

const DESCRIPTION: JsonSchema = { type: 'string', maxLength: AI_DESCRIPTION_MAX_CHARS };
const FIELDS: JsonSchema = { type: 'object', minProperties: 1, description: 'Fields, each a rule of the same form.' };

const ruleOf = (types: readonly string[], more: JsonSchema, required: readonly string[] = []): JsonSchema => ({
  type: 'object',
  required: ['type', ...required],
  properties: { type: { type: 'string', enum: types }, description: DESCRIPTION, ...more },
  additionalProperties: false,
});

const RULE_SCHEMA: JsonSchema = {
  anyOf: [
    ruleOf(['string'], { enum: { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: AI_ENUM_MAX } }),
    ruleOf(['number', 'boolean'], {}),
    ruleOf(['list'], { output: { anyOf: [{ type: 'string', enum: SCALARS }, FIELDS] } }, ['output']),
    ruleOf(['item'], { output: FIELDS }, ['output']),
  ],
};

const PATH_ECHO_MAX_CHARS = 200;

const rulesCheck: z.core.CheckFn<AiRules> = ({ value, issues }) => {
  if (!isPlainObject(value)) {
    issues.push(broken(value, 'object', 'must be an object of field names and rules.'));
    return;
  }
  const fail = (path: string, message: string): void => {
    issues.push(broken(value, 'jsonSchemaAI', `is invalid: ${path.slice(0, PATH_ECHO_MAX_CHARS)} ${message}`));
  };
  checkRules(value, 'aiExtractRules', { depth: 1, count: { rules: 0 }, fail });
};

// Checked by hand: a recursive schema would follow any depth before it fails.
const aiRules = z
  .custom<AiRules>()
  .check(rulesCheck)
  .meta({ type: 'object', maxProperties: AI_RULES_MAX, additionalProperties: RULE_SCHEMA });

export const aiExtractRulesField = field(aiRules, {
  note: 'Fields to extract by meaning. A field that is not on the page is null.',
});
