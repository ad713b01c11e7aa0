import { jobboard } from '../enums/jobboard.js';

const withWww = (...hosts: readonly string[]): readonly string[] => hosts.flatMap((host) => [host, `www.${host}`]);

/** Hosts that a URL parameter may point to, by neutral word. Ports other than the scheme's own do not match. */
export const SITE_HOSTS = {
  lodging: withWww('booking.com'),
  retailer: withWww('walmart.com', 'walmart.ca', 'walmart.com.mx'),
  jobboard: [...jobboard.domain, 'indeed.com'],
  realtyb: withWww('zillow.com'),
} as const satisfies Record<string, readonly string[]>;

export type SiteWord = keyof typeof SITE_HOSTS;
