import { refused, type Entry, type EntryList, type Given, type Page, type Seen } from '../entry.js';

const shows = (row: string, rule: string, give: Given, seen: Seen): Entry => ({ rows: [row], rule, give, seen });

/** A page with two links, and a sitemap with one more. */
const SITE: Page = ({ pathname }) => {
  if (pathname === '/home') return '<html><head><title>Home of slate</title></head><a href="/roof">R</a><a href="/river">V</a><p>Stone works.</p>'; // oxfmt-ignore
  if (pathname === '/robots.txt') return 'Sitemap: /own.xml';
  return pathname === '/own.xml' ? '<urlset><url><loc>/quay</loc></url></urlset>' : undefined;
};

export const MAP: EntryList = {
  table: 'map/web',
  operation: 'map/web',
  valid: { url: '{web}/home' },
  page: SITE,
  entries: [
    shows('url', 'is the page whose site is mapped', {}, { asked: { path: '/home' }, answer: { 'links[].url': '{web}/roof', 'links[].title': 'Home of slate' }, charged: 1 }), // oxfmt-ignore
    refused('url', 'is required', { url: null }, 'url', 'required'),
    refused('url', 'is complete', { url: 'example.com' }, 'url', 'url'),
    shows('url', 'is not a private address', { url: 'http://10.0.0.1/' }, { status: 422, error: 'target_forbidden' }),
    shows('limit', 'is the most addresses', { limit: 2 }, { counts: { links: 2 } }),
    refused('limit', 'is at least 1', { limit: 0 }, 'limit', 'range'),
    refused('limit', 'is at most 100000', { limit: 100_001 }, 'limit', 'range'),
    shows('search', 'leaves only what fits', { search: 'river' }, { counts: { links: 1 }, answer: { 'links[].url': '{web}/river' } }), // oxfmt-ignore
    refused('search', 'is not empty', { search: ' ' }, 'search', 'minLength'),
    shows('includeSubdomains', 'leaves other hosts out if false', { includeSubdomains: false }, { counts: { links: 4 } }), // oxfmt-ignore
    refused('includeSubdomains', 'is true or false', { includeSubdomains: 'yes' }, 'includeSubdomains', 'boolean'),
    shows('sitemap', 'is read as well unless stated', {}, { asked: { path: '/own.xml' }, counts: { links: 4 } }),
    shows('sitemap', 'is all that is read with only', { sitemap: 'only' }, { counts: { links: 1 }, answer: { 'links[].url': '{web}/quay' } }), // oxfmt-ignore
    shows('sitemap', 'is not read with skip', { sitemap: 'skip' }, { counts: { links: 3 }, timesAsked: 1 }),
    refused('sitemap', 'is one of its values', { sitemap: 'no' }, 'sitemap', 'enum'),
  ],
};
