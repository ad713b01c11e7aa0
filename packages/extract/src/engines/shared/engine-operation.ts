import type { OperationId, OperationParams, ResultField } from '@quarry/contracts';

/** Kind of machine that a search is made from. */
export type DeviceType = 'desktop' | 'mobile' | 'tablet';

/** How a page of an engine is asked for. */
export interface EngineRequest {
  readonly url: string;
  /** Default: GET. */
  readonly method?: 'GET' | 'POST';
  /** Fields of a form, encoded; with POST alone. */
  readonly body?: string;
  /** Beside those of the device. */
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: Readonly<Record<string, string>>;
  readonly deviceType: DeviceType;
  /** Results before the page asked for, where its address does not tell. */
  readonly offset?: number;
}

export interface EngineDocument {
  readonly text: string;
  /** Address the page was asked for; relative links, the query and the place among pages are read by it. */
  readonly url?: string | undefined;
  /** Results before this page, where the address does not tell. */
  readonly offset?: number | undefined;
}

/**
 * What a page says. `blocked`: a question for people or a refusal. `unrecognized`: nothing that was asked for, nor the page's own
 * word that there is none of it. `not_found`: its own word that the thing asked for does not exist.
 */
export type ParsedResults =
  | {
      readonly outcome: 'ok';
      /** The answer of the contract without `requestMetadata`; pictures that the page carries stand in it as `data:` addresses. */
      readonly result: Readonly<Record<string, unknown>>;
      /** Keys of the blocks that the page has. */
      readonly blocks: readonly string[];
      /** Why the page may be less than what the engine has: another exit tells. */
      readonly doubt?: string;
      /** Plain data with which the page or turn after this one is asked for: who gives it away must seal it. */
      readonly next?: unknown;
    }
  | { readonly outcome: 'blocked' | 'unrecognized' | 'not_found'; readonly reason: string };

export interface EngineRequestOptions {
  /** Where the engine is asked instead of its own host. */
  readonly origin?: string | undefined;
  /** `next` of the page before. */
  readonly next?: unknown;
}

/** One operation on an engine: pure, its parameters checked by the contract before. */
export interface EngineOperation<
  Params = Readonly<Record<string, unknown>>,
  Id extends string = string,
  Field extends string = string,
> {
  readonly id: Id;
  /** Blocks that a page may have, by their keys in the answer. */
  readonly blocks: readonly Field[];
  request(params: Params, options: EngineRequestOptions): EngineRequest;
  /** Linear in the page; never throws for what a page holds. */
  readonly parse: (document: EngineDocument) => ParsedResults;
}

/** Holds an operation to the parameters and the response that the contract has for its id. */
export const defineEngine = <const Id extends OperationId>(
  operation: EngineOperation<OperationParams<Id>, Id, ResultField<Id>>,
): EngineOperation<OperationParams<Id>, Id> => operation;
