/** Longest logged text, in characters. */
export const MAX_LOG_STRING_CHARS = 2_048;
/** Characters of a text that are scanned; the rest is not written, however much redaction shortens the text. */
const MAX_SCANNED_CHARS = 8 * MAX_LOG_STRING_CHARS;
/** A secret cut in two by the end of the scanned part is not recognised, so this many characters before that end are dropped. */
const CUT_MARGIN_CHARS = 512;

export const REDACTED = '[redacted]';

/**
 * URLs except those of files, whose paths are in the frames of stacks. Apostrophes and backticks do not end one: users, passwords,
 * paths and queries may contain them.
 */
const ADDRESS = /\b(?!file:)([a-z][a-z0-9+.-]{0,20}):\/\/([^\s"<>]*)/gi;
/** Punctuation after a URL quoted in a sentence. */
const CLOSING = /['`][),.:;]{0,3}$/;
/** Hosts with their ports, several as in a replica set. */
const HOSTS = /^(?:\[[0-9a-f:.]{2,45}\]|[a-z0-9._-]{1,255})(?::\d{1,5})?(?:,[a-z0-9._-]{1,255}(?::\d{1,5})?){0,9}$/i;
const HEADER_SECRET = /\b(x-api-key|authorization|proxy-authorization|cookie|set-cookie)(["']?\s*[:=]\s*)[^\r\n]+/gi;
const BEARER = /\bbearer\s+[\w.~+/-]{6,}=*/gi;
/** Keys, and tokens of the console in their place. */
const API_KEY = /\bq(?:k|cs)_[A-Za-z0-9_-]{6,}/g;

/** The part of a URL that may be logged. User, password, path and query may be secrets of the caller. */
const describeAuthority = (text: string): string => {
  const [closing = ''] = CLOSING.exec(text) ?? [];
  const rest = text.slice(0, text.length - closing.length);
  const [authority = ''] = rest.split(/[/?#\\]/, 1);
  const hosts = authority.slice(authority.lastIndexOf('@') + 1);
  // An unescaped slash in a password looks like the end of the authority; then an `@` follows.
  const isClear = HOSTS.test(hosts) && !rest.slice(authority.length).includes('@');
  if (!isClear) return `${REDACTED}${closing}`;
  const path = rest.length > authority.length ? '/...' : '';
  return `${hosts === authority ? '' : `${REDACTED}@`}${hosts}${path}${closing}`;
};

/** The host and port of a URL or of a host with port. */
export const hostOnly = (text: string): string => {
  const rest = text.slice(0, MAX_LOG_STRING_CHARS).replace(/^[a-z][a-z0-9+.-]{0,20}:\/\//i, '');
  const [authority = ''] = rest.split(/[/?#\\]/, 1);
  const hosts = authority.slice(authority.lastIndexOf('@') + 1);
  const isIpv6 = /^[0-9a-f:.]{2,45}$/i.test(hosts);
  return isIpv6 || HOSTS.test(hosts) ? redactText(hosts) : REDACTED;
};

/** Removes keys, cookies and all parts of URLs but their hosts from free text, and bounds its length. */
export const redactText = (text: string): string => {
  const isCut = text.length > MAX_SCANNED_CHARS;
  const redacted = text
    .slice(0, MAX_SCANNED_CHARS)
    .replace(HEADER_SECRET, `$1$2${REDACTED}`)
    .replace(BEARER, `Bearer ${REDACTED}`)
    .replace(API_KEY, REDACTED)
    // Last, because a URL followed by a header's name would remove the name that marks a secret.
    .replace(ADDRESS, (_address, scheme: string, rest: string) => `${scheme}://${describeAuthority(rest)}`);
  const whole = isCut ? redacted.slice(0, -CUT_MARGIN_CHARS) : redacted;
  if (!isCut && whole.length <= MAX_LOG_STRING_CHARS) return whole;
  return `${whole.slice(0, MAX_LOG_STRING_CHARS)}...`;
};
