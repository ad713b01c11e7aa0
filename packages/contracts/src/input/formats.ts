import { field, type FieldOptions, must } from './field.js';
import { filledText } from './scalars.js';

/** Longest URL of a parameter, in characters. */
export const URL_MAX_CHARS = 8192;

// Parsers strip or drop these silently, so that what was judged would not be what is asked for.
// oxlint-disable-next-line no-control-regex
const UNCLEAN_URL = /^\s|\s$|[\u0000-\u001f\u007f\\]/;

// A dot or a digit after the colon means a host and port without their scheme: example.com:80, localhost:3000.
const OTHER_SCHEME = /^[a-z][a-z\d+-]*:(?!\d)/i;

/** What a schema can say of a URL that may be fetched: http or https, a host, and no credentials before it. */
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
 * An absolute URL without credentials; kept as sent. Any scheme passes here: scheme and address of a free target are
 * the target rule's to refuse, with an error of their own. `onSite` is the rule for URLs of one site.
 */
export const url = <const O extends FieldOptions<string>>(options: O) => {
  const { required }: FieldOptions<string> = options;
  const absolute = filledText(URL_MAX_CHARS, required).check(
    must('url', isAbsolute, 'must be an absolute URL such as https://example.com/page.'),
    must('url', isWithoutCredentials, 'must be without user name and password. Send an Authorization header instead.'),
  );
  return field(absolute.meta({ format: 'uri', pattern: WEB_URL }), options);
};

const DATE_FORMS = {
  iso: { pattern: /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})$/, label: 'YYYY-MM-DD' },
  us: { pattern: /^(?<month>\d{2})\/(?<day>\d{2})\/(?<year>\d{4})$/, label: 'MM/DD/YYYY' },
} as const;

/** Other languages' validators write named groups otherwise. */
const withoutNames = ({ source }: RegExp): string => source.replace(/\(\?<\w+>/g, '(');

const isRealDate = (year: number, month: number, day: number): boolean => {
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
  const real = filledText(10, required).check(must('date', isDate, `must be a real date in the form ${label}.`));
  return field(real.meta({ pattern: withoutNames(pattern), ...(form === 'iso' ? { format: 'date' } : {}) }), options);
};
