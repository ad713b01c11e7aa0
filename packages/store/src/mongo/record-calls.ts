import type { NewRecord, PackedContent, PackedRecord, RecordEngine } from '../engine-port.js';
import { present } from '../present.js';
import { COOKIE_JAR_KIND, isJobKind, SCHEDULE_KINDS } from '../records/record-rules.js';
import { olderThan } from './documents.js';
import type { RecordDocument } from './documents.js';
import type { MongoEngine } from './mongo-engine.js';
import { isDuplicateKey } from './mongo-error.js';

/** No kind has a colon. */
const keyOf = (kind: string, id: string): string => `${kind}:${id}`;

const isLive = (nowMs: number) => ({ $or: [{ expiresAtMs: { $exists: false } }, { expiresAtMs: { $gt: nowMs } }] });

const toDocument = ({ kind, id, ...rest }: NewRecord, nowMs: number): RecordDocument =>
  present({ _id: keyOf(kind, id), kind, ...rest, createdAtMs: nowMs });

const toRecord = ({ _id, kind, ...rest }: RecordDocument): PackedRecord =>
  present({ kind, id: _id.slice(kind.length + 1), ...rest });

/** What is absent of the content is taken out of the document. */
const stepTo = ({ data, ...times }: PackedContent, version: number) => {
  const absent = Object.entries(times).filter(([, ms]) => ms === null);
  const $unset = Object.fromEntries(absent.map(([name]) => [name, 1 as const]));
  return { $set: present({ data, ...times, version }), ...(absent.length === 0 ? {} : { $unset }) };
};

/** Records: one document each, every step one conditional change of it. */
export const createRecordCalls = ({ models, run }: MongoEngine): RecordEngine => {
  const { records, jobRecords, schedules, cookieJars } = models;
  /** In collections of their own: who runs schedules or jobs sees theirs, and no sessions or passwords. */
  const of = (kind: string) => {
    if (isJobKind(kind)) return jobRecords;
    if (kind === COOKIE_JAR_KIND) return cookieJars;
    return kind.startsWith(SCHEDULE_KINDS) ? schedules : records;
  };
  return {
    insertRecord: async (input, nowMs) => {
      const document = toDocument(input, nowMs);
      // Takes the place of an expired one. For a live one it finds none and inserts: the id is a duplicate.
      const free = { _id: document._id, expiresAtMs: { $lte: nowMs } };
      try {
        await run('records.insert', () => of(input.kind).replaceOne(free, document, { upsert: true }).exec());
        return true;
      } catch (error) {
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },
    getRecord: async (kind, id, nowMs) => {
      const found = await run('records.find', () =>
        of(kind)
          .findOne({ _id: keyOf(kind, id), ...isLive(nowMs) })
          .lean<RecordDocument>()
          .exec(),
      );
      return found && toRecord(found);
    },
    replaceRecord: async ({ kind, id, version }, content, nowMs) => {
      const current = { _id: keyOf(kind, id), version, ...isLive(nowMs) };
      const step = stepTo(content, version + 1);
      const replaced = await run('records.replace', () =>
        of(kind).findOneAndUpdate(current, step, { returnDocument: 'after' }).lean<RecordDocument>().exec(),
      );
      return replaced && toRecord(replaced);
    },
    removeRecord: async (kind, id, nowMs) => {
      const live = { _id: keyOf(kind, id), ...isLive(nowMs) };
      return (await run('records.remove', () => of(kind).deleteOne(live).exec())).deletedCount === 1;
    },
    listRecords: async (kind, owner, { beforeId = '', ...page }, nowMs) => {
      const older = olderThan({ ...page, beforeId: keyOf(kind, beforeId) });
      const found = await run('records.page', () =>
        of(kind)
          .find({ kind, owner, $and: [isLive(nowMs), older] })
          .sort({ createdAtMs: -1, _id: -1 })
          .limit(page.limit)
          .lean<RecordDocument[]>()
          .exec(),
      );
      return found.map(toRecord);
    },
    listDueRecords: async (kind, limit, nowMs) => {
      const found = await run('records.due', () =>
        of(kind)
          .find({ kind, dueAtMs: { $lte: nowMs }, ...isLive(nowMs) })
          .sort({ dueAtMs: 1, _id: 1 })
          .limit(limit)
          .lean<RecordDocument[]>()
          .exec(),
      );
      return found.map(toRecord);
    },
    removeRecords: async (kind, owner, nowMs) => {
      const live = { kind, owner, ...isLive(nowMs) };
      return (await run('records.removeAll', () => of(kind).deleteMany(live).exec())).deletedCount;
    },
    // One by one: the sweeper's user may delete records without reading them.
    purgeRecords: async (limit, nowMs) => {
      const expired = { expiresAtMs: { $lte: nowMs } };
      let removed = 0;
      for (const collection of [records, jobRecords, schedules, cookieJars]) {
        for (; removed < limit; removed += 1) {
          const { deletedCount } = await run('records.purge', () => collection.deleteOne(expired).exec());
          if (deletedCount === 0) break;
        }
      }
      return removed;
    },
  };
};
