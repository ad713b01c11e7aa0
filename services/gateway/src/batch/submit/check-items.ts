import {
  groupDigits,
  isPlainObject,
  leastHoldOf,
  NameSuggestions,
  NOT_OF_ITEMS,
  type Operation,
  type Violation,
} from '@quarry/contracts';
import type { HeaderSeals } from '@quarry/tokens';
import type { Catalogue } from '../../admission/catalogue.js';
import { judgeSecretHeaders } from '../../admission/secret-headers.js';
import {
  MAX_BATCH_ITEM_BYTES,
  MAX_BATCH_PARAMS_BYTES,
  MAX_BATCH_SUGGESTIONS,
  MAX_BODY_DEPTH,
  MAX_BODY_VALUES,
  MAX_EXTRA_VIOLATIONS,
} from '../../bounds.js';
import { describeJsonFault, JSON_FAULT_MAX_CHARS } from '../../http/input/json-fault.js';
import type { ItemShape, ItemText } from './split-body.js';
import { Turns } from '../../http/turns.js';

/** An item that may run. */
export interface CheckedItem {
  /** The site that it asks. */
  readonly site: string;
  /** As sent. */
  readonly query: unknown;
  readonly params: Record<string, unknown>;
  readonly holdCredits: number;
  /** Length of the JSON that is stored of it, its query and its parameters. */
  readonly sizeChars: number;
}

export type ItemCheck =
  | { readonly outcome: 'fine'; readonly items: readonly CheckedItem[] }
  | { readonly outcome: 'invalid'; readonly violations: readonly Violation[] }
  /** `fault`: where the body stops being JSON, if that is known. */
  | { readonly outcome: 'no_json'; readonly fault: string | undefined }
  /** The credits do not suffice, whatever the remaining items ask for. */
  | { readonly outcome: 'unpayable'; readonly leastCredits: number };

export interface CheckParts {
  readonly catalogue: Catalogue;
  readonly operation: Operation;
  /** Parameters of every item that does not set them itself. */
  readonly defaults?: Readonly<Record<string, unknown>> | undefined;
  readonly nowMs: number;
  /** If set, checking stops as soon as they certainly do not suffice. */
  readonly availableCredits?: number | undefined;
  /** Undefined: the deployment has no secret to encrypt secret headers with. */
  readonly headerSeals?: HeaderSeals | undefined;
}

/** Maximum length of a site name in the store. */
const MAX_SITE_CHARS = 255;
/** An item is inside an object and a list. */
const MAX_ITEM_DEPTH = MAX_BODY_DEPTH - 2;

/** The host of the requested page, or else the site of the operation. */
export const siteOf = ({ id }: Operation, { url }: Readonly<Record<string, unknown>>): string => {
  const host = typeof url === 'string' ? URL.parse(url)?.host : undefined;
  return (host || id.split('/', 1)[0] || id).slice(0, MAX_SITE_CHARS);
};

/** The violation by its name in the body of the submission. */
const within = (name: string, { field, rule, message }: Violation): Violation => {
  if (field === '') return { field: name, rule, message: `${name} must be an object.` };
  const isAboutField = message.startsWith(field);
  return { field: `${name}.${field}`, rule, message: isAboutField ? `${name}.${message}` : message };
};

/** True if its shape alone is refused. */
export const isUnread = ({ sizeBytes, values }: ItemShape): boolean =>
  sizeBytes > MAX_BATCH_ITEM_BYTES || values > MAX_BODY_VALUES;

const judgeShape = (name: string, { sizeBytes }: ItemShape): Violation => {
  const message =
    sizeBytes > MAX_BATCH_ITEM_BYTES
      ? `${name} is larger than ${MAX_BATCH_ITEM_BYTES} bytes, the limit for one request of a batch.`
      : `${name} has more than ${groupDigits(MAX_BODY_VALUES)} values, the limit for one request of a batch.`;
  return { field: name, rule: 'maxLength', message };
};

/** The length of the JSON of an item's parameters; undefined if they are larger than the store takes. */
export const measureParams = (params: Readonly<Record<string, unknown>>): number | undefined => {
  const json = JSON.stringify(params);
  // Most texts are short enough for any content; only long ones are measured.
  const isTooLarge = json.length * 3 > MAX_BATCH_PARAMS_BYTES && Buffer.byteLength(json) > MAX_BATCH_PARAMS_BYTES;
  return isTooLarge ? undefined : json.length;
};

const tooLargeMerged = (name: string): Violation => {
  const message = `${name} with the defaults is larger than ${MAX_BATCH_PARAMS_BYTES} bytes, the limit for one request of a batch.`;
  return { field: name, rule: 'maxLength', message };
};

/** Where the text of an item stops being JSON, by line and column of the whole body. */
const faultOf = (item: ItemText): string | undefined => {
  const { body, from, sizeBytes } = item;
  // Lines before the item count, but a long body is not decoded for them.
  const before = from <= JSON_FAULT_MAX_CHARS ? new TextDecoder().decode(body.subarray(0, from)) : undefined;
  // With the byte that follows it.
  const text = body.toString('utf8', from, from + sizeBytes + 1);
  return before === undefined ? undefined : describeJsonFault(text, before);
};

