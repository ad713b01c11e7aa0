import enginea from '../../enums/enginea.json' with { type: 'json' };
import { exclusive } from '../../input/cross-rules.js';
import { choice, code, integer, text } from '../../input/scalars.js';
import { country, isoLanguages, query, withCodes } from '../shared-fields.js';
import type { Target } from '../../target.js';

export const engineaTarget: Target = { name: 'enginea', title: 'the primary search engine' };

/** Parameters that several of this engine's operations share. */
export const location = text({
  note: 'Origin of the search: a canonical place name such as Austin,Texas,United States.',
});
export const uule = text({ note: 'Encoded origin of the search. Cannot be combined with location.', maxChars: 1024 });
export const domain = choice({ note: 'Host of the engine.', values: enginea.domain, default: 'google.com' });
export const gl = country('Country of the search, two letters.', enginea.gl);
export const hl = code({
  note: "Language of the interface, two letters or one of the engine's own codes such as zh-cn.",
  letters: 'lower',
  values: withCodes(isoLanguages, enginea.hl),
});
export const tbs = text({
  note: 'Filters, combined with commas: qdr:w past week, cdr:1,cd_min:1/1/2025,cd_max:6/30/2025 date range, sbd:1 by date.',
});
export const safe = choice({ note: 'Adult-content filter.', values: ['active', 'off'] });
export const filter = integer({
  note: '1 enables the filters of similar and omitted results, 0 disables them.',
  values: [0, 1],
  default: 1,
});

export const oneOrigin = exclusive('location', 'uule');

/** What every search has: its words, where it is made from, and where it is narrowed to. */
export const searchFields = { q: query('Search text.'), location, uule, domain, gl, hl, tbs };
