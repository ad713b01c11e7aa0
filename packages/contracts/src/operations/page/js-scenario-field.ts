import { z } from 'zod';
import { list } from '../../input/composites.js';
import { broken, isPlainObject } from '../../input/field.js';
import { atMost, filledText, jsonInteger } from '../../input/scalars.js';
import { css } from './selectors.js';

export const SCENARIO_STEPS_MAX = 50;
export const SCRIPT_MAX_CHARS = 10_000;
export const FILL_MAX_CHARS = 10_000;
export const SCROLL_MAX_PX = 1_000_000;
/** Maximum pause in milliseconds, also of `wait`. */
export const WAIT_MAX_MS = 60_000;

const wait = jsonInteger({ note: 'Pause in milliseconds.', min: 0, max: WAIT_MAX_MS });
const scroll = jsonInteger({ note: 'Pixels.', min: -SCROLL_MAX_PX, max: SCROLL_MAX_PX });

const fill = z
  .preprocess(
    (value, { issues }) => {
      const isPair = Array.isArray(value) && value.length === 2;
      if (!isPair) issues.push(broken(value, 'fixedLength', 'must be a list of a selector and a string.'));
      return value;
    },
    z.tuple([css, z.string().check(atMost(FILL_MAX_CHARS)).meta({ maxLength: FILL_MAX_CHARS })]),
  )
  .meta({ minItems: 2, maxItems: 2 });

const ACTIONS = {
  click: css.optional(),
  fill: fill.optional(),
  wait,
  waitFor: css.optional(),
  waitForAndClick: css.optional(),
  scrollX: scroll,
  scrollY: scroll,
  evaluate: filledText(SCRIPT_MAX_CHARS).optional(),
};
const NAMES = Object.keys(ACTIONS).join(', ');

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

const step = z
  .preprocess((value, { issues }) => {
    const [name, ...more] = isPlainObject(value) ? Object.keys(value) : [];
    if (name === undefined || more.length > 0) {
      issues.push(broken(value, 'object', `must be an object with one action: ${NAMES}.`));
    } else if (!Object.hasOwn(ACTIONS, name)) {
      issues.push(broken(value, 'enum', `must be one of the actions ${NAMES}.`));
    }
    return value;
  }, z.strictObject(ACTIONS))
  .meta({ minProperties: 1, maxProperties: 1 }) as z.ZodType<unknown> as z.ZodType<ScenarioStep>;

export const jsScenarioField = list({
  note: 'Page actions, run in order; the request fails when a step fails.',
  minItems: 0,
  maxItems: SCENARIO_STEPS_MAX,
  item: step.optional(),
});
