import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openStore, type Store } from '@quarry/store';
import {
  ApiClient,
  inParallel,
  startFleet,
  startTargetSite,
  startTestRedis,
  type Answer,
  type Fleet,
  type TargetSite,
  type TestRedis,
} from '@quarry/testkit';
import { faultsOf, readBooks, until } from './backup-scene.js';

const DISK_MIB = 48;
const ACCOUNT = 'demo';
const CALLS = 8;
/** Smaller than a page of the database, so that no room is left. */
const FILL_BYTES = 512;

/** A separate file system; undefined where none may be mounted. */
const mountDisk = (): string | undefined => {
  const folder = mkdtempSync(join(tmpdir(), 'quarry-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MIB}m,mode=0700`, 'tmpfs', folder], { stdio: 'ignore' });
    return folder;
  } catch {
    rmSync(folder, { recursive: true });
    return undefined;
  }
};

const disk = mountDisk();
const describeOnDisk = disk === undefined ? describe.skip : describe;
const suite = disk === undefined ? ' (not run: no file system may be mounted here)' : '';

/** Fills the file system; the returned function frees it. */
const fillDisk = (folder: string): (() => void) => {
  const path = join(folder, 'filler');
  const file = openSync(path, 'w');
  for (const size of [1_048_576, 65_536, FILL_BYTES]) {
    try {
      for (;;) writeSync(file, Buffer.alloc(size, 1));
    } catch {
      // As much as fits in pieces of this size.
    }
  }
  closeSync(file);
  return () => rmSync(path);
};

const isFull = (folder: string): boolean => statfsSync(folder).bavail === 0;

describeOnDisk(`a full disk${suite}`, () => {
  const folder = disk ?? '';
  const dataDir = join(folder, 'data');
  let site: TargetSite;
  let redis: TestRedis;
  let fleet: Fleet;
  let api: ApiClient;
  let store: Store;

  beforeAll(async () => {
    mkdirSync(dataDir);
    [site, redis] = await Promise.all([startTargetSite(), startTestRedis()]);
    // All calls run at once: one slot more is kept for another account.
    const env = { EGRESS_ALLOW: site.host, REDIS_URL: redis.url, SLOTS: String(CALLS + 1), BROWSER_CONTEXTS: '1' };
    fleet = await startFleet({ dataDir, env, services: ['gateway', 'browser-scrape'] });
    api = new ApiClient(fleet);
    store = await openStore({ dataDir });
  }, 150_000);

  afterAll(async () => {
    await store.close();
    await fleet.stop();
    await Promise.all([site.close(), redis.close()]);
    // Lazily unmounted: a failed call may have left a file open.
    execFileSync('umount', ['-l', folder]);
    rmSync(folder, { recursive: true });
  }, 60_000);

  const call = (path: string): Promise<Answer> => api.scrape({ url: `${site.url}${path}`, jsRendering: false });

  const seen = ({ status, headers, body }: Answer) => ({
    isError: status === 500 || status === 503,
    charged: headers.get('x-credits-charged') ?? '0',
    isTold: typeof body['error'] === 'string' && typeof body['message'] === 'string',
  });

  it('is told to callers, charges nothing, spoils nothing, and is over once there is room', async () => {
    expect((await inParallel(CALLS, CALLS, (index) => call(`/page/${index}`))).map(({ status }) => status)).toEqual(
      Array.from({ length: CALLS }, () => 200),
    );
    const paths = Array.from({ length: CALLS }, (_, index) => `/held/running/${index}`);
    const running = inParallel(CALLS, CALLS, (index) => call(paths[index] ?? ''));
    await Promise.all(paths.map((path) => site.reached(path, 1)));
    const release = fillDisk(folder);
    expect(isFull(folder)).toBe(true);
    const before = (await store.accounts.period(ACCOUNT))?.charged ?? 0;
    const refused = await inParallel(CALLS, CALLS, (index) => call(`/article/${64 + index}`));
    expect(refused.map(seen)).toEqual(refused.map(() => ({ isError: true, charged: '0', isTold: true })));
    site.release('running');
    // Running calls could not be stored either, or were stored once there was room.
    const late = await Promise.race([
      running,
      until('calls end by themselves', () => false, 500).catch(() => undefined),
    ]);
    release();
    const ended = late ?? (await running);
    const served = ended.filter(({ status }) => status === 200).length;
    expect(ended.filter(({ status }) => status !== 200).map(seen)).toEqual(
      Array.from({ length: CALLS - served }, () => ({ isError: true, charged: '0', isTold: true })),
    );
    await until('calls are served again', async () => (await call('/page/again')).status === 200, 30_000);
    await until('nothing is held', async () => (await store.accounts.period(ACCOUNT))?.held === 0, 30_000);
    const books = await readBooks(store, ACCOUNT);
    expect(await faultsOf(store, books)).toEqual([]);
    expect(books.period.charged).toBe(before + served + 1);
    const database = new DatabaseSync(join(dataDir, 'quarry.sqlite'), { readOnly: true });
    expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
    database.close();
  }, 90_000);
});
