import type { Database } from 'better-sqlite3';
import { dueEvents } from '../../batches/batch-events.js';
import { affordable } from '../../crawls/crawl-rules.js';
import type { SyncCalls } from '../../engine-port.js';
import type { GrowthObstacle } from '../../port.js';
import { StoreError } from '../../store-error.js';
import { createBatchBook } from '../batches/batch-book.js';
import { createEventBook } from '../batches/batch-event-book.js';
import { itemCountOf, itemKey, toJob, toNames } from '../batches/batch-records.js';
import type { JobRecord } from '../batches/batch-records.js';
import { createItemInsert } from '../batches/item-insert.js';
import type { PeriodBook } from '../period-book.js';
import { createAbsorb } from './crawl-frontier-calls.js';

type GrowInput = Parameters<SyncCalls['growCrawl']>[2];

interface Room {
  readonly count: number;
  readonly obstacle?: GrowthObstacle;
}

/** How many of these items may be added, and why no more. */
const createRoom =
  (book: PeriodBook) =>
  (job: JobRecord, { items, maxCredits, creditsPerDay }: GrowInput, nowMs: number): Room => {
    const each = job.item_credits ?? 0;
    if (job.stop_requested_at_ms !== null) return { count: 0, obstacle: 'stopped' };
    const account = book.currentAccount(job.account_id, nowMs);
    if (account?.period_index !== job.period_index) return { count: 0, obstacle: 'creditPeriod' };
    const available = book.period(job.account_id, job.period_index)?.available ?? 0;
    const bounds: [GrowthObstacle, number][] = [['credits', affordable(available, each)]];
    if (maxCredits !== null) {
      bounds.push(['maxCredits', affordable(maxCredits - job.held_credits - job.charged_credits, each)]);
    }
    if (creditsPerDay !== null && job.key_id !== null && job.key_day_ms !== null) {
      const used = book.keyDays.used({ keyId: job.key_id, dayMs: job.key_day_ms });
      bounds.push(['keyCreditsPerDay', affordable(creditsPerDay - used, each)]);
    }
    const [obstacle, most] = bounds.reduce((least, bound) => (bound[1] < least[1] ? bound : least));
    return most < items.length ? { count: most, obstacle } : { count: items.length };
  };

const createGrow = (db: Database, book: PeriodBook): SyncCalls['growCrawl'] => {
  const { findLed } = createBatchBook(db, book);
  const roomOf = createRoom(book);
  const insertItem = createItemInsert(db);
  const move = db.prepare<Record<'jobKey' | 'added' | 'credits', number>, JobRecord>(
    `UPDATE batch_jobs SET requests_count = requests_count + @added, added_count = added_count + @added,
       added_credits = added_credits + @credits, held_credits = held_credits + @credits
     WHERE job_key = @jobKey RETURNING *`,
  );

  const hold = (job: JobRecord, credits: number, nowMs: number): void => {
    const { id: requestId, account_id: accountId, period_index: periodIndex } = job;
    if (!book.takeHold(accountId, periodIndex, credits)) throw new Error(`Job ${requestId} lost its credits.`);
    if (job.key_id !== null && job.key_day_ms !== null) {
      book.keyDays.add({ keyId: job.key_id, dayMs: job.key_day_ms }, credits);
    }
    const id = `hold:${requestId}:${itemCountOf(job)}`;
    book.append({ id, accountId, periodIndex, kind: 'hold', credits, requestId, atMs: nowMs });
  };

  return (jobId, owner, input, nowMs) => {
    const job = findLed(jobId, owner, nowMs);
    if (!job || job.crawl === null) return null;
    const { count, obstacle } = roomOf(job, input, nowMs);
    const items = input.items.slice(0, count);
    const told = obstacle === undefined ? {} : { obstacle };
    if (items.length === 0) return { job: toJob(job), added: 0, ...told };
    const first = itemCountOf(job);
    const credits = items.length * (job.item_credits ?? 0);
    if (credits > 0) hold(job, credits, nowMs);
    for (const [place, item] of items.entries()) {
      if (item.index !== first + place || item.holdCredits !== job.item_credits) {
        throw new StoreError(
          'invalid_input',
          `Item ${item.index} is not the next one of crawl ${jobId}, or its hold differs.`,
        );
      }
      insertItem(job.job_key, item);
    }
    const moved = move.get({ jobKey: job.job_key, added: items.length, credits });
    if (!moved) throw new Error(`Job ${jobId} went while it grew.`);
    return { job: toJob(moved), added: items.length, ...told };
  };
};

