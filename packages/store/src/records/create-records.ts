import { randomInt } from 'node:crypto';
import type { PackedRecord, RecordEngine } from '../engine-port.js';
import { boundLimit } from '../input-rules.js';
import type { Clock, RecordStore, StoredRecord } from '../port.js';
import { canBeRecordId, checkKind, checkNewRecord, MAX_FIRST_VERSION, packContent } from './record-rules.js';

const unpack = (record: PackedRecord): StoredRecord => ({ ...record, data: JSON.parse(record.data) as unknown });

export const createRecords = (engine: RecordEngine, clock: Clock): RecordStore => ({
  insert: async (record) => {
    checkNewRecord(record);
    const { kind, id, owner } = record;
    const version = randomInt(1, MAX_FIRST_VERSION);
    return engine.insertRecord({ kind, id, owner, version, ...packContent(record) }, clock());
  },
  get: async (kind, id) => {
    checkKind(kind);
    const record = canBeRecordId(id) ? await engine.getRecord(kind, id, clock()) : null;
    return record && unpack(record);
  },
  replace: async (kind, id, version, next) => {
    checkKind(kind);
    const content = packContent(next);
    const record = canBeRecordId(id) ? await engine.replaceRecord({ kind, id, version }, content, clock()) : null;
    return record && unpack(record);
  },
  remove: async (kind, id) => {
    checkKind(kind);
    return canBeRecordId(id) && engine.removeRecord(kind, id, clock());
  },
  list: async (kind, owner, page) => {
    checkKind(kind);
    const bounded = { ...page, limit: boundLimit(page.limit) };
    const records = canBeRecordId(owner) ? await engine.listRecords(kind, owner, bounded, clock()) : [];
    return records.map(unpack);
  },
  due: async (kind, limit) => {
    checkKind(kind);
    return (await engine.listDueRecords(kind, boundLimit(limit), clock())).map(unpack);
  },
  removeAll: async (kind, owner) => {
    checkKind(kind);
    return canBeRecordId(owner) ? engine.removeRecords(kind, owner, clock()) : 0;
  },
  purge: async (limit) => engine.purgeRecords(boundLimit(limit), clock()),
});
