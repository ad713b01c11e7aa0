import { describe, expect, it } from '@jest/globals';
import {
  checkFreeEnd,
  checkItemIds,
  checkNewBatch,
  checkNewItems,
  checkOwner,
  MAX_BATCH_ITEM_BYTES,
  MAX_BATCH_ITEMS,
  MAX_ITEMS_PER_CALL,
  MAX_SITE_LENGTH,
  packItemJson,
} from './batches/batch-rules.js';
import {
  checkAnswer,
  checkDuration,
  checkKeyUse,
  MAX_DURATION_MS,
  MAX_IDEMPOTENT_BODY_BYTES,
} from './idempotency-rules.js';
import {
  boundLimit,
  checkCredits,
  checkEnd,
  checkId,
  checkName,
  checkPlan,
  MAX_CREDITS,
  MAX_PAGE_ROWS,
} from './input-rules.js';
import { MAX_PERIODS_PER_ROLL, periodIndexAt } from './period-rule.js';
import type { NewBatch, NewBatchItem, RequestEnd } from './port.js';

const DAY_MS = 86_400_000;
const NAN = Number.NaN;

/** `work` is refused with these words, by the error that callers know. */
const refuses = (work: () => unknown, words: string): void => {
  expect(work).toThrow(expect.objectContaining({ code: 'invalid_input', message: expect.stringContaining(words) }));
};
const bears = (...works: readonly (() => unknown)[]): void => {
  for (const work of works) expect(work).not.toThrow();
};

