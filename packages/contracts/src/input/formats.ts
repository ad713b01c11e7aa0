import { field, type FieldOptions, must } from './field.js';
import { filledText } from './scalars.js';
import { trimUrl } from '../text/trim-url.js';

/** Maximum length of a URL parameter in characters. */
export const URL_MAX_CHARS = 8192;

// Parsers drop or replace these silently, so that the checked URL would differ from the requested one.
// oxlint-disable-next-line no-control-regex
const UNCLEAN_URL = /^\s|\s$|[\u0000-\u001f\u007f\\]/;

// A dot or a digit after the colon means a host and port without their scheme: example.com:80, localhost:3000.
const OTHER_SCHEME = /^[a-z][a-z\d+-]*:(?!\d)/i;

/** Pattern of a URL that may be fetched: http or https, a host, no credentials. */
const WEB_URL = String.raw`^[Hh][Tt][Tt][Pp][Ss]?://[^\s/?#@\\]+(?:[/?#]|$)`;

export const isWeb = (url: URL): boolean => url.protocol === 'http:' || url.protocol === 'https:';

const isAbsolute = (sent: string): boolean => {
  const url = UNCLEAN_URL.test(sent) ? null : URL.parse(sent);
  return url !== null && (isWeb(url) ? /^https?:\/\/[^/]/i : OTHER_SCHEME).test(sent);
};

const isWithoutCredentials = (sent: string): boolean => {
  const { username, password } = new URL(sent);
  return username === '' && password === '';
};

/**
 * An absolute URL without credentials, trimmed as browsers do. Any scheme is accepted here: the target rule refuses schemes and
 * addresses with an error of its own. `onSite` is the rule for URLs of one site.
 */
export const url = <const O extends FieldOptions<string>>(options: O) => {
  const { required }: FieldOptions<string> = options;
  const absolute = filledText(URL_MAX_CHARS, required)
    .overwrite(trimUrl)
    .check(
      must('url', isAbsolute, 'must be an absolute URL such as https://example.com/page.'),
      must(
        'url',
        isWithoutCredentials,
        'must not contain a user name or password. Send an Authorization header instead.',
      ),
    );
  return field(absolute.meta({ format: 'uri', pattern: WEB_URL }), options);
};

/** The form of browsers' own e-mail fields, in lower case: a name in a domain, which may be a single word. */
const EMAIL =
  /^[a-z\d.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*$/;
const EMAIL_MAX_CHARS = 254;

const isEmail = (address: string): boolean => EMAIL.test(address);

/** An e-mail address, kept without surrounding white space and in lower case. */
export const email = <const O extends FieldOptions<string>>(options: O) => {
  const { required }: FieldOptions<string> = options;
  const address = filledText(EMAIL_MAX_CHARS, required)
    .overwrite((sent) => sent.normalize('NFKC').trim().toLowerCase())
    .check(must('regex', isEmail, 'must be an e-mail address such as name@example.com.'));
  return field(address.meta({ format: 'email' }), options);
};

const DATE_FORMS = {
  iso: { pattern: /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})$/, label: 'YYYY-MM-DD' },
  us: { pattern: /^(?<month>\d{2})\/(?<day>\d{2})\/(?<year>\d{4})$/, label: 'MM/DD/YYYY' },
} as const;

/** Validators in other languages use another syntax for named groups. */
const withoutNames = ({ source }: RegExp): string => source.replace(/\(\?<\w+>/g, '(');

/** Whether the month has such a day. */
export const isRealDate = (year: number, month: number, day: number): boolean => {
  const date = new Date(Date.UTC(year, month - 1, day));
  return year >= 1000 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
};

export interface DateOptions extends FieldOptions<string> {
  readonly form?: keyof typeof DATE_FORMS;
}

/** A real calendar date. */
export const date = <const O extends DateOptions>(options: O) => {
  const { form = 'iso', required }: DateOptions = options;
  const { pattern, label } = DATE_FORMS[form];
  const isDate = (value: string): boolean => {
    const { year, month, day } = pattern.exec(value)?.groups ?? {};
    return isRealDate(Number(year), Number(month), Number(day));
  };
  const real = filledText(10, required).check(must('date', isDate, `must be a valid date in the format ${label}.`));
  return field(real.meta({ pattern: withoutNames(pattern), ...(form === 'iso' ? { format: 'date' } : {}) }), options);
};
