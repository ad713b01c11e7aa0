import enginea from '../../enums/enginea.json' with { type: 'json' };
import { defineOperation } from '../../define-operation.js';
import { list } from '../../input/composites.js';
import { choice, integer, text } from '../../input/scalars.js';
import { always } from '../price-lines.js';
import { deviceType, query } from '../shared-fields.js';
import { domain, filter, gl, hl, location, oneOrigin, safe, tbs, uule, engineaTarget } from './enginea-fields.js';
import { serpResult } from './serp-result.js';

export const engineaSerp = defineOperation({
  id: 'enginea/serp',
  summary: 'Web results of the primary search engine',
  queue: 'serp',
  target: engineaTarget,
  isBatchable: true,
  prices: always(10),
  result: serpResult,
  example: { q: 'espresso machine', gl: 'us', hl: 'en' },
  rules: [oneOrigin],
  fields: {
    q: query("Search text; the engine's operators are supported."),
    location,
    uule,
    domain,
    gl,
    hl,
    lr: list({
      note: 'Languages of the sites to return.',
      item: choice({ note: 'Language such as lang_fr.', values: enginea.lr }),
    }),
    ludocid: text({ note: "The engine's place id." }),
    lsig: text({ note: 'Second place id.' }),
    kgmid: text({ note: 'Id of an entity in the knowledge graph.' }),
    si: text({ note: 'Id of cached search parameters.', maxChars: 2048 }),
    tbs,
    safe,
    filter,
    nfpr: integer({ note: '1 turns off spelling correction of the search text.', values: [0, 1], default: 0 }),
    tbm: choice({
      note: 'Kind of search: images, videos, news, shopping, places. Omitted: web pages.',
      values: enginea.tbm,
    }),
    deviceType,
    start: integer({ note: 'Results to skip: 0, 10, 20; with tbm lcl in steps of 20.', min: 0, default: 0 }),
    num: integer({ note: 'Results per page; the engine itself returns about 10.', min: 10, max: 100, default: 10 }),
  },
});