describe('bounds of what the store takes', () => {
  it('credits: whole, from none to the most that sums stay exact with', () => {
    bears(...[0, 1, MAX_CREDITS].map((credits) => () => checkCredits(credits, 'x')));
    for (const credits of [-1, 0.5, MAX_CREDITS + 1, NAN, Infinity]) {
      refuses(() => checkCredits(credits, 'price'), `price must be an integer from 0 to ${MAX_CREDITS}.`);
    }
  });

  it('ids: letters, digits, _ and -, at most 64', () => {
    bears(...['a', 'A_-9', 'x'.repeat(64)].map((id) => () => checkId(id, 'id')));
    for (const id of ['', 'x'.repeat(65), 'a b', 'ä', 'a\n', ' a', 'a:'])
      refuses(() => checkId(id, 'owner'), 'owner must be 1 to 64');
  });

  it('names, plans and limits', () => {
    bears(
      () => checkName('x'),
      () => checkName('x'.repeat(200)),
    );
    for (const name of ['', 'x'.repeat(201)]) refuses(() => checkName(name), 'name must have 1 to 200');
    const plan = { creditsPerPeriod: 1, periodDays: 1, renew: true };
    bears(
      () => checkPlan(plan, 0),
      () => checkPlan({ ...plan, periodDays: 3_660 }, Number.MAX_SAFE_INTEGER),
    );
    for (const periodDays of [0, 3_661, 1.5])
      refuses(() => checkPlan({ ...plan, periodDays }, 1), 'periodDays must be 1 to 3660');
    for (const concurrency of [-1, 0.5]) refuses(() => checkPlan(plan, concurrency), 'concurrency must be');
    refuses(() => checkPlan({ ...plan, creditsPerPeriod: -1 }, 1), 'creditsPerPeriod must be');
    expect([boundLimit(1), boundLimit(2.9), boundLimit(MAX_PAGE_ROWS), boundLimit(MAX_PAGE_ROWS + 1)]).toEqual([
      1,
      2,
      MAX_PAGE_ROWS,
      MAX_PAGE_ROWS,
    ]);
    for (const limit of [0, 0.9, NAN, Infinity]) refuses(() => boundLimit(limit), 'limit must be at least 1');
  });

  it('ends: only what ended ok is charged, and items without a worker are not', () => {
    const end = (state: RequestEnd['state'], chargedCredits: number) => ({ state, chargedCredits }) as RequestEnd;
    bears(
      () => checkEnd(end('ok', 5)),
      () => checkEnd(end('failed', 0)),
      () => checkFreeEnd(end('failed', 0)),
    );
    refuses(() => checkEnd(end('failed', 1)), 'Only a request that ends ok is charged.');
    refuses(() => checkEnd(end('ok', -1)), 'chargedCredits must be');
    refuses(() => checkFreeEnd(end('ok', 1)), 'without a worker are not charged');
    refuses(() => checkFreeEnd(end('failed', 1)), 'Only a request that ends ok is charged.');
  });

  it('jobs: from one item to the most, held for a price', () => {
    const batch = (more: Partial<NewBatch>) => () =>
      checkNewBatch({ id: 'job', requestsCount: 1, holdCredits: 1, ...more } as NewBatch);
    bears(batch({}), batch({ requestsCount: MAX_BATCH_ITEMS }));
    for (const requestsCount of [0, 1.5, MAX_BATCH_ITEMS + 1])
      refuses(batch({ requestsCount }), `requestsCount must be an integer from 1 to ${MAX_BATCH_ITEMS}`);
    refuses(batch({ id: '' }), 'id must be 1 to 64');
    refuses(batch({ holdCredits: -1 }), 'holdCredits must be');
  });

  it('items: a place of the job, a site, a price, so many at once', () => {
    const item = { id: 'item', index: 0, site: 'a.example', holdCredits: 1 } as NewBatchItem;
    const items = (more: Partial<NewBatchItem>) => () => checkNewItems([item, { ...item, ...more }]);
    bears(items({}), items({ index: MAX_BATCH_ITEMS - 1 }), items({ site: 'x'.repeat(MAX_SITE_LENGTH) }), () =>
      checkNewItems(Array.from({ length: MAX_ITEMS_PER_CALL }, () => item)),
    );
    for (const index of [-1, 0.5, MAX_BATCH_ITEMS]) refuses(items({ index }), 'index must be a place of the job.');
    refuses(items({ site: 'x'.repeat(MAX_SITE_LENGTH + 1) }), `site must be at most ${MAX_SITE_LENGTH}`);
    refuses(items({ id: 'a b' }), 'id must be 1 to 64');
    refuses(items({ holdCredits: 0.5 }), 'holdCredits must be');
    const many = Array.from({ length: MAX_ITEMS_PER_CALL + 1 }, () => item);
    refuses(() => checkNewItems(many), `One call takes at most ${MAX_ITEMS_PER_CALL} items.`);
    bears(() => checkItemIds(many.slice(1).map(({ id }) => id)));
    refuses(() => checkItemIds(many.map(({ id }) => id)), 'One call takes at most');
  });

  it('an item’s JSON: by its bytes', () => {
    expect([packItemJson({ a: 1 }, 'query'), packItemJson(undefined, 'query'), packItemJson(0, 'query')]).toEqual([
      '{"a":1}',
      'null',
      '0',
    ]);
    expect(packItemJson('x'.repeat(MAX_BATCH_ITEM_BYTES - 2), 'query')).toHaveLength(MAX_BATCH_ITEM_BYTES);
    refuses(
      () => packItemJson('x'.repeat(MAX_BATCH_ITEM_BYTES - 1), 'query'),
      `query must be at most ${MAX_BATCH_ITEM_BYTES} bytes`,
    );
    // Three bytes each: a third of the signs is the bound.
    const third = Math.floor((MAX_BATCH_ITEM_BYTES - 2) / 3);
    expect(packItemJson('語'.repeat(third), 'params')).toHaveLength(third + 2);
    refuses(() => packItemJson('語'.repeat(third + 1), 'params'), 'params must be at most');
  });

  it('leases and keys: their texts, times and answers', () => {
    bears(
      () => checkDuration(1, 'x'),
      () => checkDuration(MAX_DURATION_MS, 'x'),
      () => checkOwner('me', 1),
    );
    for (const ms of [0, 0.5, MAX_DURATION_MS + 1])
      refuses(() => checkDuration(ms, 'leaseMs'), `leaseMs must be an integer from 1 to ${MAX_DURATION_MS}.`);
    refuses(() => checkOwner('', 1), 'owner must be');
    refuses(() => checkOwner('me', 0), 'leaseMs must be');
    const use = {
      accountId: 'me',
      route: '/x',
      key: 'k',
      fingerprint: 'f',
      requestId: 'r',
      leaseMs: 1,
      retentionMs: 1,
    };
    const longest = 'x'.repeat(255);
    bears(
      () => checkKeyUse(use),
      () => checkKeyUse({ ...use, route: longest, key: longest, fingerprint: longest }),
    );
    for (const field of ['route', 'key', 'fingerprint']) {
      for (const text of ['', `${longest}x`, '\ud800'])
        refuses(() => checkKeyUse({ ...use, [field]: text }), `${field} must be 1 to 255 characters`);
    }
    for (const field of ['accountId', 'requestId'])
      refuses(() => checkKeyUse({ ...use, [field]: '' }), `${field} must be 1 to 64`);
    for (const field of ['leaseMs', 'retentionMs'])
      refuses(() => checkKeyUse({ ...use, [field]: 0 }), `${field} must be an integer`);
    bears(
      () => checkAnswer({ statusCode: 100 }),
      () => checkAnswer({ statusCode: 599, body: 'x'.repeat(MAX_IDEMPOTENT_BODY_BYTES) }),
    );
    for (const statusCode of [99, 600, 200.5])
      refuses(() => checkAnswer({ statusCode }), 'statusCode must be 100 to 599.');
    refuses(
      () => checkAnswer({ statusCode: 200, body: `ä${'x'.repeat(MAX_IDEMPOTENT_BODY_BYTES - 1)}` }),
      'body must be at most',
    );
  });

  it('a clock: so many periods ahead of where the account is, not of where it began', () => {
    const at = (index: number, from: number) =>
      periodIndexAt({ index: from, endMs: (from + 1) * DAY_MS }, 1, index * DAY_MS);
    expect(at(MAX_PERIODS_PER_ROLL + 7, 7)).toBe(MAX_PERIODS_PER_ROLL + 7);
    expect(() => at(MAX_PERIODS_PER_ROLL + 8, 7)).toThrow(`The clock is ${MAX_PERIODS_PER_ROLL + 1} periods ahead`);
  });
});
