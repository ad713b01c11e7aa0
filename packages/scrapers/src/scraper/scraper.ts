import type { OperationBody, OperationId, OperationParams, Tier, Verdict } from '@quarry/contracts';

/** Kind of machine that a page is asked for from. */
export type DeviceType = 'desktop' | 'mobile' | 'tablet';

/** How a document of an engine or a site is asked for. */
export interface PageRequest {
  /** What it is, in its scraper: `listing`, `region`, `offers`. No two of one call have the same. */
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

/** What came of one step. */
export type ScrapedDocument = ScrapedPage | FailedDocument;

type Params = Readonly<Record<string, unknown>>;

export interface ScrapedResult<Body = Params> {
  readonly outcome: 'ok';
  /** The response of the contract without `requestMetadata`; pictures that the page carries are in it as `data:` addresses. */
  readonly result: Body;
  /** Step whose document is stored as the response's html. */
  readonly page: string;
  /** What the response names as its address. Default: that of the page, after redirects. */
  readonly url?: string;
  /** Keys of the blocks that the page has, of the scraper's `blocks`. */
  readonly blocks?: readonly string[];
  /** Why the page may be less than what the target has: another exit may serve more. */
  readonly doubt?: string;
  /** Plain data with which the page or turn after this one is asked for: who gives it away must seal it. */
  readonly next?: unknown;
}

/**
 * What the documents so far come to. `ask`: one more is needed. `blocked`: a question for people or a refusal. `unrecognized`:
 * nothing that was asked for, nor the target's own word that there is none of it. `not_found`: its word that it does not exist.
 */
export type ScraperReading<Body = Params> =
  | ScrapedResult<Body>
  | { readonly outcome: 'ask'; readonly request: PageRequest }
  | { readonly outcome: 'blocked' | 'unrecognized' | 'not_found'; readonly reason: string };

export interface ScraperOptions {
  /** Where the target is asked instead of its own hosts. */
  readonly origin?: string | undefined;
  /** `next` of the response that this call continues. */
  readonly next?: unknown;
}

/** How documents of one scraper are fetched. */
export interface ScraperPlan {
  /** In the order in which they are tried: the next one where the one before met a wall or a page that is not recognised. */
  readonly tiers: readonly Tier[];
  /** Doubts that another exit has to confirm. Default: none. */
  readonly doubts?: ReadonlySet<string>;
  /** Exits that the target serves best, taken where the deployment has such. Default: the deployment's own. */
  readonly preferredExit?: 'datacenter' | 'residential';
  /** Runs in the browser's page until the page's own scripts have filled it. */
  readonly untilFilled?: string;
  /** Plain HTTP is left out for a while where it met nothing but walls that ask for scripts. */
  readonly remembersWalls?: boolean;
}

export const CHEAP_FIRST: ScraperPlan = { tiers: ['http', 'browser'] };

/** Of targets that refuse most clients from data centres. */
export const GUARDED: ScraperPlan = { ...CHEAP_FIRST, preferredExit: 'residential' };

/** How responses are continued by a token. */
export interface TokenPlan<P = Params, Body = Params, Field = string> {
  /** Parameters of the first call that hold for all that follow, whatever those say: the target ties its state to them. */
  readonly kept: readonly Field[];
  isWanted(params: P): boolean;
  /** Puts the token into the response. */
  place(result: Body, token: string): Body;
}

/** Most documents of one call; a scraper that asks for more is broken. */
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
  begin(params: P, options: ScraperOptions): PageRequest;
  /** `documents`: all that came so far, in order. Linear in them; never throws for what they hold. */
  read(params: P, documents: readonly ScrapedDocument[], options: ScraperOptions): ScraperReading<Body>;
}

type FieldOf<T> = keyof T & string;
type RowOf<T> = NonNullable<T> extends readonly (infer Row)[] ? Row : NonNullable<T>;
type MainRowsOf<Body> = { [Key in FieldOf<Body>]: MainRows<Key, FieldOf<RowOf<Body[Key]>>> }[FieldOf<Body>];

/** A scraper held to the parameters and the response that the contract has for an id. */
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
