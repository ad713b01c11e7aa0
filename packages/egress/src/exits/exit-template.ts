import { createHash } from 'node:crypto';
import type { ProxyType } from '../port.js';
import { withoutBrackets } from '../target/address-ranges.js';
import type { Exit, ProxyAddress } from './exit.js';

/** Mark at the end of a template: the proxy may resolve names, and refuses private addresses itself. */
export const BY_NAME_MARK = '#by-name';

const SCHEMES = { 'http:': 'http', 'https:': 'https', 'socks5:': 'socks5', 'socks5h:': 'socks5' } as const;
const DEFAULT_PORTS = { http: 80, https: 443, socks5: 1080 } as const;

export interface ExitTemplate {
  readonly gatewayKey: string;
  /** The same for the same proxy and user, wherever the operator lists it and whatever its password is. */
  readonly fingerprint: string;
  readonly hasCountry: boolean;
  readonly hasSession: boolean;
  /** Shared by the exits of this template in one country. */
  fleetKey(country: string | undefined): string;
  fill(country: string | undefined, session: string): Exit;
}

const isScheme = (protocol: string): protocol is keyof typeof SCHEMES => Object.hasOwn(SCHEMES, protocol);

const decode = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};

const parseAddress = (text: string): ProxyAddress | undefined => {
  const url = URL.parse(text);
  if (!url?.hostname || !isScheme(url.protocol)) return undefined;
  const scheme = SCHEMES[url.protocol];
  return {
    scheme,
    host: withoutBrackets(url.hostname),
    port: Number(url.port || DEFAULT_PORTS[scheme]),
    username: decode(url.username),
    password: decode(url.password),
    mayResolve: url.protocol === 'socks5h:' || url.hash === BY_NAME_MARK,
  };
};

const fillPlaceholders = (template: string, country: string, session: string): string =>
  template
    .replaceAll('{country}', country.toLowerCase())
    .replaceAll('{COUNTRY}', country.toUpperCase())
    .replaceAll('{session}', session);

const FINGERPRINT_CHARS = 16;

const fingerprintOf = (template: string): string => {
  const { scheme, host, port, username } = parseAddress(template) ?? {};
  const text = JSON.stringify([scheme, host, port, username]);
  return createHash('sha256').update(text).digest('base64url').slice(0, FINGERPRINT_CHARS);
};

/**
 * Reads a proxy's URL template: `{country}` is replaced by the ISO code in lower case, `{COUNTRY}` in upper case, `{session}` by
 * a token that keeps one exit. Throws an Error that does not contain the template.
 */
export const parseExitTemplate = (template: string, proxyType: ProxyType, index: number): ExitTemplate => {
  const gatewayKey = `${proxyType}:${index}`;
  const hasCountry = /\{country\}/i.test(template);
  const hasSession = template.includes('{session}');
  const sample = fillPlaceholders(template, 'us', 'a1');
  if (!parseAddress(sample)) {
    throw new Error(`Template ${index + 1} of the ${proxyType} proxies is not an http, https or socks5 URL.`);
  }
  if (/\{\w*\}/.test(sample)) {
    throw new Error(
      `Template ${index + 1} of the ${proxyType} proxies has a placeholder other than {country}, {COUNTRY} and {session}.`,
    );
  }
  const fleetKey = (country: string | undefined) => (hasCountry ? `${gatewayKey}:${country ?? ''}` : gatewayKey);
  const fingerprint = fingerprintOf(fillPlaceholders(template, 'zz', '0'));
  return {
    gatewayKey,
    fingerprint,
    hasCountry,
    hasSession,
    fleetKey,
    fill: (country, session) => {
      const fleet = fleetKey(country);
      const proxy = parseAddress(fillPlaceholders(template, country ?? '', session));
      const key = hasSession ? `${fleet}:${session}` : fleet;
      const kept = {
        id: [fingerprint, hasCountry ? (country ?? '') : '', hasSession ? session : ''].join('.'),
        ...(hasCountry && country !== undefined ? { country } : {}),
      };
      return { key, fleetKey: fleet, gatewayKey, proxyType, kept, proxy };
    },
  };
};
