import { z } from 'zod';
import { defineOperation } from '../../define-operation.js';
import { list } from '../../input/composites.js';
import { orderedBounds } from '../../input/cross-rules.js';
import { integer, text } from '../../input/scalars.js';
import { type Target } from '../../target.js';
import { answer, anything, block, int, listOf, number, pagination, string, strings } from '../answer.js';
import { always } from '../price-lines.js';
import { query } from '../shared-fields.js';
import { filter, hl, safe } from './enginea-fields.js';

export const engineaScholarTarget: Target = {
  name: 'engineaScholar',
  title: "the primary search engine's scholarly search",
};

/** Maximum results per page. */
export const SCHOLAR_NUM_MAX = 100;

const year = (note: string) => integer({ note, min: 1000, max: 9999 });
const zeroOrOne = (note: string) => integer({ note, values: [0, 1], default: 0 });
const LANGUAGES = /^lang_[a-z]{2}(?:-[a-z]{2,4})?(?:\|lang_[a-z]{2}(?:-[a-z]{2,4})?)*$/i;

const article = block({
  position: z.int(),
  title: z.string(),
  ...strings('resultId', 'type', 'link', 'snippet', 'relatedPagesLink', 'cachedPageLink'),
  publicationInfo: block({
    summary: string,
    authors: listOf(block(strings('name', 'link', 'authorId'))),
  }).optional(),
  resources: listOf(block(strings('title', 'fileFormat', 'link'))),
  citedBy: block({ total: int, ...strings('citesId', 'link') }).optional(),
  versions: block({ total: int, ...strings('clusterId', 'link') }).optional(),
});

const scholarResult = answer({
  searchInformation: block({ totalResults: int, timeTaken: number, queryDisplayed: string }).optional(),
  organicResults: z.array(article),
  profiles: anything,
  relatedSearches: listOf(block(strings('query', 'link'))),
  pagination,
});

export const engineaScholar = defineOperation({
  id: 'enginea/scholar',
  summary: 'Scholarly articles of the primary search engine',
  queue: 'serp',
  target: engineaScholarTarget,
  prices: always(5),
  result: scholarResult,
  example: { q: 'graph neural networks', asYlo: 2022 },
  rules: [orderedBounds('asYlo', 'asYhi')],
  fields: {
    q: query('Search text; author: and source: are supported.'),
    hl,
    lr: list({
      note: 'Languages of the sites to return: a string or a list.',
      isScalarAccepted: true,
      item: text({
        note: 'Language such as lang_fr.',
        pattern: LANGUAGES,
        form: 'lang_ and a language code, such as lang_fr or lang_fr|lang_en',
      }),
    }),
    start: integer({ note: 'Results to skip.', min: 0 }),
    num: integer({
      note: 'Results per page; the engine returns at most 20.',
      min: 1,
      max: SCHOLAR_NUM_MAX,
      default: 10,
    }),
    asYlo: year('Earliest year of publication.'),
    asYhi: year('Latest year of publication, inclusive.'),
    scisbd: integer({ note: 'Sort by date instead of relevance: 1 abstracts only, 2 everything.', values: [1, 2] }),
    cluster: text({ note: 'Article id (versions.clusterId) whose versions to list; q is ignored.' }),
    cites: text({ note: 'Article id (citedBy.citesId) whose citing articles to list.' }),
    asSdt: text({ note: 'Kind of search: 0,5 articles, 4 and court codes case law, 7 with patents.', default: '0,5' }),
    safe,
    filter,
    asVis: zeroOrOne('1 excludes citations.'),
    asRr: zeroOrOne('1 returns review articles only.'),
  },
});
