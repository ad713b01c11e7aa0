import {
  AI_DESCRIPTION_MAX_CHARS,
  AI_ENUM_MAX,
  AI_RULES_DEPTH_MAX,
  AI_RULES_MAX,
  type AiRule,
} from './ai-extract-rules-field.js';
import { VIEWPORT_MAX_PX, VIEWPORT_MIN_PX, type ScreenshotOptions } from './screenshot-field.js';
import { SCENARIO_STEPS_MAX, WAIT_MAX_MS, type ScenarioStep } from './js-scenario-field.js';

/** What may be written in a field whose values have a form of their own. */
export interface Grammar {
  /** Name of the parameter. */
  readonly field: string;
  readonly intro: string;
  /** Each form with what it means. */
  readonly forms: readonly { readonly name: string; readonly form: string; readonly meaning: string }[];
  /** What holds for all of them. */
  readonly rules: readonly string[];
  /** A valid value. */
  readonly example: unknown;
}

type NameOf<T> = T extends unknown ? keyof T : never;
type Forms<Name extends PropertyKey> = Readonly<Record<Name, readonly [form: string, meaning: string]>>;

const toForms = (forms: Forms<string>): Grammar['forms'] =>
  Object.entries(forms).map(([name, [form, meaning]]) => ({ name, form, meaning }));

const STEPS: Forms<NameOf<ScenarioStep>> = {
  click: ['{"click": "<css>"}', 'Clicks the first element that the selector finds.'],
  fill: ['{"fill": ["<css>", "<text>"]}', 'Types the text into a field, in place of what it holds.'],
  wait: ['{"wait": <ms>}', `Pauses, at most ${WAIT_MAX_MS} milliseconds.`],
  waitFor: ['{"waitFor": "<css>"}', 'Waits until the selector finds an element.'],
  waitForAndClick: ['{"waitForAndClick": "<css>"}', 'Waits for an element, then clicks it.'],
  scrollX: ['{"scrollX": <px>}', 'Scrolls to the right; a negative number to the left.'],
  scrollY: ['{"scrollY": <px>}', 'Scrolls down; a negative number up.'],
  evaluate: [
    '{"evaluate": "<JavaScript>"}',
    'Runs JavaScript in the page; its value is returned in jsScenarioResults.',
  ],
};

/** The steps of `jsScenario`. */
export const SCENARIO_GRAMMAR: Grammar = {
  field: 'jsScenario',
  intro: `A list of at most ${SCENARIO_STEPS_MAX} steps, run in order in a browser after the page has loaded and waitFor has passed. A step is an object with exactly one key:`,
  forms: toForms(STEPS),
  rules: [
    'A step that fails ends the request with 422 scenario_failed, which names the step; that is free.',
    'If a step leads to another page, the next steps and the response are about that page.',
  ],
  example: [
    { waitFor: '#search' },
    { fill: ['#search', 'lamp'] },
    { click: 'button[type=submit]' },
    { waitFor: '.results' },
    { scrollY: 2000 },
    { wait: 500 },
  ],
};

const AI_TYPES: Forms<AiRule['type']> = {
  string: ['{"type": "string", "enum"?: ["<value>", ...]}', `A text; with enum one of at most ${AI_ENUM_MAX} values.`],
  number: ['{"type": "number"}', 'A number, such as a price without its currency.'],
  boolean: ['{"type": "boolean"}', 'true or false.'],
  list: [
    '{"type": "list", "output": "string" | "number" | "boolean" | {<fields>}}',
    'A list of values, or of objects.',
  ],
  item: ['{"type": "item", "output": {<fields>}}', 'One object with fields of its own.'],
};

/** The rules of `aiExtractRules`. */
export const AI_RULES_GRAMMAR: Grammar = {
  field: 'aiExtractRules',
  intro: 'An object: each key names a field of aiResponse, each value is a rule of one of these types:',
  forms: toForms(AI_TYPES),
  rules: [
    `Every rule may have a "description" of at most ${AI_DESCRIPTION_MAX_CHARS} characters, for what the name does not say.`,
    `{<fields>} is an object of such rules again; ${AI_RULES_MAX} fields in all, nested at most ${AI_RULES_DEPTH_MAX} levels deep.`,
    'A field that is not on the page is null; nothing is invented.',
  ],
  example: {
    name: { type: 'string' },
    price: { type: 'number', description: 'without discount, in euros' },
    condition: { type: 'string', enum: ['new', 'used'] },
    tags: { type: 'list', output: 'string' },
    offers: { type: 'list', output: { seller: { type: 'string' }, price: { type: 'number' } } },
    maker: { type: 'item', output: { name: { type: 'string' }, country: { type: 'string' } } },
  },
};

const SCREENSHOT_OPTIONS: Forms<keyof ScreenshotOptions> = {
  fullPage: ['{"fullPage": false}', 'What the window shows; true, the default, is the whole page.'],
  format: ['{"format": "png"}', 'png, webp or, by default, jpeg.'],
  quality: ['{"quality": <n>}', 'Of a jpeg or webp, 1 to 100. Default: 80.'],
  selector: ['{"selector": "<css>"}', 'The first element that the selector finds. Without one, the request fails.'],
  viewport: [
    '{"viewport": {"width": 1280, "height": 800}}',
    `Size of the window, ${VIEWPORT_MIN_PX} to ${VIEWPORT_MAX_PX} CSS pixels a side.`,
  ],
  device: ['{"device": "iPhone 15"}', 'Window, user agent and touch of a device; /openapi.json names all of them.'],
};

/** The options of `screenshot`. */
export const SCREENSHOT_GRAMMAR: Grammar = {
  field: 'screenshot',
  intro: 'true, or an object with any of these options:',
  forms: toForms(SCREENSHOT_OPTIONS),
  rules: ['The response has the address of the picture in screenshot.'],
  example: { format: 'png', fullPage: false, viewport: { width: 1280, height: 800 } },
};

/** The fields whose values have a grammar. */
export const GRAMMARS: readonly Grammar[] = [SCENARIO_GRAMMAR, AI_RULES_GRAMMAR, SCREENSHOT_GRAMMAR];