const createClose = (db: Database, book: PeriodBook): SyncCalls['closeCrawl'] => {
  const { findLed } = createBatchBook(db, book);
  const events = createEventBook(db);
  const unread = db.prepare<[number, number]>('SELECT 1 FROM crawl_found WHERE item_key >= ? AND item_key < ? LIMIT 1');
  const close = db.prepare<[string, number, string, number], JobRecord>(
    `UPDATE batch_jobs SET state = ?, requests_count = requests_count - 1, finished_at_ms = ?, limits_hit = ?,
       leader = NULL WHERE job_key = ? RETURNING *`,
  );
  const forget = db.prepare<[number, number]>('DELETE FROM crawl_found WHERE item_key >= ? AND item_key < ?');

  return (jobId, owner, limitsHit, nowMs) => {
    const job = findLed(jobId, owner, nowMs);
    if (!job || job.crawl === null) return null;
    const range = [itemKey(job.job_key, 0), itemKey(job.job_key + 1, 0)] as const;
    const isStopped = job.stop_requested_at_ms !== null;
    const isUnread = !isStopped && unread.get(...range) !== undefined;
    if (job.visible_count < itemCountOf(job) || isUnread) return toJob(job);
    const names = JSON.stringify([...new Set([...toNames(job.limits_hit), ...limitsHit])]);
    const closed = close.get(isStopped ? 'stopped' : 'done', nowMs, names, job.job_key);
    if (!closed) throw new Error(`Job ${jobId} went while it was closed.`);
    forget.run(...range);
    const after = toJob(closed);
    events.write(closed, dueEvents(toJob(job), after), nowMs);
    return after;
  };
};

const createClaim = (db: Database): SyncCalls['claimContent'] => {
  const item = db.prepare<[string], { key: number; jobKey: number }>(
    'SELECT item_key AS key, job_key AS jobKey FROM batch_items WHERE id = ?',
  );
  const holder = db.prepare<[number, string], { id: string; state: string }>(
    `SELECT i.id, i.state FROM crawl_contents c CROSS JOIN batch_items i ON i.item_key = c.item_key
     WHERE c.job_key = ? AND c.content_key = ?`,
  );
  const claim = db.prepare<[number, string, number]>(
    `INSERT INTO crawl_contents (job_key, content_key, item_key) VALUES (?, ?, ?)
     ON CONFLICT (job_key, content_key) DO UPDATE SET item_key = excluded.item_key`,
  );
  return (itemId, contentKey) => {
    const own = item.get(itemId);
    if (!own) return null;
    const found = holder.get(own.jobKey, contentKey);
    if (found && (found.state === 'open' || found.state === 'ok')) return found.id;
    claim.run(own.jobKey, contentKey, own.key);
    return itemId;
  };
};

/** Deletes what a purged crawl had; `deleteFrontierTo` with its items, so that no step is long. */
export const createCrawlPurge = (db: Database) => {
  const addresses = db.prepare<[number, number]>('DELETE FROM crawl_addresses WHERE job_key = ? AND place <= ?');
  const rest = db.prepare<[number]>('DELETE FROM crawl_addresses WHERE job_key = ?');
  const contents = db.prepare<[number]>('DELETE FROM crawl_contents WHERE job_key = ?');
  return {
    deleteFrontierTo: (jobKey: number, place: number): void => void addresses.run(jobKey, place),
    deleteRest: (jobKey: number): void => {
      rest.run(jobKey);
      contents.run(jobKey);
    },
  };
};

/** What the leader of a crawl does with its frontier, and the claims of its workers. */
export const createCrawlWrites = (db: Database, book: PeriodBook) =>
  ({
    absorbPages: createAbsorb(db, createBatchBook(db, book)),
    growCrawl: createGrow(db, book),
    closeCrawl: createClose(db, book),
    claimContent: createClaim(db),
  }) satisfies Partial<SyncCalls>;
