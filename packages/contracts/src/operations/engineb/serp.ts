import { engineb } from '../../enums/engineb.js';
import { defineOperation } from '../../define-operation.js';
import { together } from '../../input/cross-rules.js';
import { code, decimal, integer, text } from '../../input/scalars.js';
import { always } from '../price-lines.js';
import { country, deviceType, isoLanguages, query, safeSearch } from '../shared-fields.js';
import { enginebSerpResult } from './serp-result.js';
import type { Target } from '../../target.js';

const target: Target = { name: 'engineb', title: 'the second search engine' };

export const enginebSerp = defineOperation({
  id: 'engineb/serp',
  summary: 'Web results of the second search engine',
  queue: 'serp',
  target,
  isBuilt: true,
  prices: always(10),
  result: enginebSerpResult,
  example: { q: 'city marathon', mkt: 'en-us' },
  rules: [together('lat', 'lon')],
  fields: {
    q: query('Search text.'),
    location: text({ note: 'Origin in words, best a city. Ignored when lat and lon are given.' }),
    lat: decimal({ note: 'Latitude of the origin.', min: -90, max: 90 }),
    lon: decimal({ note: 'Longitude of the origin.', min: -180, max: 180 }),
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
