import type { Element } from 'domhandler';

/** Parts of a results page that are not web results. */
export type Region =
  | 'ad'
  | 'question'
  | 'carousel'
  | 'section'
  | 'entity'
  | 'overview'
  | 'answer'
  | 'products'
  | 'menu'
  | 'related';

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

/** Attributes that mark regions; others are not read. */
const DATA: ReadonlyMap<string, Region> = new Map(
  Object.entries<Region>({
    'data-text-ad': 'ad',
    'data-pla': 'ad',
    'data-q': 'question',
    'data-mcpr': 'overview',
    'data-subtree': 'overview',
    'data-container-id': 'overview',
    'data-pvt': 'products',
  }),
);

/** The region that begins with `element`, if one does. An id says more than a name, a name more than a role. */
export const regionOf = ({ name, attribs }: Element): Region | undefined => {
  let byId: Region | undefined;
  let byData: Region | undefined;
  let named: Region | undefined;
  let byRole: Region | undefined;
  // Only attributes that exist: testing every possible one would be most of the cost of a parse.
  for (const attribute in attribs) {
    if (attribute === 'class') named = byClass(attribs[attribute]);
    else if (attribute === 'id') byId = IDS.get(attribs[attribute] ?? '');
    else if (attribute === 'role') byRole = ROLES.get(attribs[attribute] ?? '');
    else byData ??= DATA.get(attribute);
  }
  return byId ?? TAGS.get(name) ?? byData ?? named ?? byRole;
};
