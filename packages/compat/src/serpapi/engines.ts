import type { OperationId } from '@quarry/contracts';

/** A parameter of ours for one of theirs. `value`: ours for theirs. */
export interface Parameter {
  readonly name: string;
  readonly value?: (sent: unknown) => unknown;
}

/** An engine by what the clients call it. */
export interface Engine {
  readonly operation: OperationId;
  /** Name of the address that was asked, among the facts of a search. */
  readonly urlName: string;
  /** The main list: its name in our response. */
  readonly list: string;
  readonly parameters: Readonly<Record<string, Parameter>>;
  /** The parameter that leads to the next page; absent where a token does. */
  readonly paging?: {
    readonly name: string;
    /** Its value on the first page, and how much further the next one is. */
    readonly first: number;
    readonly step: number;
  };
}

const same = (...names: readonly string[]): Readonly<Record<string, Parameter>> =>
  Object.fromEntries(names.map((name) => [name, { name }]));

const lowerCase = (sent: unknown): unknown => (typeof sent === 'string' ? sent.toLowerCase() : sent);
const languages = (sent: unknown): unknown => (typeof sent === 'string' ? sent.split('|') : sent);
/** Fewer rows than the engine gives are cut from them. */
const atLeastTen = (sent: unknown): unknown => (typeof sent === 'string' && /^[1-9]$/.test(sent) ? '10' : sent);

const SAFE: Readonly<Record<string, string>> = { '1': 'strict', '-1': 'moderate', '-2': 'off' };
const safeLevel = (sent: unknown): unknown => (typeof sent === 'string' ? (SAFE[sent] ?? sent) : sent);

const DEVICE = { device: { name: 'deviceType' } } as const;
const ENGINE_A = {
  ...same('q', 'location', 'uule', 'gl', 'hl', 'tbs'),
  google_domain: { name: 'domain' },
  ...DEVICE,
} as const;

const google: Engine = {
  operation: 'enginea/serp',
  urlName: 'google_url',
  list: 'organicResults',
  parameters: {
    ...ENGINE_A,
    ...same('ludocid', 'lsig', 'kgmid', 'si', 'safe', 'filter', 'nfpr', 'tbm', 'start'),
    lr: { name: 'lr', value: languages },
    num: { name: 'num', value: atLeastTen },
  },
  paging: { name: 'start', first: 0, step: 10 },
};

const images: Engine = {
  operation: 'enginea/images',
  urlName: 'google_images_url',
  list: 'imagesResults',
  parameters: { ...ENGINE_A, ...same('safe', 'filter', 'ijn') },
  paging: { name: 'ijn', first: 0, step: 1 },
};

const shopping: Engine = {
  operation: 'enginea/shopping',
  urlName: 'google_shopping_url',
  list: 'shoppingResults',
  parameters: { ...ENGINE_A, ...same('shoprs', 'start') },
  paging: { name: 'start', first: 0, step: 40 },
};

const scholar: Engine = {
  operation: 'enginea/scholar',
  urlName: 'google_scholar_url',
  list: 'organicResults',
  parameters: {
    ...same('q', 'hl', 'lr', 'start', 'num', 'scisbd', 'cluster', 'cites', 'safe', 'filter'),
    as_ylo: { name: 'asYlo' },
    as_yhi: { name: 'asYhi' },
    as_sdt: { name: 'asSdt' },
    as_vis: { name: 'asVis' },
    as_rr: { name: 'asRr' },
  },
  paging: { name: 'start', first: 0, step: 10 },
};

const bing: Engine = {
  operation: 'engineb/serp',
  urlName: 'bing_url',
  list: 'organicResults',
  parameters: {
    ...same('q', 'location', 'lat', 'lon', 'cc', 'filters', 'first'),
    mkt: { name: 'mkt', value: lowerCase },
    safeSearch: { name: 'safeSearch', value: lowerCase },
    ...DEVICE,
  },
  paging: { name: 'first', first: 1, step: 10 },
};

const duckduckgo: Engine = {
  operation: 'enginec/serp',
  urlName: 'duckduckgo_url',
  list: 'organicResults',
  parameters: {
    ...same('q', 'kl'),
    safe: { name: 'safeSearch', value: safeLevel },
    next_page_token: { name: 'nextPageToken' },
    ...DEVICE,
  },
};

export const ENGINES: ReadonlyMap<string, Engine> = new Map([
  ['google', google],
  ['google_images', images],
  ['google_scholar', scholar],
  ['google_shopping', shopping],
  ['bing', bing],
  ['duckduckgo', duckduckgo],
]);

/** The engine of an operation, with its name; undefined for operations that are no search. */
export const engineOf = (operation: string): readonly [name: string, engine: Engine] | undefined =>
  [...ENGINES].find(([, engine]) => engine.operation === operation);
