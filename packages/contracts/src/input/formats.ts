import { type CheckContext, type Field, type FieldOptions, type IsPresent, makeField } from './field.js';
import { checkText } from './scalars.js';
import { SITE_HOSTS, type SiteWord } from './site-hosts.js';

/** Longest URL of a parameter, in characters. */
export const URL_MAX_CHARS = 8192;

// Parsers strip or drop these silently, so that what was judged would not be what is asked for.
// eslint-disable-next-line no-control-regex
const UNCLEAN_URL = /^\s|\s$|[\u0000-\u001f\u007f\\]/;

// A dot or a digit after the colon means a host and port without their scheme: example.com:80, localhost:3000.
const OTHER_SCHEME = /^[a-z][a-z\d+-]*:(?!\d)/i;

export interface UrlOptions extends FieldOptions<string> {
  /**
   * The URL must be on this site's hosts (or on those the deployment adds). Without a site any scheme passes here:
   * scheme and address of a free target are the target rule's to refuse, with an error of their own.
   */
  readonly site?: SiteWord;
  /** The path must match; `form` ends the sentence "<field> must be ...". */
  readonly path?: { readonly pattern: RegExp; readonly form: string };
}

const checkSite = (url: URL, at: string, context: CheckContext, { site, path }: UrlOptions): boolean => {
  if (site) {
    const hosts: readonly string[] = SITE_HOSTS[site];
    if (!hosts.includes(url.host) && !context.extraHosts[site]?.includes(url.host)) {
      const named = hosts.length > 6 ? `${hosts.slice(0, 2).join(', ')} and its other hosts` : hosts.join(', ');
      context.report(at, 'urlHost', `${at} must be a URL on ${named}.`);
      return false;
    }
  }
  if (path && !path.pattern.test(url.pathname)) {
    context.report(at, 'regex', `${at} must be ${path.form}.`);
    return false;
  }
  return true;
};

const isWeb = (url: URL): boolean => url.protocol === 'http:' || url.protocol === 'https:';

const isSpeltOut = (url: URL, sent: string): boolean =>
  isWeb(url) ? /^https?:\/\/[^/]/i.test(sent) : OTHER_SCHEME.test(sent);

/** An absolute URL without credentials; kept as sent. */
export const url = <const O extends UrlOptions>(options: O): Field<string, IsPresent<O>> => {
  const isRequired = options.required ?? false;
  return makeField<string, IsPresent<O>>(options, {
    form: 'scalar',
    schema: { type: 'string', format: 'uri', maxLength: URL_MAX_CHARS },
    check: (value, at, context) => {
      const checked = checkText(value, at, context, { isRequired, maxChars: URL_MAX_CHARS });
      if (checked === undefined) return undefined;
      const parsed = UNCLEAN_URL.test(checked) ? null : URL.parse(checked);
      if (!parsed || !isSpeltOut(parsed, checked)) {
        context.report(at, 'url', `${at} must be an absolute URL such as https://example.com/page.`);
      } else if (parsed.username !== '' || parsed.password !== '') {
        context.report(at, 'url', `${at} may not carry a user name or password. Send an Authorization header instead.`);
      } else if (options.site && !isWeb(parsed)) {
        context.report(at, 'urlScheme', `${at} must begin with http:// or https://.`);
      } else if (checkSite(parsed, at, context, options)) {
        return checked;
      }
      return undefined;
    },
  });
};

const DATE_FORMS = {
  iso: { pattern: /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})$/, label: 'YYYY-MM-DD' },
  us: { pattern: /^(?<month>\d{2})\/(?<day>\d{2})\/(?<year>\d{4})$/, label: 'MM/DD/YYYY' },
} as const;

const isRealDate = (year: number, month: number, day: number): boolean => {
  const date = new Date(Date.UTC(year, month - 1, day));
  return year >= 1000 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
};

export interface DateOptions extends FieldOptions<string> {
  readonly form?: keyof typeof DATE_FORMS;
}

/** A real calendar date. */
export const date = <const O extends DateOptions>(options: O): Field<string, IsPresent<O>> => {
  const { pattern, label } = DATE_FORMS[options.form ?? 'iso'];
  const isRequired = options.required ?? false;
  return makeField<string, IsPresent<O>>(options, {
    form: 'scalar',
    schema: options.form === 'us' ? { type: 'string', pattern: pattern.source } : { type: 'string', format: 'date' },
    check: (value, at, context) => {
      const checked = checkText(value, at, context, { isRequired, maxChars: 10 });
      if (checked === undefined) return undefined;
      const { year, month, day } = pattern.exec(checked)?.groups ?? {};
      if (isRealDate(Number(year), Number(month), Number(day))) return checked;
      context.report(at, 'date', `${at} must be a real date in the form ${label}.`);
      return undefined;
    },
  });
};
