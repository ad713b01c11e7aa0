import { z } from 'zod';
import { map } from '../../input/composites.js';
import { broken, must } from '../../input/field.js';
import { atMost } from '../../input/scalars.js';

export const HEADERS_MAX = 50;
export const HEADER_NAME_MAX_CHARS = 256;
export const HEADER_VALUE_MAX_CHARS = 8192;

/** Headers of the connection; the service sets them itself. */
export const PROHIBITED_HEADERS: readonly string[] = [
  'host',
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'http2-settings',
  'content-length',
  'expect',
];

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

const VALUE_FORM = 'must not contain line breaks, control characters or characters outside Latin-1.';

const headerValue = z
  .string()
  .check(
    atMost(HEADER_VALUE_MAX_CHARS),
    must('regex', (value) => VALUE.test(value), VALUE_FORM),
  )
  .meta({ maxLength: HEADER_VALUE_MAX_CHARS, pattern: VALUE.source });

/** Names are case-insensitive. */
const checkNames = (names: readonly string[], issues: z.core.$ZodRawIssue[]): void => {
  const seen = new Set<string>();
  for (const name of names) {
    const folded = name.toLowerCase();
    if (name.length > HEADER_NAME_MAX_CHARS || !TOKEN.test(name)) {
      issues.push(broken(name, 'regex', 'must have names of letters, digits and hyphens.'));
    } else if (PROHIBITED_HEADERS.includes(folded)) {
      const message = 'must not be sent: it is a header of the connection.';
      issues.push({ ...broken(name, 'prohibited', message), path: [name] });
    } else if (seen.has(folded)) {
      issues.push({ ...broken(name, 'unique', 'must not be given twice. Join its values into one.'), path: [name] });
    }
    seen.add(folded);
  }
};

export const headersFieldOf = (note: string) =>
  map({
    note,
    maxEntries: HEADERS_MAX,
    entry: headerValue,
    names: { type: 'string', minLength: 1, maxLength: HEADER_NAME_MAX_CHARS, pattern: TOKEN.source },
    checkNames,
  });

export const headersField = headersFieldOf(
  'Request headers for the target, Cookie included. The values of headers with credentials, such as Cookie, Authorization or an API key, ' +
    'are stored encrypted while the request runs and are deleted afterwards; results show them as [removed].',
);
