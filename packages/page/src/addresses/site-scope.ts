import { getDomain } from 'tldts';

export interface SiteScope {
  /** Addresses of the site: the one asked for, and where it led. */
  readonly roots: readonly string[];
  /** False: only the hosts of `roots`. */
  readonly includeSubdomains: boolean;
}

/** Hosts whose site is remembered while addresses are judged. */
const MAX_KNOWN_HOSTS = 10_000;

/** Names under which anybody may have a site, such as `github.io`, are not one site. */
const siteOfHost = (hostname: string): string => getDomain(hostname, { allowPrivateDomains: true }) ?? hostname;

/** Tells whether addresses are of a site: of its registrable domain, or of its hosts alone. */
export const createSiteScope = ({ roots, includeSubdomains }: SiteScope): ((address: string) => boolean) => {
  const keyOf = ({ host, hostname }: URL): string => (includeSubdomains ? siteOfHost(hostname) : host);
  const known = new Map<string, boolean>();
  const keys = new Set(roots.flatMap((root) => URL.parse(root) ?? []).map(keyOf));
  return (address) => {
    const url = URL.parse(address);
    if (!url) return false;
    const before = known.get(url.host);
    if (before !== undefined) return before;
    const isOfSite = keys.has(keyOf(url));
    if (known.size < MAX_KNOWN_HOSTS) known.set(url.host, isOfSite);
    return isOfSite;
  };
};
