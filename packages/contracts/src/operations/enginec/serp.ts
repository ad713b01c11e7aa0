import { defineOperation } from '../../define-operation.js';
import { requireOneOf } from '../../input/cross-rules.js';
import { code, text } from '../../input/scalars.js';
import { always } from '../price-lines.js';
import { country, deviceType, isoLanguages, QUERY_MAX_CHARS, safeSearch, TOKEN_MAX_CHARS } from '../shared-fields.js';
import { enginecSerpResult } from './serp-result.js';
import type { Target } from '../../target.js';

const target: Target = { name: 'enginec', title: 'the third search engine' };

export const enginecSerp = defineOperation({
  id: 'enginec/serp',
  summary: 'Web results of the third search engine',
  queue: 'serp',
  target,
  isBuilt: true,
  prices: always(10),
  result: enginecSerpResult,
  example: { q: 'open source licences', kl: 'us-en' },
  tokenField: 'nextPageToken',
  rules: [requireOneOf(['q', 'nextPageToken'])],
  fields: {
    q: text({ note: 'Search text. Ignored when nextPageToken is given.', maxChars: QUERY_MAX_CHARS }),
    kl: code({
      note: 'Region as country and language, such as us-en; wt-wt is none. Wins over cc and setLang.',
      letters: 'lower',
      values: ['us-en', 'de-de', 'wt-wt'],
      pattern: /^[a-z]{2}-[a-z]{2,3}$/,
    }),
    cc: country('Country, two letters. Combined with setLang; ignored when kl is given.'),
    setLang: code({
      note: 'Language, two letters or with a script (zh-hans). Ignored when kl is given.',
      letters: 'lower',
      values: isoLanguages,
      pattern: /^[a-z]{2,3}-[a-z]{4}$/,
    }),
    safeSearch,
    deviceType,
    nextPageToken: text({
      note: 'nextPageToken of the previous answer, unchanged, within one hour. The search goes on as it began: other parameters are ignored.',
      maxChars: TOKEN_MAX_CHARS,
    }),
  },
});
