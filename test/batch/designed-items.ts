import { shuffled, type Random } from './seeded-random.js';

/** An item with a designed end. */
export interface DesignedItem {
  readonly kind: string;
  /** The request as sent; its `url` is unique to the item. */
  readonly query: { readonly url: string; readonly [field: string]: unknown };
  /** Its error code. Absent: the item succeeds. */
  readonly error?: string;
  /** Its price. */
  readonly price: number;
  /** Text in the stored answer. */
  readonly shows?: string;
}

interface Kind extends Omit<DesignedItem, 'kind' | 'query' | 'shows'> {
  /** Count among 200 items. */
  readonly share: number;
  readonly path: (index: number) => string;
  readonly options?: Readonly<Record<string, unknown>>;
  readonly shows?: (index: number) => string;
  /** Requests a port that nobody listens on. */
  readonly isRefused?: boolean;
}

const HTTP_ONLY = { jsRendering: false };
const UNREACHABLE = { error: 'target_unreachable', price: 0, options: HTTP_ONLY } as const;

/** Without `jsRendering` the price of a browser is held, and most of it is released. */
const KINDS: Readonly<Record<string, Kind>> = {
  page: {
    share: 102,
    path: (index) => `/page/${index}`,
    price: 1,
    options: HTTP_ONLY,
    shows: (index) => `Report ${index}`,
  },
  auto: { share: 24, path: (index) => `/page/auto-${index}`, price: 1, shows: (index) => `Report auto-${index}` },
  missing: {
    share: 16,
    path: (index) => `/status/404/${index}`,
    price: 0,
    options: HTTP_ONLY,
    shows: () => 'Status 404',
  },
  slow: { share: 12, path: (index) => `/slow/${200 + (index % 7) * 100}/${index}`, price: 1, options: HTTP_ONLY },
  broken: { share: 10, path: (index) => `/status/500/${index}`, ...UNREACHABLE },
  blocked: { share: 10, path: (index) => `/block/x/${index}`, error: 'target_blocked', price: 0, options: HTTP_ONLY },
  redirect: {
    share: 8,
    path: (index) => `/redirect/%2Fpage%2Fgone-${index}/${index}`,
    price: 1,
    options: HTTP_ONLY,
    shows: (index) => `Report gone-${index}`,
  },
  flaky: { share: 6, path: (index) => `/flaky/${index}`, price: 1, options: HTTP_ONLY },
  cut: { share: 4, path: (index) => `/cut/x/${index}`, ...UNREACHABLE },
  hang: { share: 4, path: (index) => `/stall/1500/${index}`, ...UNREACHABLE },
  refused: { share: 2, path: (index) => `/page/${index}`, ...UNREACHABLE, isRefused: true },
  binary: {
    share: 1,
    path: (index) => `/download/${index}`,
    error: 'target_unsupported',
    price: 0,
    options: HTTP_ONLY,
  },
  script: {
    share: 1,
    path: (index) => `/js/x/${index}`,
    price: 10,
    options: { jsRendering: true },
    shows: () => 'Made by script',
  },
};

export interface DesignedTargets {
  /** `http://<host>:<port>` of sites with designed responses. */
  readonly sites: readonly string[];
  /** One that refuses connections. */
  readonly refusing: string;
}

/** The kind that starts Chromium. */
const RENDERED = 'script';

/** Each kind once, so that few items have all kinds too, then the others, each kind spread evenly. */
const DEALT: readonly string[] = [
  ...Object.keys(KINDS),
  ...Object.entries(KINDS)
    .flatMap(([name, { share }]) =>
      Array.from({ length: share - 1 }, (_, index) => ({ name, place: (index + 0.5) / (share - 1) })),
    )
    .sort((one, other) => one.place - other.place)
    .map(({ name }) => name),
];

/** Sites respond when its group is released: the job has not ended before. */
const heldIn = (group: string): Kind => ({
  share: 0,
  path: (index) => `/held/${group}/${index}`,
  price: 1,
  options: HTTP_ONLY,
  shows: (index) => `Report ${index}`,
});

/** Pages that sites hold back, `count` of them or all. */
export interface HeldPages {
  readonly group: string;
  readonly count: number;
}

const itemOf = (name: string, kind: Kind, index: number, targets: DesignedTargets): DesignedItem => {
  const { path, options, shows, error, price, isRefused } = kind;
  const site = isRefused ? targets.refusing : (targets.sites[index % targets.sites.length] ?? '');
  return {
    kind: name,
    query: { url: `${site}${path(index)}`, outputFormat: ['html', 'markdown'], ...options },
    price,
    ...(error === undefined ? {} : { error }),
    ...(shows === undefined ? {} : { shows: shows(index) }),
  };
};

/** What some items are to be. */
interface ItemsDesign {
  /** Default: none. */
  readonly held?: HeldPages;
  /** Pages in place of those that need Chromium. */
  readonly isUnrendered?: boolean;
}

/** `open` pages, and then `held` ones that their sites hold back. */
export const designHeld = (open: number, { group, count }: HeldPages, targets: DesignedTargets): DesignedItem[] =>
  Array.from({ length: open + count }, (_, index) => {
    const kind = index < open ? KINDS['page'] : heldIn(group);
    if (kind === undefined) throw new Error('there are no pages');
    return itemOf('page', kind, index, targets);
  });

/** `count` items of all kinds in their shares, mixed; the first pages of them may be held back by their sites. */
export const designItems = (
  count: number,
  targets: DesignedTargets,
  random: Random,
  { held = { group: '', count: 0 }, isUnrendered = false }: ItemsDesign = {},
): DesignedItem[] => {
  let heldBack = 0;
  const names = Array.from({ length: count }, (_, index) => DEALT[index % DEALT.length] ?? 'page').map((name) =>
    isUnrendered && name === RENDERED ? 'page' : name,
  );
  return shuffled(random, names).map((name, index) => {
    const isHeld = name === 'page' && heldBack < held.count;
    if (isHeld) heldBack += 1;
    const kind = isHeld ? heldIn(held.group) : KINDS[name];
    if (kind === undefined) throw new Error(`there is no kind ${name}`);
    return itemOf(name, kind, index, targets);
  });
};
