import type { FormField } from './form-field.js';

const SHOWN_MAX_CHARS = 60;

const presetText = (preset: unknown): string => {
  if (typeof preset === 'boolean') return preset ? 'on' : 'off';
  const text = Array.isArray(preset) ? preset.map(String).join(', ') : String(preset);
  return text.length > SHOWN_MAX_CHARS ? `${text.slice(0, SHOWN_MAX_CHARS)}…` : text;
};

/** What an empty control shows: the value that the service takes, or what may be entered. */
export const placeholderOf = (field: FormField): string => {
  const isEmpty = Array.isArray(field.preset) && field.preset.length === 0;
  if (field.preset !== undefined && !isEmpty) return `${presetText(field.preset)} (default)`;
  if (field.kind === 'number') return boundsText(field.min, field.max);
  if (field.kind === 'text' && field.input === 'url') return 'https://';
  if (field.kind === 'list' && field.values === undefined) return 'One value per line';
  return '';
};

/** Bounds as text, such as `0 to 100`; empty without any. */
const boundsText = (min: number | undefined, max: number | undefined): string => {
  if (min !== undefined && max !== undefined) return `${min} to ${max}`;
  if (min !== undefined) return `${min} or more`;
  return max === undefined ? '' : `${max} or less`;
};

/** What may be entered, in addition to the note: bounds of a number, how many values of a list. */
export const limitsOf = (field: FormField): string => {
  if (field.kind === 'number') return boundsText(field.min, field.max);
  // Lists of choices cannot become too long.
  if (field.kind === 'list' && field.values === undefined && field.maxItems !== undefined)
    return `At most ${field.maxItems} values.`;
  return '';
};
