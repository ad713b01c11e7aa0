import { isIP } from 'node:net';
import { z } from 'zod';
import { Secret } from './secret.js';
import { isTargetRange } from './target-ranges.js';

const MAX_PORT = 65_535;
const HOST_NAME = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*\.?$/i;
const DIGITS = /^\d{1,15}$/;

/** How the text of a variable becomes a value. `expects` completes the sentence "write ...". */
export interface ValueKind<T> {
  readonly schema: z.ZodType<T, string>;
  readonly expects: string;
}

export const text = (): ValueKind<string> => ({ schema: z.string(), expects: 'a text' });

export const secretText = (minLength: number): ValueKind<Secret> => ({
  schema: z
    .string()
    .min(minLength)
    .transform((value) => new Secret(value)),
  expects: `at least ${minLength} characters`,
});

export const integer = (min: number, max: number): ValueKind<number> => ({
  schema: z.string().regex(DIGITS).transform(Number).pipe(z.int().min(min).max(max)),
  expects: `an integer from ${min} to ${max}`,
});

export const port = (min: 0 | 1): ValueKind<number> => integer(min, MAX_PORT);

export const choice = <const T extends string>(options: readonly [T, ...T[]]): ValueKind<T> => ({
  schema: z.string().pipe(z.enum(options)),
  expects: `one of ${options.join(', ')}`,
});

export const flag = (): ValueKind<boolean> => ({
  schema: z
    .string()
    .pipe(z.enum(['true', 'false', '1', '0']))
    .transform((value) => value === 'true' || value === '1'),
  expects: 'true or false',
});

const hasProtocol = (value: string, protocols: readonly string[]): boolean =>
  URL.canParse(value) && protocols.includes(new URL(value).protocol) && new URL(value).hostname !== '';

const isPlainAddress = (value: string): boolean => {
  if (!hasProtocol(value, ['http:', 'https:'])) return false;
  const { username, password, search, hash } = new URL(value);
  return `${username}${password}${search}${hash}` === '';
};

/** An absolute http(s) address, kept without its trailing slash so that paths can be appended. */
export const httpAddress = (): ValueKind<string> => ({
  schema: z
    .string()
    .refine(isPlainAddress)
    .transform((value) => value.replace(/\/+$/, '')),
  expects: 'an absolute http or https address without user, query or fragment, such as https://scrape.example.com',
});

/** Scheme, host and port only; the value is `URL.origin`. */
export const httpOrigin = (): ValueKind<string> => ({
  schema: z
    .string()
    .refine((value) => isPlainAddress(value) && new URL(value).pathname === '/')
    .transform((value) => new URL(value).origin),
  expects: 'scheme, host and port only, such as http://127.0.0.1:8080',
});

/** Wrapped, as the address may contain a password. */
export const redisAddress = (): ValueKind<Secret> => ({
  schema: z
    .string()
    .refine((value) => hasProtocol(value, ['redis:', 'rediss:']))
    .transform((value) => new Secret(value)),
  expects: 'redis://host:port or rediss://host:port, with user and password where there are any',
});

