import { z } from 'zod';
import { engineb } from '../../enums/engineb.js';
import { defineOperation } from '../../define-operation.js';
import { code, decimal, integer, text } from '../../input/scalars.js';
import { type Target } from '../../target.js';
import { answer, block, int, listOf, pagination, string, strings } from '../answer.js';
import { organicResult, sitelink } from '../engine-blocks.js';
import { always } from '../price-lines.js';
import { country, deviceType, isoLanguages, query, safeSearch } from '../shared-fields.js';

export const enginebTarget: Target = { name: 'engineb', title: 'the second search engine' };

const reference = block({ index: int, ...strings('title', 'link', 'source', 'snippet') });

const enginebSerpResult = answer({
  organicResults: z.array(block(organicResult)),
  ads: listOf(
    block({
      position: int,
      ...strings('blockPosition', 'title', 'link', 'source', 'displayedLink', 'description'),
      sitelinks: listOf(sitelink),
    }),
  ),
  aiAnswer: block({
    textBlocks: listOf(block({ ...strings('type', 'snippet'), list: listOf(block({ snippet: string })) })),
    references: listOf(reference),
  }).optional(),
  relatedSearches: listOf(block(strings('query', 'link'))),
  pagination,
});

export const enginebSerp = defineOperation({
  id: 'engineb/serp',
  summary: 'Web results of the second search engine',
  queue: 'serp',
  target: enginebTarget,
  prices: always(10),
  result: enginebSerpResult,
  example: { q: 'city marathon', mkt: 'en-us' },
  fields: {
    q: query('Search text.'),
    location: text({
      note: 'Origin as a place name, preferably a city: Austin, Texas. Known cities are sent as their coordinates. Ignored when lat and lon are given.',
    }),
    lat: decimal({ note: 'Latitude of the origin. Ignored without lon.', min: -90, max: 90 }),
    lon: decimal({ note: 'Longitude of the origin. Ignored without lat.', min: -180, max: 180 }),
    mkt: country('Market: a country (us) or a language and country (en-us).', engineb.mkt),
    cc: country('Country, two letters.', engineb.cc),
    setLang: code({
      note: 'Language of interface and results: two letters or a variant such as en-gb, zh-hans, pt-br.',
      letters: 'lower',
      values: isoLanguages,
      pattern: /^[a-z]{2,3}-(?:[a-z]{2}|[a-z]{4}|[a-z]{4}-[a-z]{2}|\d{3})$/,
    }),
    safeSearch,
    filters: text({ note: 'Filters: ex1:"ez1" past day, ez2 past week, ez3 past month.', maxChars: 2048 }),
    deviceType,
    first: integer({ note: 'First result: 1, 11, 21 are the first three pages.', min: 1 }),
  },
});
