import { getDomain } from 'tldts';
import type { Tier } from '../port.js';

/** The site that requests are counted for: the registrable domain of a URL's host, or the host if it has none. */
export const siteOf = (url: string): string => {
  const host = URL.parse(url)?.hostname ?? '';
  return getDomain(host) ?? host;
};

/** The host of a URL, which alone says how long it is to be left alone: others of its site may be anybody's. */
export const hostOf = (url: string): string => URL.parse(url)?.host ?? '';

/** Key of an exit's health: a site that refuses plain HTTP may show its page to a browser at the same address. */
export const healthKeyOf = (site: string, tier: Tier): string => `${site} ${tier}`;
