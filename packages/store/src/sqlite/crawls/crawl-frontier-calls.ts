import type { Database } from 'better-sqlite3';
import { firstWithin } from '../../crawls/crawl-rules.js';
import type { SyncCalls } from '../../engine-port.js';
import type { CrawlAddress, FrontierLimit, NewCrawlAddress } from '../../port.js';
import type { BatchBook } from '../batches/batch-book.js';
import { itemKey, toJob, toNames } from '../batches/batch-records.js';
import type { JobRecord } from '../batches/batch-records.js';

const JOB_KEY = 'SELECT job_key AS key FROM batch_jobs WHERE id = ?';

export const createFrontierReads = (db: Database) => {
  const jobKey = db.prepare<[string], { key: number }>(JOB_KEY);
  const found = db.prepare<[number, number, number], { itemId: string; depth: number; urls: string }>(
    `SELECT i.id AS itemId, f.depth, f.urls FROM crawl_found f CROSS JOIN batch_items i ON i.item_key = f.item_key
     WHERE f.item_key >= ? AND f.item_key < ? ORDER BY f.item_key LIMIT ?`,
  );
  const page = db.prepare<[number, number, number], CrawlAddress>(
    'SELECT url, depth FROM crawl_addresses WHERE job_key = ? AND place >= ? ORDER BY place LIMIT ?',
  );

  return {
    listFoundPages: (jobId, limit, maxBytes) => {
      const job = jobKey.get(jobId);
      if (!job) return { pages: [], hasMore: false };
      const all = found.iterate(itemKey(job.key, 0), itemKey(job.key + 1, 0), limit);
      const { rows, isCut } = firstWithin(all, ({ urls }) => Buffer.byteLength(urls), maxBytes);
      // safe because only lists of addresses are written
      const pages = rows.map(({ urls, ...row }) => ({ ...row, urls: JSON.parse(urls) as string[] }));
      return { pages, hasMore: isCut || rows.length === limit };
    },
    listAddresses: (jobId, fromPlace, limit) => {
      const job = jobKey.get(jobId);
      return job ? page.all(job.key, fromPlace, limit) : [];
    },
  } satisfies Partial<SyncCalls>;
};

/** The links of an item's page, in the transaction of its end. */
export const createFoundWrite = (db: Database) => {
  const insert = db.prepare<[number, number, string, number]>(
    `INSERT INTO crawl_found (item_key, depth, urls)
     SELECT ?, ?, ? FROM batch_jobs WHERE job_key = ? AND crawl IS NOT NULL`,
  );
  return (key: { item: number; job: number }, { depth, urls }: { depth: number; urls: readonly string[] }): void => {
    if (urls.length > 0) insert.run(key.item, depth, JSON.stringify(urls), key.job);
  };
};

export const createAbsorb = (db: Database, { findLed }: BatchBook): SyncCalls['absorbPages'] => {
  const isKnown = db.prepare<[number, string]>('SELECT 1 FROM crawl_addresses WHERE job_key = ? AND address_key = ?');
  const variants = db.prepare<[number, string], { count: number }>(
    'SELECT count(*) AS count FROM crawl_addresses WHERE job_key = ? AND shape = ?',
  );
  const insert = db.prepare<[number, number, string, string | null, string, number]>(
    'INSERT INTO crawl_addresses (job_key, place, address_key, shape, url, depth) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const move = db.prepare<[number, string, number], JobRecord>(
    'UPDATE batch_jobs SET known_count = ?, limits_hit = ? WHERE job_key = ? RETURNING *',
  );
  const forget = db.prepare<[string, number]>(
    `DELETE FROM crawl_found WHERE item_key = (SELECT item_key FROM batch_items WHERE id = ? AND job_key = ?)`,
  );

  /** Variants of shapes, each counted once in a step: links of one page have few shapes. */
  const createVariants = (key: number) => {
    const counts = new Map<string, number>();
    const countOf = (shape: string): number => {
      const count = counts.get(shape) ?? variants.get(key, shape)?.count ?? 0;
      counts.set(shape, count);
      return count;
    };
    return {
      isFull: (shape: string, most: number): boolean => countOf(shape) >= most,
      add: (shape: string): void => void counts.set(shape, countOf(shape) + 1),
    };
  };

  /** The bound that leaves it out; undefined where it may be added. */
  const bound = (
    { shape }: NewCrawlAddress,
    known: number,
    { maxKnown, maxVariants }: Parameters<SyncCalls['absorbPages']>[2],
    counted: ReturnType<typeof createVariants>,
  ): FrontierLimit | undefined => {
    if (known >= maxKnown) return 'limit';
    return shape !== undefined && counted.isFull(shape, maxVariants) ? 'maxVariants' : undefined;
  };

  return (jobId, owner, input, nowMs) => {
    const job = findLed(jobId, owner, nowMs);
    if (!job || job.crawl === null) return null;
    const key = job.job_key;
    const limits = new Set(toNames(job.limits_hit));
    const counted = createVariants(key);
    let known = job.known_count;
    for (const address of input.addresses) {
      if (isKnown.get(key, address.key) !== undefined) continue;
      const limit = bound(address, known, input, counted);
      if (limit === undefined) {
        insert.run(key, known, address.key, address.shape ?? null, address.url, address.depth);
        if (address.shape !== undefined) counted.add(address.shape);
        known += 1;
      } else limits.add(limit);
    }
    for (const itemId of input.itemIds) forget.run(itemId, key);
    const moved = move.get(known, JSON.stringify([...limits]), key);
    return moved ? toJob(moved) : null;
  };
};
