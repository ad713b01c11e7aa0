import { z } from 'zod';
import { defineOperation } from '../../define-operation.js';
import type { ParamsOf } from '../../input/field.js';
import { url } from '../../input/formats.js';
import { jsonChoice, jsonFlag, jsonInteger, text } from '../../input/scalars.js';
import { VERDICT_NAMES } from '../../verdicts.js';
import { answer, string } from '../answer.js';
import { always } from '../price-lines.js';

/** Most addresses of one map. */
export const MAP_LIMIT_MAX = 100_000;
/** Addresses of a map that does not say how many. */
export const MAP_LIMIT_DEFAULT = 5_000;

/** Bounds that a map may meet; what is beyond them is not in it. */
export const MAP_LIMIT_NAMES = ['maxTime', 'maxDocuments', 'maxBytes', 'maxDepth', 'maxAddresses'] as const;
export type MapLimitName = (typeof MAP_LIMIT_NAMES)[number];

/** What a document is that addresses were read from. */
export const MAP_SOURCE_TYPES = ['page', 'robots', 'sitemap', 'sitemapIndex', 'feed'] as const;

const mapFields = {
  url: url({ note: 'Page of the site to map.', required: true }),
  limit: jsonInteger({
    note: 'Most addresses of the response.',
    min: 1,
    max: MAP_LIMIT_MAX,
    default: MAP_LIMIT_DEFAULT,
  }),
  search: text({
    note: 'Words to look for: only addresses that have one of them in the URL or the title are returned, those with the most words first.',
  }),
  includeSubdomains: jsonFlag({
    note: 'true: the addresses of all hosts of the registrable domain; false: those of the host of url alone, and of the host that it redirects to.',
    default: true,
  }),
  sitemap: jsonChoice({
    note: 'include: sitemaps, feeds and the links of the page; only: sitemaps alone, the page is not fetched; skip: no robots.txt and no sitemaps.',
    values: ['include', 'only', 'skip'],
    default: 'include',
  }),
};

/** Checked parameters of `map/web`, defaults applied. */
export type MapWebParams = ParamsOf<typeof mapFields>;

const mapResult = answer({
  links: z
    .array(
      z.strictObject({
        url: z.string(),
        title: string.describe('As the page itself, its sitemap or a feed states it.'),
        lastmod: string.describe('As the sitemap or the feed states it.'),
      }),
    )
    .describe('Each address once, without its fragment.'),
  sources: z
    .array(
      z.strictObject({
        url: z.string(),
        type: z.enum(MAP_SOURCE_TYPES),
        verdict: z.enum(VERDICT_NAMES).describe('ok, or why the document could not be read.'),
        links: z.int().min(0).describe('Addresses of the site in it, those of other sources included.'),
      }),
    )
    .describe('The documents that were read, and those that the site names and that could not be read.'),
  limitsHit: z
    .array(z.enum(MAP_LIMIT_NAMES))
    .optional()
    .describe('Bounds that ended the map before the whole site was read. Absent if there are none.'),
});

export const mapWeb = defineOperation({
  id: 'map/web',
  method: 'POST',
  summary: 'List the addresses of a site',
  queue: 'browser-scrape',
  isReparsable: false,
  prices: always(1),
  result: mapResult,
  example: { url: 'https://example.com/', limit: 1000, search: 'docs' },
  fields: mapFields,
});
