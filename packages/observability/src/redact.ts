/** How deep a logged object is followed; deeper values become a mark. */
export const MAX_LOG_DEPTH = 5;
/** Entries of one logged object or list. */
export const MAX_LOG_ENTRIES = 50;
/** Characters of one logged string. */
export const MAX_LOG_STRING_CHARS = 2_048;

export const REDACTED = '[redacted]';

const SECRET_NAMES = new Set([
  'apikey',
  'authorization',
  'body',
  'content',
  'cookie',
  'cookies',
  'credentials',
  'key',
  'passphrase',
  'password',
  'plainkey',
  'proxyauthorization',
  'requestbody',
  'responsebody',
  'secret',
  'setcookie',
  'token',
  'xapikey',
]);

const isSecretName = (name: string): boolean => {
  const plain = name.toLowerCase().replace(/[^a-z]/g, '');
  return SECRET_NAMES.has(plain) || plain.endsWith('secret') || plain.endsWith('password') || plain.endsWith('apikey');
};

const URL_CREDENTIALS = /(\b[a-z][a-z0-9+.-]{0,20}:\/\/)[^\s/@]{1,256}@/gi;
const HEADER_SECRET = /\b(x-api-key|authorization|proxy-authorization|cookie|set-cookie)(["']?\s*[:=]\s*)[^\r\n]+/gi;
const API_KEY = /\bqk_[A-Za-z0-9_-]{6,}/g;

/** Removes keys, cookies and URL credentials from free text and bounds its length. */
export const redactText = (text: string): string => {
  const bounded = text.length > MAX_LOG_STRING_CHARS ? `${text.slice(0, MAX_LOG_STRING_CHARS)}...` : text;
  return bounded
    .replace(URL_CREDENTIALS, `$1${REDACTED}@`)
    .replace(HEADER_SECRET, `$1$2${REDACTED}`)
    .replace(API_KEY, REDACTED);
};

const redactError = (error: Error, depth: number): Record<string, unknown> => {
  const code = (error as { code?: unknown }).code;
  return {
    name: error.name,
    message: redactText(error.message),
    ...(typeof code === 'string' ? { code } : {}),
    ...(error.stack ? { stack: redactText(error.stack) } : {}),
    ...(error.cause === undefined ? {} : { cause: redactValue(error.cause, depth + 1) }),
  };
};

const redactObject = (value: object, depth: number): Record<string, unknown> => {
  const entries = Object.entries(value).slice(0, MAX_LOG_ENTRIES);
  return Object.fromEntries(
    entries.map(([name, entry]) => [name, isSecretName(name) ? REDACTED : redactValue(entry, depth + 1)]),
  );
};

/**
 * A copy of `value` that is safe to log: secret fields by name, secrets inside texts by pattern, bytes by their size only.
 * Bounded in depth, entries and text length, so cycles end too.
 */
export const redactValue = (value: unknown, depth = 0): unknown => {
  if (typeof value === 'string') return redactText(value);
  if (typeof value === 'bigint' || typeof value === 'symbol' || typeof value === 'function')
    return String(value).slice(0, 80);
  if (value === null || typeof value !== 'object') return value;
  if (depth >= MAX_LOG_DEPTH) return '[deep]';
  if (value instanceof Error) return redactError(value, depth);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (value instanceof URL) return redactText(value.href);
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (Array.isArray(value)) return value.slice(0, MAX_LOG_ENTRIES).map((entry) => redactValue(entry, depth + 1));
  return redactObject(value, depth);
};
