import type { CDPSession } from 'puppeteer-core';
import { isDeeperThan } from '@quarry/html';
import { LATE, within } from '../../wait.js';

/** Most bytes of what the scripts of one scenario return, as JSON, and its deepest nesting. */
export const SCRIPT_RESULTS_MAX_BYTES = 1_048_576;
export const SCRIPT_RESULT_MAX_DEPTH = 100;
/** Longest wait until the page has written a value. */
export const READ_VALUE_MS = 3_000;

/** A value that a script returned, as the browser describes it. */
export interface RemoteValue {
  readonly type: string;
  readonly value?: unknown;
  readonly unserializableValue?: string;
  readonly objectId?: string;
}

/** What a script returned, as JSON; `unreadable`: JSON has no such value, or the page does not write it. */
export type ScriptValue =
  | { readonly how: 'value'; readonly value: unknown; readonly bytes: number }
  | { readonly how: 'too_large' | 'unreadable' };

const UNREADABLE: ScriptValue = { how: 'unreadable' };

/** Kinds of values that JSON writes as nothing. */
const WITHOUT_JSON: ReadonlySet<string> = new Set(['undefined', 'function', 'symbol']);

/** Runs in the page, which may have changed its own functions: whatever comes of it is checked again. */
const WRITE_SCRIPT = `function (maxChars) {
  const json = JSON.stringify(this);
  return json === undefined ? 'null' : json.length > maxChars ? maxChars : json;
}`;

const readJson = (json: string): ScriptValue => {
  const bytes = Buffer.byteLength(json, 'utf8');
  if (bytes > SCRIPT_RESULTS_MAX_BYTES) return { how: 'too_large' };
  try {
    const value = JSON.parse(json) as unknown;
    return isDeeperThan(value, SCRIPT_RESULT_MAX_DEPTH) ? { how: 'too_large' } : { how: 'value', value, bytes };
  } catch {
    return UNREADABLE;
  }
};

const readObject = async (session: CDPSession, objectId: string): Promise<ScriptValue> => {
  const { result, exceptionDetails } = await session.send('Runtime.callFunctionOn', {
    objectId,
    functionDeclaration: WRITE_SCRIPT,
    arguments: [{ value: SCRIPT_RESULTS_MAX_BYTES }],
    returnByValue: true,
  });
  const written: unknown = exceptionDetails ? undefined : result.value;
  if (typeof written === 'number') return { how: 'too_large' };
  return typeof written === 'string' ? readJson(written) : UNREADABLE;
};

/** Reads what a script returned as `JSON.stringify` writes it. Never rejects. */
export const readValue = async (session: CDPSession, remote: RemoteValue): Promise<ScriptValue> => {
  const { type, value, unserializableValue, objectId } = remote;
  if (WITHOUT_JSON.has(type)) return readJson('null');
  if (type === 'bigint') return UNREADABLE;
  // NaN, the infinities and -0.
  if (unserializableValue !== undefined) return readJson(JSON.stringify(Number(unserializableValue)));
  if (typeof value === 'string' && value.length > SCRIPT_RESULTS_MAX_BYTES) return { how: 'too_large' };
  if (objectId === undefined) return readJson(JSON.stringify(value ?? null));
  const read = await within(readObject(session, objectId), READ_VALUE_MS).catch((): ScriptValue => UNREADABLE);
  return read === LATE ? UNREADABLE : read;
};
