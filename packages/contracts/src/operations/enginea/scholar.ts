import { defineOperation } from '../../define-operation.js';
import { list } from '../../input/composites.js';
import { orderedBounds } from '../../input/cross-rules.js';
import { integer, text } from '../../input/scalars.js';
import { always } from '../price-lines.js';
import { query } from '../shared-fields.js';
import { filter, hl, safe } from './enginea-fields.js';
import { scholarResult } from './scholar-result.js';
import type { Target } from '../../target.js';

const target: Target = { name: 'engineaScholar', title: "the primary search engine's scholarly search" };

/** Most results per page that may be asked for. */
export const SCHOLAR_NUM_MAX = 100;

const year = (note: string) => integer({ note, min: 1000, max: 9999 });
const zeroOrOne = (note: string) => integer({ note, values: [0, 1], default: 0 });
const LANGUAGES = /^lang_[a-z]{2}(?:-[a-z]{2,4})?(?:\|lang_[a-z]{2}(?:-[a-z]{2,4})?)*$/i;

export const engineaScholar = defineOperation({
  id: 'enginea/scholar',
  summary: 'Scholarly articles of the primary search engine',
  queue: 'serp',
  target,
  isBuilt: true,
  prices: always(5),
  result: scholarResult,
  example: { q: 'graph neural networks', asYlo: 2022 },
  rules: [orderedBounds('asYlo', 'asYhi')],
  fields: {
    q: query('Search text; author: and source: work.'),
    hl,
    lr: list({
      note: 'Language of the sites whose results are returned: one text or a list.',
      isScalarAccepted: true,
      item: text({
        note: 'Language such as lang_fr.',
        pattern: LANGUAGES,
        form: 'lang_ and a language code, such as lang_fr or lang_fr|lang_en',
      }),
    }),
    start: integer({ note: 'Results to skip, 0 is the first.', min: 0 }),
    num: integer({
      note: 'Most results per page; the engine itself gives 20 at most.',
      min: 1,
      max: SCHOLAR_NUM_MAX,
      default: 10,
    }),
    asYlo: year('Earliest year of publication.'),
    asYhi: year('Latest year of publication, inclusive.'),
    scisbd: integer({ note: 'By date instead of relevance: 1 abstracts only, 2 everything.', values: [1, 2] }),
    cluster: text({ note: 'Article id (versions.clusterId) whose versions are listed; q is not asked for then.' }),
    cites: text({ note: 'Article id (citedBy.citesId) whose citing articles are listed.' }),
    asSdt: text({ note: 'Kind of search: 0,5 articles, 4 and court codes case law, 7 with patents.', default: '0,5' }),
    safe,
    filter,
    asVis: zeroOrOne('1 leaves citations out.'),
    asRr: zeroOrOne('1 shows review articles only.'),
  },
});
