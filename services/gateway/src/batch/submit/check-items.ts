import { groupDigits, leastHoldOf, type Operation, type Violation } from '@quarry/contracts';
import type { HeaderSeals } from '@quarry/tokens';
import type { Catalogue } from '../../admission/catalogue.js';
import { judgeSecretHeaders } from '../../admission/secret-headers.js';
import { MAX_BATCH_ITEM_BYTES, MAX_BODY_DEPTH, MAX_BODY_VALUES, MAX_EXTRA_VIOLATIONS } from '../../bounds.js';
import type { ItemShape, ItemText } from './split-body.js';
import { Turns } from '../../http/turns.js';

/** An item that may run. */
export interface CheckedItem {
  /** Whom it asks. */
  readonly site: string;
  /** As sent. */
  readonly query: unknown;
  readonly params: Record<string, unknown>;
  readonly holdCredits: number;
  /** Length of its JSON. */
  readonly sizeChars: number;
}

export type ItemCheck =
  | { readonly outcome: 'fine'; readonly items: readonly CheckedItem[] }
  | { readonly outcome: 'invalid'; readonly violations: readonly Violation[] }
  | { readonly outcome: 'no_json' }
  /** Whatever the items not looked at ask for, they cost so much that it cannot be paid. */
  | { readonly outcome: 'unpayable'; readonly leastCredits: number };

export interface CheckParts {
  readonly catalogue: Catalogue;
  readonly operation: Operation;
  readonly nowMs: number;
  /** Where given, checking ends as soon as it is certain that they do not suffice. */
  readonly availableCredits?: number | undefined;
  /** Undefined: the deployment has nothing to seal secret headers with. */
  readonly headerSeals?: HeaderSeals | undefined;
}

/** Longest name of a site that the store takes. */
const MAX_SITE_CHARS = 255;
/** An item lies in an object and a list. */
const MAX_ITEM_DEPTH = MAX_BODY_DEPTH - 2;

/** The host of the page asked for; where none is named, the site that the operation is of. */
export const siteOf = ({ id }: Operation, { url }: Readonly<Record<string, unknown>>): string => {
  const host = typeof url === 'string' ? URL.parse(url)?.host : undefined;
  return (host || id.split('/', 1)[0] || id).slice(0, MAX_SITE_CHARS);
};

const ofItem = (index: number, { field, rule, message }: Violation): Violation => {
  const name = `requests.${index}`;
  if (field === '') return { field: name, rule, message: `${name} must be an object.` };
  const isAboutField = message.startsWith(field);
  return { field: `${name}.${field}`, rule, message: isAboutField ? `${name}.${message}` : message };
};

/** Refused by its shape alone. */
export const isUnread = ({ sizeBytes, values }: ItemShape): boolean =>
  sizeBytes > MAX_BATCH_ITEM_BYTES || values > MAX_BODY_VALUES;

const judgeShape = (name: string, { sizeBytes }: ItemShape): Violation => {
  const message =
    sizeBytes > MAX_BATCH_ITEM_BYTES
      ? `${name} is larger than the ${MAX_BATCH_ITEM_BYTES} bytes that one request of a batch may have.`
      : `${name} has more than the ${groupDigits(MAX_BODY_VALUES)} values that one request of a batch may have.`;
  return { field: name, rule: 'maxLength', message };
};

type Outcome = CheckedItem | readonly Violation[] | 'no_json';

const checkItem = (
  { catalogue, operation, nowMs, headerSeals }: CheckParts,
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
    const message = `${name} nests more than ${MAX_ITEM_DEPTH} objects and lists inside one another.`;
    return [{ field: name, rule: 'object', message }];
  }
  const checked = catalogue.validate(operation, query, nowMs);
  if (!checked.ok) return checked.violations.map((violation) => ofItem(index, violation));
  const { params } = checked;
  const unsealable = judgeSecretHeaders(headerSeals, params);
  if (unsealable.length > 0) return unsealable.map((violation) => ofItem(index, violation));
  const holdCredits = operation.holdCredits(params);
  return { site: siteOf(operation, params), query, params, holdCredits, sizeChars: json.length };
};

const isViolations = (outcome: Outcome): outcome is readonly Violation[] => Array.isArray(outcome);

/**
 * Checks the items of a batch, in turns. Of each bad one at least one violation is listed, and more of them until
 * `MAX_EXTRA_VIOLATIONS` are.
 */
export const checkItems = async (parts: CheckParts, texts: readonly ItemText[]): Promise<ItemCheck> => {
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
    if (outcome === 'no_json') return { outcome: 'no_json' };
    if (isViolations(outcome)) {
      const listed = outcome.slice(0, 1 + extra);
      extra -= listed.length - 1;
      violations.push(...listed);
      // Nothing will run: what is fine need not be kept.
      items.length = 0;
    } else {
      leastCredits += outcome.holdCredits - leastHold;
      if (violations.length === 0) items.push(outcome);
    }
    await turns.take();
  }
  return violations.length > 0 ? { outcome: 'invalid', violations } : { outcome: 'fine', items };
};
