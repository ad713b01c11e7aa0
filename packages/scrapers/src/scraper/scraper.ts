import type { OperationBody, OperationId, OperationParams, Tier, Verdict } from '@quarry/contracts';

/** Kind of device that requests a page. */
export type DeviceType = 'desktop' | 'mobile' | 'tablet';

/** How to request a document of an engine or a site. */
export interface PageRequest {
  /** Its name in the scraper: `listing`, `region`, `offers`. Unique within one call. */
  readonly step: string;
  readonly url: string;
  /** Default: GET. */
  readonly method?: 'GET' | 'POST';
  /** With POST alone: an encoded form, or JSON with its content type among the headers. */
  readonly body?: string;
  /** Beside those of the device. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly cookies?: Readonly<Record<string, string>>;
  readonly deviceType?: DeviceType;
  /** Results before the page asked for, where its address does not say. */
  readonly offset?: number;
  /** Address that names the page in the response, where what is asked for is not in `url`. */
  readonly namedUrl?: string;
}

export interface ScrapedPage {
  readonly step: string;
  readonly text: string;
  /** After redirects. */
  readonly url: string;
  /** Default: the same. */
  readonly askedUrl?: string | undefined;
  /** Results before this page, where its address does not say. */
  readonly offset?: number | undefined;
}

export interface FailedDocument {
  readonly step: string;
  readonly failed: Exclude<Verdict, 'ok'>;
  readonly reason?: string;
}

/** The result of one step. */
export type ScrapedDocument = ScrapedPage | FailedDocument;

type Params = Readonly<Record<string, unknown>>;

export interface ScrapedResult<Body = Params> {
  readonly outcome: 'ok';
  /** The response of the contract without `requestMetadata`; inline pictures of the page are in it as `data:` addresses. */
  readonly result: Body;
  /** Step whose document is stored as the response's html. */
  readonly page: string;
  /** What the response names as its address. Default: that of the page, after redirects. */
  readonly url?: string;
  /** Keys of the blocks that the page has, of the scraper's `blocks`. */
  readonly blocks?: readonly string[];
  /** Parts that cost extra and could not be had, by the names that the contract's price knows: they are not charged. */
  readonly leftOut?: readonly string[];
  /** Why the page may be incomplete: another exit may get more. */
  readonly doubt?: string;
  /** Plain data for requesting the next page or turn: seal it before giving it to a client. */
  readonly next?: unknown;
}

/**
 * The result of the documents so far. `ask`: one more is needed. `blocked`: a challenge or a refusal. `unrecognized`:
 * neither what was requested nor the target's statement that there is none. `not_found`: its statement that it does not exist.
 * `otherwise`: the response without the last document, used if no exit or tier gets one that can be read.
 */
export type ScraperReading<Body = Params> =
  | ScrapedResult<Body>
  | { readonly outcome: 'ask'; readonly request: PageRequest }
  | {
      readonly outcome: 'blocked' | 'unrecognized' | 'not_found';
      readonly reason: string;
      readonly otherwise?: ScrapedResult<Body>;
    };

export interface ScraperOptions {
  /** Used instead of the target's own hosts. */
  readonly origin?: string | undefined;
  /** `next` of the response that this call continues. */
  readonly next?: unknown;
}

/** How documents of one scraper are fetched. */
export interface ScraperPlan {
  /** In the order in which they are tried: the next one where the one before met a wall or a page that is not recognised. */
  readonly tiers: readonly Tier[];
  /** Doubts that another exit must confirm. Default: none. */
  readonly doubts?: ReadonlySet<string>;
  /** Exits that the target serves best, used where the deployment has them. Default: the deployment's own. */
  readonly preferredExit?: 'datacenter' | 'residential';
  /** Runs in the browser's page until the page's own scripts have filled it. */
  readonly untilFilled?: string;
  /** Skips plain HTTP for a while after it met only walls that require scripts. */
  readonly remembersWalls?: boolean;
}

export const CHEAP_FIRST: ScraperPlan = { tiers: ['http', 'browser'] };

/** Of targets that refuse most clients from data centres. */
export const GUARDED: ScraperPlan = { ...CHEAP_FIRST, preferredExit: 'residential' };

/** How responses are continued by a token. */
export interface TokenPlan<P = Params, Body = Params, Field = string> {
  /** Parameters of the first call that apply to all following ones, whatever those state: the target ties its state to them. */
  readonly kept: readonly Field[];
  isWanted(params: P): boolean;
  /** Puts the token into the response. */
  place(result: Body, token: string): Body;
}

/** Most documents of one call; a scraper that requests more is broken. */
export const MAX_STEPS = 6;

/** The main list or record of a response, and the keys of its rows whose fill rates are counted. */
export interface MainRows<Key extends string = string, Field extends string = string> {
  readonly key: Key;
  readonly fields: readonly Field[];
}

/** One operation on an engine or a site: pure, its parameters checked by the contract before. */
export interface Scraper<P = Params, Body = Params, Main = MainRows, Block = string, Tokens = TokenPlan> {
  readonly id: string;
  /** Default: `CHEAP_FIRST`. */
  readonly plan?: ScraperPlan;
  /** Default: the contract's main list. */
  readonly main?: Main;
  /** Blocks that a page may have, by their keys in the response. */
  readonly blocks?: readonly Block[];
  /** A 404 or 410 says that the record is gone; of a search it says nothing. */
  readonly isRecord: boolean;
  readonly continuation?: Tokens;
  /** Completes the parameters with what the project's own tables say, before the first request. */
  complete?(params: P): Promise<P>;
  begin(params: P, options: ScraperOptions): PageRequest;
  /** `documents`: all so far, in order. Linear in them; never throws for their content. */
  read(params: P, documents: readonly ScrapedDocument[], options: ScraperOptions): ScraperReading<Body>;
}

type FieldOf<T> = keyof T & string;
type RowOf<T> = NonNullable<T> extends readonly (infer Row)[] ? Row : NonNullable<T>;
type MainRowsOf<Body> = { [Key in FieldOf<Body>]: MainRows<Key, FieldOf<RowOf<Body[Key]>>> }[FieldOf<Body>];

/** A scraper typed by the contract's parameters and response of an id. */
export type ScraperOf<Id extends OperationId> = { readonly id: Id } & Scraper<
  OperationParams<Id>,
  OperationBody<Id>,
  MainRowsOf<OperationBody<Id>>,
  FieldOf<OperationBody<Id>>,
  TokenPlan<OperationParams<Id>, OperationBody<Id>, FieldOf<OperationParams<Id>>>
>;

/** By their ids. */
export type Scrapers = ReadonlyMap<string, Scraper>;

export const defineSite = <const Id extends OperationId>(scraper: Omit<ScraperOf<Id>, 'isRecord'>): ScraperOf<Id> => ({
  ...scraper,
  isRecord: true,
});
