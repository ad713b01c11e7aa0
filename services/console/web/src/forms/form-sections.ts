import type { FormField } from './form-field.js';

/** Parameters of how a call runs, which every operation has. */
const CALL_NAMES: ReadonlySet<string> = new Set(['timeout', 'maxAge', 'webhook']);

/** What most calls set besides what is required, in any operation. */
const COMMON_NAMES: ReadonlySet<string> = new Set([
  ...['url', 'q', 'keyword', 'itemId', 'location', 'type', 'sort', 'page', 'price', 'domain', 'language', 'currency'],
  ...[
    'gl',
    'hl',
    'mkt',
    'kl',
    'deviceType',
    'tbm',
    'start',
    'num',
    'asYlo',
    'datePosted',
    'childrenAges',
    'otherOffers',
  ],
  ...['outputFormat', 'jsRendering', 'onlyMainContent', 'extractRules', 'aiExtractRules', 'extractLinks', 'screenshot'],
]);

/** An operation with fewer optional parameters than this shows them all. */
const FOLD_FROM = 4;
/** Fewest fields in sight, where an operation has as many. */
const SHOWN_MIN = 4;

export interface FormSections {
  /** In sight: the required fields, then what most calls set. */
  readonly common: readonly FormField[];
  /** Folded away. */
  readonly more: readonly FormField[];
  /** How the call runs. Folded away. */
  readonly call: readonly FormField[];
}

/** Splits the fields of an operation into those in sight and those folded away; each part keeps the order of the schema. */
export const sectionsOf = (fields: readonly FormField[]): FormSections => {
  const call = fields.filter(({ name }) => CALL_NAMES.has(name));
  const own = fields.filter(({ name }) => !CALL_NAMES.has(name));
  const required = own.filter(({ isRequired }) => isRequired);
  const optional = own.filter(({ isRequired }) => !isRequired);
  if (optional.length < FOLD_FROM) return { common: [...required, ...optional], more: [], call };
  const known = new Set(optional.filter(({ name }) => COMMON_NAMES.has(name)));
  for (const field of optional) if (required.length + known.size < SHOWN_MIN) known.add(field);
  return {
    common: [...required, ...optional.filter((field) => known.has(field))],
    more: optional.filter((field) => !known.has(field)),
    call,
  };
};
