import { isNativeError, isProxy } from 'node:util/types';
import { LOG_FIELDS, type LogFieldName, type LogKind } from './log-fields.js';
import { hostOnly, redactText } from './redact.js';

/** Most entries of one logged list. */
export const MAX_LOG_ENTRIES = 50;
/** Most errors of one chain of causes. */
export const MAX_LOG_CAUSES = 4;
/** Most names in `droppedFields`. */
export const MAX_DROPPED_NAMES = 10;
/** Longest name or code of an error. */
const MAX_WORD_CHARS = 80;
/** Names as in code; any other key may be data, and is not written. */
const PLAIN_NAME = /^[a-z][a-zA-Z]{0,31}$/;
const ODD_NAME = '[odd name]';

/** Undefined for anything but a non-empty string. */
const renderWord = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? redactText(value).slice(0, MAX_WORD_CHARS) : undefined;

const renderText = (value: unknown): string | undefined => (typeof value === 'string' ? redactText(value) : undefined);

/** An error from a thread may be an ordinary object with the prototype of an error. */
const isError = (value: unknown): value is Error => isNativeError(value) || (!isProxy(value) && value instanceof Error);

const renderError = (value: unknown, depth = 1): object => {
  if (typeof value === 'string') return { message: redactText(value) };
  if (!isError(value)) return { message: `[${value === null ? 'null' : typeof value}]` };
  const { cause } = value;
  const isFollowed = cause !== undefined && depth < MAX_LOG_CAUSES;
  return {
    name: renderWord(value.name),
    code: renderWord((value as { readonly code?: unknown }).code),
    message: renderText(value.message),
    stack: renderText(value.stack),
    cause: isFollowed ? renderError(cause, depth + 1) : undefined,
  };
};

const renderNumber = (value: unknown): unknown => (Number.isFinite(value) ? value : undefined);

/** Undefined if the value is not of the kind. */
const RENDERERS: Readonly<Record<LogKind, (value: unknown) => unknown>> = {
  text: renderText,
  list: (value) => (Array.isArray(value) ? value.slice(0, MAX_LOG_ENTRIES).map(renderText) : undefined),
  number: renderNumber,
  bytes: renderNumber,
  duration: renderNumber,
  flag: (value) => (typeof value === 'boolean' ? value : undefined),
  host: (value) => (typeof value === 'string' ? hostOnly(value) : undefined),
  error: (value) => renderError(value),
};

const isNamed = (name: string): name is LogFieldName => Object.hasOwn(LOG_FIELDS, name);

const DROPPED = Symbol('dropped');

/** Undefined if the property is not set. A getter or proxy may throw. */
const renderProperty = (fields: object, name: string): unknown => {
  try {
    const value = (fields as Readonly<Record<string, unknown>>)[name];
    if (value === undefined) return undefined;
    return isNamed(name) ? (RENDERERS[LOG_FIELDS[name].kind](value) ?? DROPPED) : DROPPED;
  } catch {
    return DROPPED;
  }
};

const namesOf = (fields: object): readonly string[] => {
  try {
    return Object.keys(fields);
  } catch {
    return [];
  }
};

/**
 * The fields of any object that `LOG_FIELDS` allows, each rendered by its kind; of other fields only the names, in `droppedFields`.
 * Never throws; bounded in depth, entries and text length.
 */
export const renderFields = (fields: object): Readonly<Record<string, unknown>> => {
  const written: Record<string, unknown> = {};
  const droppedFields: string[] = [];
  for (const name of namesOf(fields)) {
    const rendered = renderProperty(fields, name);
    if (rendered === undefined) continue;
    if (rendered !== DROPPED) written[name] = rendered;
    else if (droppedFields.length < MAX_DROPPED_NAMES) droppedFields.push(PLAIN_NAME.test(name) ? name : ODD_NAME);
  }
  return droppedFields.length === 0 ? written : { ...written, droppedFields };
};
