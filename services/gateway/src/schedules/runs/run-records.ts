import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { KEPT_RUNS } from '@quarry/contracts';
import type { RecordStore } from '@quarry/store';
import { MAX_SNAPSHOT_BYTES, RUN_LIFE_MS, SNAPSHOT_PART_CHARS } from '../bounds.js';
import type { StoredPages } from '../changes/pages/page-index.js';
import type { Tracked } from '../changes/tracked.js';
import { RUN_KIND, runIdOf, SNAPSHOT_KIND, type RunData, type SnapshotPlace } from './schedule-data.js';

const [pack, unpack] = [promisify(gzip), promisify(gunzip)];

/** What the next run is compared with: of a call its content, of a job its pages. */
export type Snapshot = Tracked | StoredPages;

/** The runs of schedules and the content that the next run is compared with. Every call may be repeated. */
export const createRunRecords = (records: RecordStore, clock: () => number) => {
  const expiresAtMs = (): number => clock() + RUN_LIFE_MS;
  const partIds = (scheduleId: string, { dueMs, parts }: SnapshotPlace): readonly string[] =>
    Array.from({ length: parts }, (_, index) => `${runIdOf(scheduleId, dueMs)}.${index}`);

  const put = async (kind: string, id: string, owner: string, data: unknown): Promise<void> => {
    const content = { data, expiresAtMs: expiresAtMs() };
    if (await records.insert({ kind, id, owner, ...content })) return;
    const known = await records.get(kind, id);
    // If another replica was faster it wrote the same.
    if (known !== null) await records.replace(kind, id, known.version, content);
  };

  return {
    putRun: (scheduleId: string, run: RunData): Promise<void> =>
      put(RUN_KIND, runIdOf(scheduleId, run.dueMs), scheduleId, run),
    getRun: async (scheduleId: string, dueMs: number): Promise<RunData | undefined> => {
      const record = await records.get(RUN_KIND, runIdOf(scheduleId, dueMs));
      // safe because only `putRun` writes them
      return record === null ? undefined : (record.data as RunData);
    },
    /** Newest first. */
    listRuns: async (scheduleId: string): Promise<readonly RunData[]> => {
      const found = await records.list(RUN_KIND, scheduleId, { limit: KEPT_RUNS });
      // safe because only `putRun` writes them
      return found.map(({ data }) => data as RunData).sort((a, b) => b.dueMs - a.dueMs);
    },
    /** Deletes the oldest runs beyond `KEPT_RUNS`. Returns those that are kept. */
    prune: async (scheduleId: string, runs: readonly number[]): Promise<readonly number[]> => {
      for (const dueMs of runs.slice(0, -KEPT_RUNS)) await records.remove(RUN_KIND, runIdOf(scheduleId, dueMs));
      return runs.slice(-KEPT_RUNS);
    },
    writeSnapshot: async (scheduleId: string, dueMs: number, content: Snapshot): Promise<SnapshotPlace> => {
      const text = (await pack(JSON.stringify(content))).toString('base64');
      const place = { dueMs, parts: Math.ceil(text.length / SNAPSHOT_PART_CHARS) };
      for (const [index, id] of partIds(scheduleId, place).entries()) {
        const from = index * SNAPSHOT_PART_CHARS;
        await put(SNAPSHOT_KIND, id, scheduleId, text.slice(from, from + SNAPSHOT_PART_CHARS));
      }
      return place;
    },
    /** Undefined if it has expired. */
    readSnapshot: async (scheduleId: string, place: SnapshotPlace): Promise<Snapshot | undefined> => {
      const parts: string[] = [];
      for (const id of partIds(scheduleId, place)) {
        const record = await records.get(SNAPSHOT_KIND, id);
        if (record === null) return undefined;
        parts.push(String(record.data));
      }
      const text = await unpack(Buffer.from(parts.join(''), 'base64'), { maxOutputLength: MAX_SNAPSHOT_BYTES });
      // safe because only `writeSnapshot` writes them
      return JSON.parse(text.toString('utf8')) as Snapshot;
    },
    removeSnapshot: async (scheduleId: string, place: SnapshotPlace): Promise<void> => {
      for (const id of partIds(scheduleId, place)) await records.remove(SNAPSHOT_KIND, id);
    },
    removeAll: async (scheduleId: string): Promise<void> => {
      await records.removeAll(RUN_KIND, scheduleId);
      await records.removeAll(SNAPSHOT_KIND, scheduleId);
    },
  };
};

export type RunRecords = ReturnType<typeof createRunRecords>;
