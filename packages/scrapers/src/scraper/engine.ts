import type { OperationBody, OperationId, OperationParams } from '@quarry/contracts';
import {
  type DeviceType,
  type PageRequest,
  type ScrapedResult,
  type ScraperOf,
  type ScraperOptions,
  type ScraperPlan,
} from './scraper.js';

/** How to request a page of an engine. */
export interface EngineRequest extends Omit<PageRequest, 'step'> {
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: Readonly<Record<string, string>>;
  readonly deviceType: DeviceType;
}

export interface EngineDocument {
  readonly text: string;
  /** The requested address of the page: base for relative links, the query and the place among pages. */
  readonly url?: string | undefined;
  /** Results before this page, where the address does not say. */
  readonly offset?: number | undefined;
}

/** What a page says, as a `ScraperReading` does. */
export type ParsedResults<Body = ScrapedResult['result']> =
  | (Pick<ScrapedResult<Body>, 'outcome' | 'result' | 'doubt' | 'next'> & Required<Pick<ScrapedResult, 'blocks'>>)
  | { readonly outcome: 'blocked' | 'unrecognized' | 'not_found'; readonly reason: string };

/** An engine needs one page. */
const STEP = 'page';
const PLAN: ScraperPlan = { tiers: ['http', 'browser'], remembersWalls: true };

export interface EngineDefinition<Id extends OperationId> extends Pick<
  ScraperOf<Id>,
  'id' | 'continuation' | 'complete'
> {
  readonly plan?: Omit<ScraperPlan, 'remembersWalls'>;
  readonly blocks: NonNullable<ScraperOf<Id>['blocks']>;
  readonly request: (params: OperationParams<Id>, options: ScraperOptions) => EngineRequest;
  /** Linear in the page; never throws for its content. */
  readonly parse: (document: EngineDocument) => ParsedResults<OperationBody<Id>>;
}

/** Makes a scraper of an engine from its request and its parser. */
export const defineEngine = <const Id extends OperationId>({
  plan,
  request,
  parse,
  ...engine
}: EngineDefinition<Id>): ScraperOf<Id> => ({
  ...engine,
  plan: { ...PLAN, ...plan },
  isRecord: false,
  begin: (params, options) => ({ step: STEP, ...request(params, options) }),
  read: (_params, documents) => {
    const document = documents.at(-1);
    if (!document || 'failed' in document) return { outcome: 'unrecognized', reason: 'no_document' };
    const { text, url, askedUrl = url, offset } = document;
    const parsed = parse({ text, url: askedUrl === '' ? undefined : askedUrl, offset });
    return parsed.outcome === 'ok' ? { ...parsed, page: document.step, url: askedUrl } : parsed;
  },
});

/** The base address of a page's links: its own, or the engine's usual one where there is none. */
export const pageUrlOr = (fallback: string, url: string | undefined): string =>
  url !== undefined && URL.canParse(url) ? url : fallback;
