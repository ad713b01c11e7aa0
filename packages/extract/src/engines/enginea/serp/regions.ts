import type { Element } from 'domhandler';

/** Parts of a results page that are no web results. */
export type Region =
  'ad' | 'question' | 'carousel' | 'section' | 'entity' | 'overview' | 'answer' | 'products' | 'menu' | 'related';

const IDS: ReadonlyMap<string, Region> = new Map(
  Object.entries<Region>({
    tads: 'ad',
    tadsb: 'ad',
    tvcap: 'ad',
    bottomads: 'ad',
    mbEnd: 'ad',
    rhs_block: 'entity',
    rhs: 'entity',
    rhscol: 'entity',
    bres: 'related',
    brs: 'related',
    hdtb: 'menu',
    searchform: 'menu',
    footcnt: 'menu',
    foot: 'menu',
    fbar: 'menu',
    sfooter: 'menu',
  }),
);

const TAGS: ReadonlyMap<string, Region> = new Map(
  Object.entries<Region>({
    'g-scrolling-carousel': 'carousel',
    'g-inner-card': 'carousel',
    'g-section-with-header': 'section',
    'g-card': 'section',
    'block-component': 'answer',
    form: 'menu',
    footer: 'menu',
    nav: 'menu',
  }),
);

const ROLES: ReadonlyMap<string, Region> = new Map(
  Object.entries<Region>({
    complementary: 'entity',
    navigation: 'menu',
    listitem: 'carousel',
    list: 'carousel',
    dialog: 'menu',
    menu: 'menu',
    search: 'menu',
  }),
);

/** One signal among several: names that were stable for years. */
const CLASSES: ReadonlyMap<string, Region> = new Map(
  Object.entries<Region>({
    'related-question-pair': 'question',
    'ads-ad': 'ad',
    'ads-fr': 'ad',
    'pla-unit': 'ad',
    'commercial-unit-desktop-top': 'ad',
    'commercial-unit-desktop-rhs': 'ad',
    'commercial-unit-mobile-top': 'ad',
    uEierd: 'ad',
    xpdopen: 'answer',
    ifM9O: 'answer',
    'knowledge-panel': 'entity',
  }),
);

const SOME_CLASS = new RegExp([...CLASSES.keys()].join('|'));

const byClass = (names: string | undefined): Region | undefined => {
  if (names === undefined || !SOME_CLASS.test(names)) return undefined;
  for (const name of names.split(/\s+/, 12)) {
    const region = CLASSES.get(name);
    if (region) return region;
  }
  return undefined;
};

const byData = (attribs: Readonly<Record<string, string>>): Region | undefined => {
  if (attribs['data-text-ad'] !== undefined || attribs['data-pla'] !== undefined) return 'ad';
  if (attribs['data-q'] !== undefined && attribs['data-async-context'] === undefined) return 'question';
  if (attribs['data-mcpr'] !== undefined && attribs['data-mcp'] !== undefined) return 'overview';
  if (attribs['data-subtree'] !== undefined || attribs['data-container-id'] !== undefined) return 'overview';
  if (attribs['data-pvt'] !== undefined) return 'products';
  return undefined;
};

const NOWHERE = '';

/** The region that begins with `element`, if one does. */
export const regionOf = ({ name, attribs }: Element): Region | undefined =>
  IDS.get(attribs['id'] ?? NOWHERE) ??
  TAGS.get(name) ??
  byData(attribs) ??
  byClass(attribs['class']) ??
  ROLES.get(attribs['role'] ?? NOWHERE);
