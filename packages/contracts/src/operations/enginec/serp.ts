import { z } from 'zod';
import { defineOperation } from '../../define-operation.js';
import { requireOneOf } from '../../input/cross-rules.js';
import { code, text } from '../../input/scalars.js';
import { type Target } from '../../target.js';
import { answer, anything, block, int, listOf, string, strings } from '../answer.js';
import { organicResult } from '../engine-blocks.js';
import { always } from '../price-lines.js';
import { country, deviceType, isoLanguages, QUERY_MAX_CHARS, safeSearch, TOKEN_MAX_CHARS } from '../shared-fields.js';

export const enginecTarget: Target = { name: 'enginec', title: 'the third search engine' };

/** `nextPageToken` is both at the top and in `pagination`, and absent on the last page. */
const enginecSerpResult = answer({
  organicResults: z.array(block({ ...organicResult, video: anything })),
  ads: listOf(block({ position: int, ...strings('title', 'link', 'displayedLink', 'source', 'description') })),
  searchAssist: block({ answer: string, sources: anything }).optional(),
  nextPageToken: string,
  pagination: block({ nextPageToken: string }).optional(),
});

export const enginecSerp = defineOperation({
  id: 'enginec/serp',
  summary: 'Web results of the third search engine',
  queue: 'serp',
  target: enginecTarget,
  prices: always(10),
  result: enginecSerpResult,
  example: { q: 'open source licences', kl: 'us-en' },
  tokenField: 'nextPageToken',
  rules: [requireOneOf(['q', 'nextPageToken'])],
  fields: {
    q: text({ note: 'Search text. Ignored when nextPageToken is given.', maxChars: QUERY_MAX_CHARS }),
    kl: code({
      note: 'Region as country and language, such as us-en; wt-wt means none. Overrides cc and setLang.',
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
      note: 'nextPageToken of the previous response, unchanged, within one hour. The search continues with its own parameters: others are ignored.',
      maxChars: TOKEN_MAX_CHARS,
    }),
  },
});