/** Violations of call options that single calls alone have. */
const judgeOptions = (params: Readonly<Record<string, unknown>>): readonly Violation[] =>
  Object.entries(NOT_OF_ITEMS)
    .filter(([name]) => params[name] !== undefined)
    .map(([field, why]) => ({ field, rule: 'prohibited', message: `${field} ${why}` }));

type Outcome = CheckedItem | readonly Violation[] | 'no_json';

const keyOf = ({ field, rule }: Violation): string => `${rule} ${field}`;

/** Violations of the defaults by themselves, by rule and field: an item that has one too did not bring it about. */
const judgeDefaults = (
  { catalogue, operation, defaults, nowMs }: CheckParts,
  suggestions: NameSuggestions,
): ReadonlyMap<string, Violation> => {
  if (defaults === undefined) return new Map();
  const checked = catalogue.validate(operation, defaults, nowMs, suggestions);
  const all = [...(checked.ok ? [] : checked.violations), ...judgeOptions(defaults)];
  const own = all.filter(({ field }) => Object.hasOwn(defaults, field.split('.', 1)[0] ?? ''));
  return new Map(own.map((violation) => [keyOf(violation), within('defaults', violation)]));
};

interface ItemParts extends CheckParts {
  readonly suggestions: NameSuggestions;
  readonly ofDefaults: ReadonlyMap<string, Violation>;
}

const checkItem = (
  { catalogue, operation, defaults, ofDefaults, suggestions, nowMs, headerSeals }: ItemParts,
  item: ItemText,
  index: number,
): Outcome => {
  const name = `requests.${index}`;
  if (isUnread(item)) return [judgeShape(name, item)];
  const json = item.readJson();
  let query: unknown;
  try {
    query = JSON.parse(json);
  } catch {
    return 'no_json';
  }
  if (item.depth > MAX_ITEM_DEPTH) {
    const message = `${name} is nested more than ${MAX_ITEM_DEPTH} levels deep.`;
    return [{ field: name, rule: 'object', message }];
  }
  const asked = defaults !== undefined && isPlainObject(query) ? { ...defaults, ...query } : query;
  const isSetHere = ({ field }: Violation): boolean =>
    isPlainObject(query) && Object.hasOwn(query, field.split('.', 1)[0] ?? '');
  const named = (violation: Violation): Violation =>
    (isSetHere(violation) ? undefined : ofDefaults.get(keyOf(violation))) ?? within(name, violation);
  const checked = catalogue.validate(operation, asked, nowMs, suggestions);
  if (!checked.ok) return checked.violations.map(named);
  const { params } = checked;
  const unfit = [...judgeSecretHeaders(headerSeals, params), ...judgeOptions(params)];
  if (unfit.length > 0) return unfit.map(named);
  const paramsChars = measureParams(params);
  if (paramsChars === undefined) return [tooLargeMerged(name)];
  const holdCredits = operation.holdCredits(params);
  return { site: siteOf(operation, params), query, params, holdCredits, sizeChars: json.length + paramsChars };
};

const isViolations = (outcome: Outcome): outcome is readonly Violation[] => Array.isArray(outcome);

/**
 * Checks the items of a batch, yielding between turns. Lists at least one violation of each invalid item, and up to
 * `MAX_EXTRA_VIOLATIONS` more; one of the defaults is listed once.
 */
export const checkItems = async (checkParts: CheckParts, texts: readonly ItemText[]): Promise<ItemCheck> => {
  const suggestions = new NameSuggestions(MAX_BATCH_SUGGESTIONS);
  const parts = { ...checkParts, suggestions, ofDefaults: judgeDefaults(checkParts, suggestions) };
  // A violation of the defaults is the same object for every item.
  const told = new Set<Violation>();
  const { operation, availableCredits = Infinity } = parts;
  const turns = new Turns();
  const items: CheckedItem[] = [];
  const violations: Violation[] = [];
  const leastHold = leastHoldOf(operation);
  let extra = MAX_EXTRA_VIOLATIONS;
  let leastCredits = texts.length * leastHold;
  for (const [index, text] of texts.entries()) {
    if (leastCredits > availableCredits) return { outcome: 'unpayable', leastCredits };
    const outcome = checkItem(parts, text, index);
    if (outcome === 'no_json') return { outcome: 'no_json', fault: faultOf(text) };
    if (isViolations(outcome)) {
      const fresh = outcome.filter((violation) => !told.has(violation));
      const listed = fresh.slice(0, 1 + extra);
      extra -= Math.max(0, listed.length - 1);
      for (const violation of listed) told.add(violation);
      violations.push(...listed);
      // Nothing will run, so valid items need not be kept.
      items.length = 0;
    } else {
      leastCredits += outcome.holdCredits - leastHold;
      if (violations.length === 0) items.push(outcome);
    }
    await turns.take();
  }
  return violations.length > 0 ? { outcome: 'invalid', violations } : { outcome: 'fine', items };
};
