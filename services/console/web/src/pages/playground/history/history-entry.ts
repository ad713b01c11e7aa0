import { isRecord } from '../../../forms/json-schema.js';
import { maskParams } from './mask-params.js';

/** A call as this browser remembers it: never with the values of secrets. */
export interface HistoryEntry {
  /** Operation. */
  readonly operation: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** Epoch milliseconds. */
  readonly atMs: number;
  /** Of the request log; missing if the call was refused before it had one. */
  readonly requestId?: string;
  /** Error code; missing for a success. */
  readonly error?: string;
  readonly creditsCharged?: number;
  readonly durationMs?: number;
}

export const HISTORY_MAX = 50;
/** Entries with longer parameters are not remembered. */
const PARAMS_MAX_CHARS = 20_000;

const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= 200;

const numberOr = (value: unknown): number | undefined => (Number.isFinite(value) ? Number(value) : undefined);

const readEntry = (value: unknown): HistoryEntry | undefined => {
  if (!isRecord(value)) return undefined;
  const { operation, params, atMs, requestId, error, creditsCharged, durationMs } = value;
  if (!isText(operation) || !isRecord(params) || numberOr(atMs) === undefined) return undefined;
  return {
    ...{ operation, params, atMs: Number(atMs) },
    ...(isText(requestId) ? { requestId } : {}),
    ...(isText(error) ? { error } : {}),
    ...(numberOr(creditsCharged) === undefined ? {} : { creditsCharged: Number(creditsCharged) }),
    ...(numberOr(durationMs) === undefined ? {} : { durationMs: Number(durationMs) }),
  };
};

/** Reads what a browser has stored; whatever is not an entry is passed over. */
export const readHistory = (stored: string | null): readonly HistoryEntry[] => {
  if (stored === null) return [];
  try {
    const entries: unknown = JSON.parse(stored);
    return Array.isArray(entries) ? entries.flatMap((entry) => readEntry(entry) ?? []).slice(0, HISTORY_MAX) : [];
  } catch {
    return [];
  }
};

const callOf = ({ operation, params }: HistoryEntry): string => JSON.stringify([operation, params]);

/** The history with one more call, newest first; an equal call moves to the front. */
export const withEntry = (history: readonly HistoryEntry[], added: HistoryEntry): readonly HistoryEntry[] => {
  const entry = { ...added, params: maskParams(added.params) };
  const call = callOf(entry);
  if (call.length > PARAMS_MAX_CHARS) return history;
  return [entry, ...history.filter((other) => callOf(other) !== call)].slice(0, HISTORY_MAX);
};

/** What a call was about, in one line: its page, its search text, or its first values. */
export const describeParams = (params: Readonly<Record<string, unknown>>): string => {
  for (const name of ['url', 'q', 'keyword', 'itemId', 'placeId']) if (isText(params[name])) return params[name];
  const values = Object.values(params).filter((value) => ['string', 'number'].includes(typeof value));
  return values.slice(0, 3).map(String).join(', ').slice(0, 200);
};
