/** Characters of one logged text. */
export const MAX_LOG_STRING_CHARS = 2_048;
/** What of a text is looked through; more of it is not written however much redaction shortens it. */
const MAX_SCANNED_CHARS = 8 * MAX_LOG_STRING_CHARS;
/** A secret that the end of the looked-through part cuts in two is not known as one: so much before it is left out. */
const CUT_MARGIN_CHARS = 512;

export const REDACTED = '[redacted]';

/**
 * Addresses but those of files, whose paths stand in the frames of stacks. Apostrophes and backticks are no end of one: users,
 * passwords, paths and queries may hold them as they are.
 */
const ADDRESS = /\b(?!file:)([a-z][a-z0-9+.-]{0,20}):\/\/([^\s"<>]*)/gi;
/** What a sentence that quotes an address puts behind it. */
const CLOSING = /['`][),.:;]{0,3}$/;
/** Hosts with their ports, several as in a replica set. */
const HOSTS = /^(?:\[[0-9a-f:.]{2,45}\]|[a-z0-9._-]{1,255})(?::\d{1,5})?(?:,[a-z0-9._-]{1,255}(?::\d{1,5})?){0,9}$/i;
const HEADER_SECRET = /\b(x-api-key|authorization|proxy-authorization|cookie|set-cookie)(["']?\s*[:=]\s*)[^\r\n]+/gi;
const BEARER = /\bbearer\s+[\w.~+/-]{6,}=*/gi;
const API_KEY = /\bqk_[A-Za-z0-9_-]{6,}/g;

/** What may be said of where an address leads to. A user, a password, a path or a query may be a secret of the caller's. */
const describeAuthority = (text: string): string => {
  const [closing = ''] = CLOSING.exec(text) ?? [];
  const rest = text.slice(0, text.length - closing.length);
  const [authority = ''] = rest.split(/[/?#\\]/, 1);
  const hosts = authority.slice(authority.lastIndexOf('@') + 1);
  // An unescaped slash in a password looks like the end of the authority: what follows has the mark of a user then.
  const isClear = HOSTS.test(hosts) && !rest.slice(authority.length).includes('@');
  if (!isClear) return `${REDACTED}${closing}`;
  const path = rest.length > authority.length ? '/...' : '';
  return `${hosts === authority ? '' : `${REDACTED}@`}${hosts}${path}${closing}`;
};

/** The host and port of an address or of what is a host alone. */
export const hostOnly = (text: string): string => {
  const rest = text.slice(0, MAX_LOG_STRING_CHARS).replace(/^[a-z][a-z0-9+.-]{0,20}:\/\//i, '');
  const [authority = ''] = rest.split(/[/?#\\]/, 1);
  const hosts = authority.slice(authority.lastIndexOf('@') + 1);
  const isIpv6 = /^[0-9a-f:.]{2,45}$/i.test(hosts);
  return isIpv6 || HOSTS.test(hosts) ? redactText(hosts) : REDACTED;
};

/** Removes keys, cookies and all of an address but its host from free text, and bounds its length. */
export const redactText = (text: string): string => {
  const isCut = text.length > MAX_SCANNED_CHARS;
  const redacted = text
    .slice(0, MAX_SCANNED_CHARS)
    .replace(HEADER_SECRET, `$1$2${REDACTED}`)
    .replace(BEARER, `Bearer ${REDACTED}`)
    .replace(API_KEY, REDACTED)
    // The last: one that goes over into the name of a header would take away what marks the secret after it.
    .replace(ADDRESS, (_address, scheme: string, rest: string) => `${scheme}://${describeAuthority(rest)}`);
  const whole = isCut ? redacted.slice(0, -CUT_MARGIN_CHARS) : redacted;
  if (!isCut && whole.length <= MAX_LOG_STRING_CHARS) return whole;
  return `${whole.slice(0, MAX_LOG_STRING_CHARS)}...`;
};
