import { getDomain } from 'tldts';

/** The registrable domain of a URL's host, or the host where it has none: whom requests are counted for. */
export const siteOf = (url: string): string => {
  const host = URL.parse(url)?.hostname ?? '';
  return getDomain(host) ?? host;
};
