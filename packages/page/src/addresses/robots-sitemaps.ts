import { canonicalAddress } from './canonical-address.js';

/** Characters of a robots.txt that are read for sitemaps, and most that it names. */
const MAX_ROBOTS_CHARS = 2_000_000;
export const MAX_ROBOTS_SITEMAPS = 1_000;

const SITEMAP_LINE = /^[ \t]{0,100}sitemap[ \t]{0,100}:([^\r\n#]{0,4000})/gim;

/** The sitemaps that a robots.txt names, each once. They belong to no group of its rules. */
export const sitemapsOfRobots = (text: string, url: string): string[] => {
  const found = new Set<string>();
  for (const [, written = ''] of text
    .slice(0, MAX_ROBOTS_CHARS)
    .replace(/^\uFEFF/, '')
    .matchAll(SITEMAP_LINE)) {
    const address = canonicalAddress(written, url);
    if (address !== undefined) found.add(address);
    if (found.size >= MAX_ROBOTS_SITEMAPS) break;
  }
  return [...found];
};
