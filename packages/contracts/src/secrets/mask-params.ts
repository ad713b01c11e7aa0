import { isPlainObject } from '../input/plain-object.js';
import { REMOVED_HEADER, withoutSecretHeaders } from './secret-headers.js';

/** Shown instead of a secret. */
export const MASKED = REMOVED_HEADER;

/** Fields of a form that take secrets, by the selector of a `fill` step. */
const SECRET_FIELD = /passw|passphrase|pwd|secret|token|otp|pin\b|cvv|cvc|card|ssn|iban/i;
const USER_OF_URL = /^([a-z][a-z0-9+.-]{0,20}:\/\/)[^/?#\s]*@/i;
/** Names of parameters that carry credentials: as of headers, and those that addresses use alone. */
const SECRET_OF_QUERY =
  /([?&#](?:[\w.-]{0,60}[_.-])?(?:(?:access|id|refresh|auth)?token|api_?key|(?:aws)?access_?key(?:_?id)?|key|secret|passw(?:or)?d|pwd|signature|sig|auth|session|credential|jwt|[cx]srf|code)=)[^&#\s]*/gi;

const maskText = (text: string): string => {
  const shown = text.replace(USER_OF_URL, `$1${MASKED}@`);
  return /^https?:/i.test(shown) ? shown.replace(SECRET_OF_QUERY, `$1${MASKED}`) : shown;
};

/** A `fill` step: a selector and a value. */
const maskFill = (fill: unknown): unknown => {
  if (!Array.isArray(fill)) return fill;
  const [selector] = fill as readonly unknown[];
  return typeof selector === 'string' && SECRET_FIELD.test(selector) ? [selector, MASKED] : fill;
};

/** Parameters that are secrets, whatever they hold. */
const SECRET_PARAMETERS: ReadonlySet<string> = new Set(['secretAccessKey']);

const maskMember = (name: string, member: unknown): unknown => {
  if (SECRET_PARAMETERS.has(name) && typeof member === 'string') return MASKED;
  return maskValue(name === 'fill' ? maskFill(member) : member);
};

// Bodies are bounded in depth and values when they are read.
const maskValue = (value: unknown): unknown => {
  if (typeof value === 'string') return maskText(value);
  if (Array.isArray(value)) return value.map(maskValue);
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, maskMember(name, member)]));
};

/**
 * Parameters as they may be shown: without the values of secret headers, users and passwords of URLs, secrets in the query of a
 * URL, the secret of an access key, and what a page action fills into a field for passwords, tokens or cards.
 */
export const maskParams = (params: unknown): unknown => maskValue(withoutSecretHeaders(params));
