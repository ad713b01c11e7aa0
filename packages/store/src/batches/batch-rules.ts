import { checkDuration } from '../idempotency-rules.js';
import { check, checkCredits, checkEnd, checkId, checkSealed, MAX_PAGE_ROWS } from '../input-rules.js';
import { checkKey } from '../keys/key-rules.js';
import type { AccountDelivery, NewBatch, NewBatchItem, RequestEnd, RequestRow } from '../port.js';

/** Most items of one job. */
export const MAX_BATCH_ITEMS = 1_000_000;
/** Most items that one call adds, hands over or ends. */
export const MAX_ITEMS_PER_CALL = MAX_PAGE_ROWS;
/** Largest `query` and largest `params` of one item, bytes of JSON in UTF-8. */
export const MAX_BATCH_ITEM_BYTES = 1_048_576;
export const MAX_SITE_LENGTH = 255;
/** Longest reason that is kept of a failed try, characters; the rest is cut off. */
export const MAX_DELIVERY_ERROR_LENGTH = 500;
/** Largest payload of an account's own event, bytes of JSON in UTF-8, and longest URL of its receiver, characters. */
export const MAX_ACCOUNT_EVENT_BYTES = 65_536;
export const MAX_RECEIVER_CHARS = 8_192;

export const checkNewBatch = ({ id, requestsCount, holdCredits, key }: NewBatch): void => {
  checkId(id, 'id');
  checkCredits(holdCredits, 'holdCredits');
  checkKey(key);
  check(
    Number.isSafeInteger(requestsCount) && requestsCount >= 1 && requestsCount <= MAX_BATCH_ITEMS,
    `requestsCount must be an integer from 1 to ${MAX_BATCH_ITEMS}.`,
  );
};

export const checkCount = (count: number): void =>
  check(count <= MAX_ITEMS_PER_CALL, `One call takes at most ${MAX_ITEMS_PER_CALL} items.`);

export const checkNewItems = (items: readonly NewBatchItem[]): void => {
  checkCount(items.length);
  for (const { id, index, site, holdCredits, sealedHeaders } of items) {
    checkId(id, 'id');
    checkSealed(sealedHeaders);
    checkCredits(holdCredits, 'holdCredits');
    check(Number.isSafeInteger(index) && index >= 0 && index < MAX_BATCH_ITEMS, 'index must be a place of the job.');
    check(site.length <= MAX_SITE_LENGTH, `site must be at most ${MAX_SITE_LENGTH} characters.`);
  }
};

/** The JSON text that is kept of an item's `query` or `params`. */
export const packItemJson = (value: unknown, field: string): string => {
  const packed = JSON.stringify(value ?? null);
  // Most texts are short enough for any content; only long ones are measured.
  if (packed.length * 3 > MAX_BATCH_ITEM_BYTES) {
    check(
      Buffer.byteLength(packed) <= MAX_BATCH_ITEM_BYTES,
      `${field} must be at most ${MAX_BATCH_ITEM_BYTES} bytes of JSON.`,
    );
  }
  return packed;
};

const DELIVERY_ID = /^[\w.-]{1,128}$/;

/** The JSON text that is kept of the payload of an account's own event. */
export const packAccountEvent = ({ id, accountId, url, data }: AccountDelivery): string => {
  check(DELIVERY_ID.test(id), 'id must be 1 to 128 letters, digits, _, - or dots.');
  checkId(accountId, 'accountId');
  check(url.length <= MAX_RECEIVER_CHARS, `url must be at most ${MAX_RECEIVER_CHARS} characters.`);
  check(URL.canParse(url), 'url must be an absolute URL.');
  const packed = JSON.stringify(data);
  check(
    Buffer.byteLength(packed) <= MAX_ACCOUNT_EVENT_BYTES,
    `data must be at most ${MAX_ACCOUNT_EVENT_BYTES} bytes of JSON.`,
  );
  return packed;
};

export const checkItemIds = (itemIds: readonly string[]): void => checkCount(itemIds.length);

/** An end that charges nothing. */
export const checkFreeEnd = (end: RequestEnd): void => {
  checkEnd(end);
  check(end.chargedCredits === 0, 'Items that are ended without a worker are not charged.');
};

export const checkOwner = (owner: string, leaseMs: number): void => {
  checkId(owner, 'owner');
  checkDuration(leaseMs, 'leaseMs');
};

/** A success that shows an error page of the target. */
export const isTargetError = ({ state, verdict }: Pick<RequestRow, 'state' | 'verdict'>): boolean =>
  state === 'ok' && verdict === 'target_4xx';
