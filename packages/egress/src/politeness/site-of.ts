import { getDomain } from 'tldts';
import type { Tier } from '../port.js';

/** The registrable domain of a URL's host, or the host where it has none: whom requests are counted for. */
export const siteOf = (url: string): string => {
  const host = URL.parse(url)?.hostname ?? '';
  return getDomain(host) ?? host;
};

/** What exits are judged by: a site that refuses plain HTTP may well show its page to a browser at the same address. */
export const placeOf = (site: string, tier: Tier): string => `${site} ${tier}`;
