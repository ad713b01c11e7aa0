import type { CheckContext, Field, JsonSchema } from '../../input/field.js';
import { isPlainObject, makeField } from '../../input/field.js';
import { list } from '../../input/composites.js';
import { checkText, integer } from '../../input/scalars.js';
import { checkSelector, SELECTOR_MAX_CHARS } from './selectors.js';

export const SCENARIO_STEPS_MAX = 50;
export const SCRIPT_MAX_CHARS = 10_000;
export const FILL_MAX_CHARS = 10_000;
export const SCROLL_MAX_PX = 1_000_000;
/** Longest pause, in milliseconds; the same bound as `wait`. */
export const WAIT_MAX_MS = 60_000;

type Check = (value: unknown, at: string, context: CheckContext) => unknown;

const wait = integer({ note: 'Pause in milliseconds.', min: 0, max: WAIT_MAX_MS });
const scroll = integer({ note: 'Pixels.', min: -SCROLL_MAX_PX, max: SCROLL_MAX_PX });

const checkScript: Check = (value, at, context) =>
  checkText(value, at, context, { isRequired: false, maxChars: SCRIPT_MAX_CHARS });

const checkFill: Check = (value, at, context) => {
  if (!Array.isArray(value) || value.length !== 2) {
    context.report(at, 'fixedLength', `${at} must be a list of a selector and a text.`);
    return undefined;
  }
  const [css, typed] = value as readonly unknown[];
  if (typeof typed !== 'string') context.report(`${at}.1`, 'string', `${at}.1 must be a text.`);
  else if (typed.length > FILL_MAX_CHARS) {
    context.report(`${at}.1`, 'maxLength', `${at}.1 must be at most ${FILL_MAX_CHARS} characters long.`);
  }
  const checked = checkSelector(css, `${at}.0`, context);
  return checked === undefined ? undefined : [checked, typed];
};

const text: JsonSchema = { type: 'string', minLength: 1, maxLength: SELECTOR_MAX_CHARS };

const ACTIONS: Readonly<Record<string, { readonly check: Check; readonly schema: JsonSchema }>> = {
  click: { check: checkSelector, schema: text },
  fill: {
    check: checkFill,
    schema: { type: 'array', prefixItems: [text, { type: 'string' }], minItems: 2, maxItems: 2 },
  },
  wait: { check: wait.check, schema: wait.schema },
  waitFor: { check: checkSelector, schema: text },
  waitForAndClick: { check: checkSelector, schema: text },
  scrollX: { check: scroll.check, schema: scroll.schema },
  scrollY: { check: scroll.check, schema: scroll.schema },
  evaluate: { check: checkScript, schema: { type: 'string', minLength: 1, maxLength: SCRIPT_MAX_CHARS } },
};

/** One page action; exactly one of the keys. */
export type ScenarioStep =
  | { readonly click: string }
  | { readonly fill: readonly [string, string] }
  | { readonly wait: number }
  | { readonly waitFor: string }
  | { readonly waitForAndClick: string }
  | { readonly scrollX: number }
  | { readonly scrollY: number }
  | { readonly evaluate: string };

const step: Field<ScenarioStep, false> = makeField<ScenarioStep, false>(
  { note: 'One action.' },
  {
    form: 'scalar',
    schema: {
      oneOf: Object.entries(ACTIONS).map(([name, { schema }]) => ({
        type: 'object',
        properties: { [name]: schema },
        required: [name],
        additionalProperties: false,
      })),
    },
    check: (value, at, context) => {
      const names = isPlainObject(value) ? Object.keys(value) : [];
      const [name] = names;
      if (!isPlainObject(value) || name === undefined || names.length !== 1) {
        context.report(at, 'object', `${at} must be an object with one action: ${Object.keys(ACTIONS).join(', ')}.`);
        return undefined;
      }
      const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
      if (!action) {
        context.report(at, 'enum', `${at} must be one of the actions ${Object.keys(ACTIONS).join(', ')}.`);
        return undefined;
      }
      const checked = action.check(value[name], `${at}.${name}`, context);
      return checked === undefined ? undefined : ({ [name]: checked } as ScenarioStep);
    },
  },
);

export const jsScenarioField = list({
  note: 'Page actions in order; a step that fails ends the request.',
  minItems: 0,
  maxItems: SCENARIO_STEPS_MAX,
  item: step,
});
