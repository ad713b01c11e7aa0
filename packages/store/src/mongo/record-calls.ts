import type { NewRecord, PackedRecord, RecordEngine } from '../engine-port.js';
import { present } from '../present.js';
import { olderThan } from './documents.js';
import type { RecordDocument } from './documents.js';
import type { MongoEngine } from './mongo-engine.js';
import { isDuplicateKey } from './mongo-error.js';

/** No kind has a colon. */
const keyOf = (kind: string, id: string): string => `${kind}:${id}`;

const isLive = (nowMs: number) => ({ $or: [{ expiresAtMs: { $exists: false } }, { expiresAtMs: { $gt: nowMs } }] });

const toDocument = ({ kind, id, owner, data, version, expiresAtMs }: NewRecord, nowMs: number): RecordDocument =>
  present({ _id: keyOf(kind, id), kind, owner, data, version, createdAtMs: nowMs, expiresAtMs });

const toRecord = ({ _id, kind, owner, data, version, createdAtMs, expiresAtMs }: RecordDocument): PackedRecord =>
  present({ kind, id: _id.slice(kind.length + 1), owner, data, version, createdAtMs, expiresAtMs });

/** Records: one document each, every step one conditional change of it. */
export const createRecordCalls = ({ models: { records }, run }: MongoEngine): RecordEngine => ({
  insertRecord: async (input, nowMs) => {
    const document = toDocument(input, nowMs);
    // Takes the place of an expired one. For a live one it finds none and inserts: the id is a duplicate.
    const free = { _id: document._id, expiresAtMs: { $lte: nowMs } };
    try {
      await run('records.insert', () => records.replaceOne(free, document, { upsert: true }).exec());
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  },
  getRecord: async (kind, id, nowMs) => {
    const found = await run('records.find', () =>
      records
        .findOne({ _id: keyOf(kind, id), ...isLive(nowMs) })
        .lean<RecordDocument>()
        .exec(),
    );
    return found && toRecord(found);
  },
  replaceRecord: async ({ kind, id, version }, { data, expiresAtMs }, nowMs) => {
    const current = { _id: keyOf(kind, id), version, ...isLive(nowMs) };
    const next = { data, version: version + 1 };
    const step =
      expiresAtMs === null ? { $set: next, $unset: { expiresAtMs: 1 as const } } : { $set: { ...next, expiresAtMs } };
    const replaced = await run('records.replace', () =>
      records.findOneAndUpdate(current, step, { returnDocument: 'after' }).lean<RecordDocument>().exec(),
    );
    return replaced && toRecord(replaced);
  },
  removeRecord: async (kind, id, nowMs) => {
    const live = { _id: keyOf(kind, id), ...isLive(nowMs) };
    return (await run('records.remove', () => records.deleteOne(live).exec())).deletedCount === 1;
  },
  listRecords: async (kind, owner, { beforeId = '', ...page }, nowMs) => {
    const older = olderThan({ ...page, beforeId: keyOf(kind, beforeId) });
    const found = await run('records.page', () =>
      records
        .find({ kind, owner, $and: [isLive(nowMs), older] })
        .sort({ createdAtMs: -1, _id: -1 })
        .limit(page.limit)
        .lean<RecordDocument[]>()
        .exec(),
    );
    return found.map(toRecord);
  },
  removeRecords: async (kind, owner, nowMs) => {
    const live = { kind, owner, ...isLive(nowMs) };
    return (await run('records.removeAll', () => records.deleteMany(live).exec())).deletedCount;
  },
  // One by one: the sweeper's user may delete records without reading them.
  purgeRecords: async (limit, nowMs) => {
    const expired = { expiresAtMs: { $lte: nowMs } };
    for (let removed = 0; removed < limit; removed += 1) {
      const { deletedCount } = await run('records.purge', () => records.deleteOne(expired).exec());
      if (deletedCount === 0) return removed;
    }
    return limit;
  },
});
