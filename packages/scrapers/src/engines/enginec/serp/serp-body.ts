import type { OperationBody } from '@quarry/contracts';

/** The response of a search, without its `requestMetadata`. */
export type SerpBody = OperationBody<'enginec/serp'>;

/** A web result that is not numbered yet. */
export type Organic = Omit<SerpBody['organicResults'][number], 'position'>;

/** An advertisement that is not numbered yet. */
export type Ad = Omit<NonNullable<SerpBody['ads']>[number], 'position'>;