/** It may have several hosts, so it is not parsed as a URL. Wrapped, as it may contain a password. */
export const mongoAddress = (): ValueKind<Secret> => ({
  schema: z
    .string()
    .regex(/^mongodb(\+srv)?:\/\/[^\s/?#]+(\/[^\s/?#]*)?(\?[^\s#]*)?$/)
    .transform((value) => new Secret(value)),
  expects: 'mongodb://host:port/database or mongodb+srv://host/database, with user and password where there are any',
});

/** Wrapped, as it may contain a password. */
export const smtpAddress = (): ValueKind<Secret> => ({
  schema: z
    .string()
    .refine((value) => hasProtocol(value, ['smtp:', 'smtps:']))
    .transform((value) => new Secret(value)),
  expects: 'smtp://host:587 or smtps://host:465, with user and password where there are any',
});

const EMAIL = /^[^\s@<>,"]{1,64}@[a-z\d.-]{1,255}$/i;
const SENDER = /^(?:[^<>"\r\n]{1,100} )?<[^\s@<>,"]{1,64}@[a-z\d.-]{1,255}>$/i;

/** An e-mail address, with or without a name before it. */
export const sender = (): ValueKind<string> => ({
  schema: z.string().refine((value) => EMAIL.test(value) || SENDER.test(value)),
  expects: 'an e-mail address, such as quarry@example.com or Quarry <quarry@example.com>',
});

/** Comma-separated e-mail addresses. */
export const emailList = (): ValueKind<readonly string[]> => ({
  schema: z
    .string()
    .transform(splitList)
    .pipe(z.array(z.string().regex(EMAIL)).min(1).max(20)),
  expects: 'at most 20 e-mail addresses, comma-separated',
});

/** From 0 to 1. */
export const share = (): ValueKind<number> => ({
  schema: z
    .string()
    .regex(/^(0|1|0?\.\d{1,9}|1\.0{1,9})$/)
    .transform(Number),
  expects: 'a share from 0 to 1, such as 0.05',
});

const HEADER = /^[\w!#$%&'*+.^`|~-]{1,128}=[\x21-\x2b\x2d-\x7e]{1,4096}$/;

const isDecodable = (text: string): boolean => {
  try {
    return decodeURIComponent(text) !== '';
  } catch {
    return false;
  }
};

/** Comma-separated `name=value`, values percent-encoded where needed. Wrapped, as they contain keys. */
export const headerList = (): ValueKind<Secret> => ({
  schema: z
    .string()
    .transform(splitList)
    .pipe(z.array(z.string().regex(HEADER).refine(isDecodable)).min(1).max(16))
    .transform((entries) => new Secret(entries.join(','))),
  expects: 'comma-separated name=value, with values percent-encoded, such as authorization=Bearer%20abc',
});

const isHostAndPort = (entry: string): boolean => {
  const [, bracketed, plain = '', digits = ''] = /^(?:\[([^\]]+)\]|([^:]+)):(\d{1,5})$/.exec(entry) ?? [];
  const isHost = bracketed === undefined ? HOST_NAME.test(plain) : isIP(bracketed) === 6;
  return isHost && Number(digits) >= 1 && Number(digits) <= MAX_PORT;
};

const splitList = (raw: string): string[] =>
  raw
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

/** Comma-separated `host:port`, `[v6]:port` or CIDR of a bounded width; the entries stay strings. */
export const targetList = (): ValueKind<readonly string[]> => ({
  schema: z
    .string()
    .transform(splitList)
    .pipe(z.array(z.string().refine((entry) => isTargetRange(entry) || isHostAndPort(entry)))),
  expects:
    'a comma-separated list of host:port or CIDR, such as 127.0.0.1:8080,10.0.0.0/8; ranges wider than /8 (IPv6: /7) are refused, ' +
    'as they would open this machine, its cloud and every network that it is in to whoever has an API key',
});

const PROXY_SCHEMES = ['http:', 'https:', 'socks5:', 'socks5h:'];

/** A template is a proxy's URL once its placeholders are filled. */
const isProxyTemplate = (entry: string): boolean => {
  const url = URL.parse(entry.replaceAll('{country}', 'us').replaceAll('{session}', 'a1'));
  return url !== null && PROXY_SCHEMES.includes(url.protocol) && url.hostname !== '' && /^\/?$/.test(url.pathname);
};

/** Comma-separated URL templates of proxies. Wrapped, as they contain passwords; the entries are `value.reveal().split(',')`. */
export const proxyTemplates = (): ValueKind<Secret> => ({
  schema: z
    .string()
    .transform(splitList)
    .pipe(z.array(z.string().refine(isProxyTemplate)).min(1))
    .transform((entries) => new Secret(entries.join(','))),
  expects:
    'comma-separated proxy URLs such as http://user-country-{country}-session-{session}:password@proxy.example:8000 (http, https, socks5)',
});

/** Comma-separated ISO 3166-1 alpha-2 codes, kept in upper case; UK counts as GB. */
export const codeList = (): ValueKind<readonly string[]> => ({
  schema: z
    .string()
    .transform((raw) => splitList(raw).map((entry) => entry.toUpperCase().replace(/^UK$/, 'GB')))
    .pipe(z.array(z.string().regex(/^[A-Z]{2}$/))),
  expects: 'comma-separated country codes of two letters, such as US,DE',
});
