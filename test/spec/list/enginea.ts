import { AI_MODE_PAGE } from '../pages/ai-mode-page.js';
import type { RuleName } from '../../../packages/contracts/src/index.js';
import { refused, sent, type Entry, type EntryList, type Given } from '../entry.js';

const Q = 'slate roofs';
/** The encoded form of Austin,Texas,United States. */
const AUSTIN = 'w+CAIQICIaQXVzdGluLFRleGFzLFVuaXRlZCBTdGF0ZXM';
const UULE = 'w+CAIQICIGQmVybGlu';

type Query = Readonly<Record<string, string | null>>;

/** Entries of one of the engine's paths; their rows begin with its name. */
const pathEntries = (name: string, kind: Query) => ({
  query: (field: string, rule: string, give: Given, wanted: Query): Entry =>
    sent(`${name} ${field}`, rule, give, { path: '/search', query: { ...kind, ...wanted } }),
  refuses: (field: string, rule: string, give: Given, rejected: RuleName): Entry =>
    refused(`${name} ${field}`, rule, give, field, rejected),
});

const origins = (name: string, kind: Query): readonly Entry[] => {
  const { query, refuses } = pathEntries(name, kind);
  return [
    query('q', 'is the search text', {}, { q: Q }),
    refuses('q', 'is required', { q: null }, 'required'),
    query('location', 'is sent in the engine’s encoding', { location: 'Austin,Texas,United States' }, { uule: AUSTIN }),
    refuses('location', 'is not empty', { location: '' }, 'minLength'),
    query('uule', 'is sent as it is', { uule: UULE }, { uule: UULE }),
    { ...refuses('uule', 'is not combined with location', { uule: UULE, location: 'Berlin' }, 'prohibitedWith') },
    query('gl', 'is the country', { gl: 'DE' }, { gl: 'de' }),
    refuses('gl', 'is a country', { gl: 'germany' }, 'enum'),
  ];
};

const domains = (name: string): readonly Entry[] => [
  {
    rows: [`${name} domain`],
    rule: 'is the host of the engine',
    give: { domain: 'google.de' },
    seen: { address: /^https:\/\/www\.google\.de\/search\?/ },
  },
  { rows: [`${name} domain`], rule: 'has a default', seen: { address: /^https:\/\/www\.google\.com\/search\?/ } },
  refused(`${name} domain`, 'is a host of the engine', { domain: 'example.com' }, 'domain', 'enum'),
];

const devices = (name: string): readonly Entry[] => {
  const agent = (rule: string, give: Given, form: RegExp): Entry =>
    sent(`${name} deviceType`, rule, give, { headers: { 'user-agent': form } });
  return [
    agent('is a desktop unless stated', {}, /^(?!.*Mobile)/),
    agent('may be a telephone', { deviceType: 'mobile' }, /Mobile/),
    refused(`${name} deviceType`, 'is one of its values', { deviceType: 'watch' }, 'deviceType', 'enum'),
  ];
};

const shop = pathEntries('shopping', { udm: '28' });

export const ENGINEA: readonly EntryList[] = [
  {
    table: 'enginea',
    operation: 'enginea/serp',
    valid: { q: Q },
    entries: [
      pathEntries('serp', {}).query('q', 'is the search text', {}, { q: Q }),
      pathEntries('serp', {}).query(
        'q',
        'keeps operators',
        { q: 'site:example.com "a b"' },
        { q: 'site:example.com "a b"' },
      ),
      pathEntries('serp', {}).refuses('q', 'is required', { q: null }, 'required'),
      pathEntries('serp', {}).refuses('q', 'is not empty', { q: '' }, 'required'),
      pathEntries('serp', {}).refuses('q', 'has at most 2048 characters', { q: 'q'.repeat(2049) }, 'maxLength'),
      refused('serp q', 'is not misspelt', { query: Q }, 'query', 'unknown'),
    ],
  },
  {
    table: 'enginea',
    operation: 'enginea/ai-mode',
    valid: { q: Q },
    page: AI_MODE_PAGE,
    entries: origins('ai-mode', { udm: '50' }),
  },
  {
    table: 'enginea',
    operation: 'enginea/shopping',
    valid: { q: Q },
    entries: [
      ...origins('shopping', { udm: '28' }),
      ...domains('shopping'),
      shop.query('hl', 'is the language', { hl: 'de' }, { hl: 'de' }),
      shop.refuses('hl', 'is a language', { hl: 'german' }, 'enum'),
      shop.query('tbs', 'is filters joined with commas', { tbs: 'cdr:1,cd_min:1/1/2025,sbd:1' }, { tbs: 'cdr:1,cd_min:1/1/2025,sbd:1' }), // oxfmt-ignore
      shop.refuses('tbs', 'is one value', { 'tbs[]': ['a', 'b'] }, 'string'),
      ...devices('shopping'),
    ],
  },
  {
    table: 'enginea',
    operation: 'enginea/images',
    valid: { q: Q },
    entries: [...origins('images', { udm: '2' }), ...domains('images'), ...devices('images')],
  },
];
