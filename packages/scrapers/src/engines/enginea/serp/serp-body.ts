import type { OperationBody } from '@quarry/contracts';

/** The response of a search, without its `requestMetadata`. */
export type SerpBody = OperationBody<'enginea/serp'>;

/** A row of one of its lists. */
export type RowOf<List extends keyof SerpBody> =
  NonNullable<SerpBody[List]> extends readonly (infer Row)[] ? Row : never;
