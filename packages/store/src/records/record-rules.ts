import type { PackedContent } from '../engine-port.js';
import { check } from '../input-rules.js';
import type { NewStoredRecord, RecordContent } from '../port.js';

/** Largest content of a record, bytes of JSON in UTF-8. */
export const MAX_RECORD_BYTES = 65_536;
/** Longest id and longest owner, characters. */
export const MAX_RECORD_ID_CHARS = 400;
/** First versions are random below this, so that no version of a removed record fits the one that is inserted after it. */
export const MAX_FIRST_VERSION = 2 ** 47;

/**
 * Kinds that begin so are about schedules. MongoDB keeps them in a collection of their own, so that the service that runs
 * schedules can read them without reading users and sessions.
 */
export const SCHEDULE_KINDS = 'schedule';

/**
 * Cookies of callers' sessions, encrypted. MongoDB keeps them in a collection of their own, so that workers can use them without
 * reading people's sessions; no backup has them.
 */
export const COOKIE_JAR_KIND = 'cookie-jar';

const KIND = /^[a-z][a-z0-9-]{0,31}$/;

/** Of jobs: credentials of callers may be among them, so that no backup has them. */
export const JOB_KIND_START = 'job-';
export const isJobKind = (kind: string): boolean => kind.startsWith(JOB_KIND_START);

export const checkKind = (kind: string): void =>
  check(KIND.test(kind), 'kind must be 1 to 32 lower-case letters, digits or -, starting with a letter.');

/**
 * Whether a record can have this id, or owner. Half a surrogate pair has no UTF-8 form: engines would store two such ids as the
 * same one.
 */
export const canBeRecordId = (id: string): boolean =>
  id.length >= 1 && id.length <= MAX_RECORD_ID_CHARS && id.isWellFormed();

const checkRecordId = (id: string, field: string): void =>
  check(canBeRecordId(id), `${field} must be 1 to ${MAX_RECORD_ID_CHARS} characters of well-formed text.`);

export const checkNewRecord = ({ kind, id, owner }: NewStoredRecord): void => {
  checkKind(kind);
  checkRecordId(id, 'id');
  checkRecordId(owner, 'owner');
};

/** The content as engines keep it: JSON text, and null where it does not expire or is never due. */
export const packContent = (content: RecordContent): PackedContent => {
  const expiresAtMs = content.expiresAtMs ?? null;
  const dueAtMs = content.dueAtMs ?? null;
  // Of a function or undefined there is no JSON, whatever its type says.
  const packed = JSON.stringify(content.data) as string | undefined;
  check(packed !== undefined, 'data must be JSON.');
  const text = packed ?? '';
  check(Buffer.byteLength(text) <= MAX_RECORD_BYTES, `data must be at most ${MAX_RECORD_BYTES} bytes of JSON.`);
  check(expiresAtMs === null || Number.isSafeInteger(expiresAtMs), 'expiresAtMs must be an integer.');
  check(dueAtMs === null || Number.isSafeInteger(dueAtMs), 'dueAtMs must be an integer.');
  return { data: text, expiresAtMs, dueAtMs };
};
