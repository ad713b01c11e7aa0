import type { AiRule, AiRules } from '@quarry/contracts';
import { isObject, type JsonObject } from '@quarry/html';

/** Elements of one list that are kept. */
export const MAX_LIST_ELEMENTS = 10_000;

/** An answer checked against its rules. */
export type CheckedAnswer =
  | {
      readonly isValid: true;
      readonly value: Record<string, unknown>;
      /** The answer was already of exactly this form: nothing was dropped or filled in. */
      readonly isExact: boolean;
    }
  | { readonly isValid: false; readonly mistakes: readonly string[] };

interface Checking {
  readonly mistakes: string[];
  isExact: boolean;
}

const wrong = (path: string, demand: string, checking: Checking): null => {
  checking.mistakes.push(`${path} must be ${demand}.`);
  return null;
};

const isOfScalar = (value: unknown, type: string | undefined): boolean =>
  type === 'number' ? typeof value === 'number' && Number.isFinite(value) : typeof value === type;

const checkScalar = (value: unknown, rule: AiRule, path: string, checking: Checking): unknown => {
  if (!isOfScalar(value, rule.type)) return wrong(path, `a ${rule.type} or null`, checking);
  if (rule.enum && !rule.enum.includes(value as string)) {
    return wrong(path, `null or one of ${JSON.stringify(rule.enum)}, spelled the same`, checking);
  }
  return value;
};

const checkList = (value: unknown, output: AiRule['output'], path: string, checking: Checking): unknown => {
  if (!Array.isArray(value)) return wrong(path, 'a list or null', checking);
  if (value.length > MAX_LIST_ELEMENTS) return wrong(path, `a list of at most ${MAX_LIST_ELEMENTS}`, checking);
  return value.map((element: unknown, index) => {
    const at = `${path}[${index}]`;
    if (typeof output === 'object') {
      return isObject(element) ? checkFields(element, output, at, checking) : wrong(at, 'an object', checking);
    }
    return isOfScalar(element, output) ? element : wrong(at, `a ${output ?? 'string'}`, checking);
  });
};

const checkRule = (value: unknown, rule: AiRule, path: string, checking: Checking): unknown => {
  if (value === null) return null;
  if (rule.type === 'list') return checkList(value, rule.output, path, checking);
  if (rule.type !== 'item') return checkScalar(value, rule, path, checking);
  const fields = typeof rule.output === 'object' ? rule.output : {};
  return isObject(value) ? checkFields(value, fields, path, checking) : wrong(path, 'an object or null', checking);
};

const checkFields = (value: JsonObject, rules: AiRules, path: string, checking: Checking): Record<string, unknown> => {
  if (Object.keys(value).some((name) => !Object.hasOwn(rules, name))) checking.isExact = false;
  return Object.fromEntries(
    Object.entries(rules).map(([name, rule]) => {
      if (!Object.hasOwn(value, name)) {
        checking.isExact = false;
        return [name, null];
      }
      return [name, checkRule(value[name], rule, path === '' ? name : `${path}.${name}`, checking)];
    }),
  );
};

/**
 * Checks a parsed answer against the rules: each value of its rule's type or null, enums spelled as in the rule. Fields that
 * were not requested are dropped and absent ones are null; a value of another type makes the whole answer invalid.
 */
export const checkAnswer = (answer: unknown, rules: AiRules): CheckedAnswer => {
  if (!isObject(answer)) return { isValid: false, mistakes: ['The answer must be one JSON object.'] };
  const checking: Checking = { mistakes: [], isExact: true };
  const value = checkFields(answer, rules, '', checking);
  if (checking.mistakes.length > 0) return { isValid: false, mistakes: checking.mistakes };
  return { isValid: true, value, isExact: checking.isExact };
};
