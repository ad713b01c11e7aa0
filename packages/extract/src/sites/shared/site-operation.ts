import type { OperationId, OperationParams, ResultField, Verdict } from '@quarry/contracts';

/** How a document of a site is asked for. */
export interface SiteRequest {
  /** What it is, in the site's operation: `listing`, `region`, `offers`. No two of one request have the same. */
  readonly step: string;
  readonly url: string;
  /** Default: GET. */
  readonly method?: 'GET' | 'POST';
  /** With POST alone: an encoded form, or JSON with its content type among the headers. */
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cookies?: Readonly<Record<string, string>>;
}

/** What came of one step. */
export type SiteDocument =
  | { readonly step: string; readonly text: string; /** After redirects. */ readonly url: string }
  | { readonly step: string; readonly failed: Exclude<Verdict, 'ok'>; readonly reason?: string };

/**
 * What the documents so far come to. `ask`: one more is needed. `blocked`: a question for people or a refusal. `unrecognized`:
 * nothing that was asked for, nor the site's own word that there is none of it. `not_found`: the site's word that it is gone.
 */
export type SiteReading =
  | {
      readonly outcome: 'ok';
      /** The answer of the contract without `requestMetadata`. */
      readonly result: Readonly<Record<string, unknown>>;
      /** Step whose document is kept as the answer's html. */
      readonly page: string;
    }
  | { readonly outcome: 'ask'; readonly request: SiteRequest }
  | { readonly outcome: 'blocked' | 'unrecognized' | 'not_found'; readonly reason: string };

export interface SiteOptions {
  /** Where the site is asked instead of its own hosts. */
  readonly origin?: string | undefined;
}

/** Most documents of one request; an operation that asks for more is broken. */
export const MAX_STEPS = 6;

/** One operation on a site: pure, its parameters checked by the contract before. */
export interface SiteOperation<
  Params = Readonly<Record<string, unknown>>,
  Id extends string = string,
  Field extends string = string,
> {
  readonly id: Id;
  /** The answer's main list or record, and the keys of its rows whose fill rates are counted. */
  readonly main: { readonly key: Field; readonly fields: readonly string[] };
  begin(params: Params, options: SiteOptions): SiteRequest;
  /** `documents`: all that came so far, in order. Linear in them; never throws for what they hold. */
  read(params: Params, documents: readonly SiteDocument[], options: SiteOptions): SiteReading;
}

/** Holds an operation to the parameters and the response that the contract has for its id. */
export const defineSite = <const Id extends OperationId>(
  operation: SiteOperation<OperationParams<Id>, Id, ResultField<Id>>,
): SiteOperation<OperationParams<Id>, Id> => operation;
