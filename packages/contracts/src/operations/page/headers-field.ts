import type { Field } from '../../input/field.js';
import { makeField } from '../../input/field.js';
import { map } from '../../input/composites.js';

export const HEADERS_MAX = 50;
export const HEADER_NAME_MAX_CHARS = 256;
export const HEADER_VALUE_MAX_CHARS = 8192;

/** Names of the connection, not of the request; the service sets them itself. */
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

type Headers = Readonly<Record<string, string>>;

const plain = map<string>({
  note: 'Request headers to the target. Cookies go here as Cookie.',
  maxEntries: HEADERS_MAX,
  schema: { type: 'string', maxLength: HEADER_VALUE_MAX_CHARS },
  checkEntry: (name, value, at, context) => {
    const isToken = name.length <= HEADER_NAME_MAX_CHARS && TOKEN.test(name);
    const path = isToken ? at : 'headers';
    if (!isToken) {
      context.report(path, 'regex', 'A header name must be a token of letters, digits and hyphens.');
    } else if (PROHIBITED_HEADERS.includes(name.toLowerCase())) {
      context.report(path, 'prohibited', `${name} belongs to the connection and may not be sent.`);
    } else if (typeof value !== 'string') {
      context.report(path, 'string', `${path} must be a text.`);
    } else if (value.length > HEADER_VALUE_MAX_CHARS) {
      context.report(path, 'maxLength', `${path} must be at most ${HEADER_VALUE_MAX_CHARS} characters long.`);
    } else if (!VALUE.test(value)) {
      context.report(
        path,
        'regex',
        `${path} may not hold line breaks, control characters or characters beyond Latin-1.`,
      );
    } else {
      return value;
    }
    return undefined;
  },
});

/** Header names count once, whatever their letter case. */
export const headersField: Field<Headers, false> = makeField<Headers, false>(plain, {
  ...plain,
  check: (value, at, context) => {
    const checked = plain.check(value, at, context);
    const seen = new Set<string>();
    for (const name of Object.keys(checked ?? {})) {
      const folded = name.toLowerCase();
      if (seen.has(folded)) context.report(`${at}.${name}`, 'unique', `${name} is given twice. Join its values.`);
      seen.add(folded);
    }
    return checked;
  },
});
