import { z } from 'zod';
import { DEVICES } from '../../enums/devices.js';
import { group } from '../../input/composites.js';
import { type CrossRule, exclusive } from '../../input/cross-rules.js';
import { broken, field, isPlainObject, type ParamsOf } from '../../input/field.js';
import { jsonSchemaOf } from '../../input/json-schema.js';
import { jsonChoice, jsonFlag, jsonInteger } from '../../input/scalars.js';
import { selector } from './selectors.js';

const FORMATS = ['jpeg', 'png', 'webp'] as const;
export type ScreenshotFormat = (typeof FORMATS)[number];
/** Smallest and largest side of the window, in CSS pixels. */
export const VIEWPORT_MIN_PX = 100;
export const VIEWPORT_MAX_PX = 4_096;

const side = (what: string) =>
  jsonInteger({ note: `${what} in CSS pixels.`, required: true, min: VIEWPORT_MIN_PX, max: VIEWPORT_MAX_PX });

const options = {
  fullPage: jsonFlag({ note: 'true: the whole page; false: what the window shows. Default: true.' }),
  format: jsonChoice({ note: 'Format of the picture. Default: jpeg.', values: FORMATS }),
  quality: jsonInteger({ note: 'Quality of a jpeg or webp. Default: 80.', min: 1, max: 100 }),
  selector: selector('CSS selector: the picture is of the first element that matches. Without one, the request fails.'),
  viewport: group('Size of the window that the page is rendered in.', {
    width: side('Width'),
    height: side('Height'),
  }),
  device: jsonChoice({
    note: 'Device that the page is rendered as: its window, user agent and touch.',
    values: DEVICES,
  }),
};

export type ScreenshotOptions = ParamsOf<typeof options>;

const optionsSchema = z.strictObject(options);

const optionsCheck: z.core.CheckFn<boolean | ScreenshotOptions> = ({ value, issues }) => {
  if (typeof value === 'boolean') return;
  if (!isPlainObject(value)) {
    issues.push(broken(value, 'boolean', 'must be true, false or an object of options.'));
    return;
  }
  const { error } = optionsSchema.safeParse(value, { reportInput: true, error: () => '' });
  // safe because an issue that was told is a raw one with its path and its message
  for (const issue of error?.issues ?? []) issues.push({ ...issue, input: issue.input } as z.core.$ZodRawIssue);
};

// A union would report the violations of both of its sides.
const screenshot = z
  .custom<boolean | ScreenshotOptions>()
  .check(optionsCheck)
  .meta({ anyOf: [{ type: 'boolean' }, jsonSchemaOf(optionsSchema)] });

export const screenshotField = field(screenshot, {
  note: 'Also take a picture of the page: true for all of it as a jpeg, or an object of options.',
  default: false,
});

const NOT_OF_PNG: CrossRule = {
  fields: ['screenshot.format', 'screenshot.quality'],
  note: 'screenshot.quality requires the format jpeg or webp.',
  check: (read, context) => {
    if (read('screenshot.format') !== 'png' || read('screenshot.quality') === undefined) return;
    context.report('screenshot.quality', 'prohibitedWith', 'cannot be combined with the format png. Leave it out.');
  },
};

const NOT_WHOLE_AND_PART: CrossRule = {
  fields: ['screenshot.fullPage', 'screenshot.selector'],
  note: 'screenshot.selector cannot be combined with screenshot.fullPage: true.',
  check: (read, context) => {
    if (read('screenshot.fullPage') !== true || read('screenshot.selector') === undefined) return;
    const message = 'cannot be combined with fullPage: true. Send one of them.';
    context.report('screenshot.selector', 'prohibitedWith', message);
  },
};

export const screenshotRules: readonly CrossRule[] = [
  NOT_OF_PNG,
  NOT_WHOLE_AND_PART,
  exclusive('screenshot.viewport', 'screenshot.device'),
];
