import type { z } from 'zod';
import type { ExtraHosts } from './input/cross-rules.js';
import type { DocumentedFields } from './input/documented-fields.js';
import type { JsonSchema } from './input/field.js';
import type { QueueName } from './messages/job.js';
import type { Target } from './target.js';
import type { Tier } from './tiers.js';

/** How a request was served; the price of page scraping depends on it. */
export interface ServedBy {
  readonly tier: Tier;
  readonly proxyType: 'datacenter' | 'residential';
  /** Parts of the response that cost extra and could not be had. Default: none. */
  readonly leftOut?: readonly string[] | undefined;
}

/** One line of an operation's price list. */
export interface PriceLine {
  /** Such as `otherOffers is true`; `always` if there is one price. */
  readonly when: string;
  readonly credits: number;
}

export interface ValidateOptions {
  /** Current time for date rules, epoch milliseconds. Default: the system's clock. */
  readonly nowMs?: number;
  /** Hosts (`name` or `name:port`) accepted besides the targets' own: those of configured origins. */
  readonly extraHosts?: ExtraHosts;
}

/** The input of an operation for documentation. */
export interface ParamsDocumentation {
  /** JSON Schema of a body. */
  readonly schema: JsonSchema;
  readonly fields: DocumentedFields;
  /** Rules that involve several fields, as text. */
  readonly rules: readonly string[];
}

/**
 * An endpoint as data. Gateway routes, OpenAPI, CLI commands and docs are derived from the list of operations.
 * `Params`: parsed, coerced, defaults applied. `Result`: the body of a successful response.
 */
export interface Operation<Params = Record<string, unknown>, Result = unknown, Id extends string = string> {
  /** Such as `scrape/web`, `enginea/serp` or `lodging/place`. */
  readonly id: Id;
  readonly method: 'GET' | 'POST';
  /** Path under the base URL, such as `/scrape/enginea/serp`. */
  readonly path: string;
  readonly summary: string;
  readonly queue: QueueName;
  /** The engine or site of the operation; absent if the caller names the page. */
  readonly target?: Target | undefined;
  /** May be an item of `/scrape/batch/<...>`. */
  readonly isBatchable: boolean;
  /** Its requests store the documents that their responses are read from, so that these can be parsed again. */
  readonly isReparsable: boolean;
  /** Schema of the input, for a clock and extra hosts. `validateParams` turns its issues into messages. */
  readonly paramsSchema: (options?: ValidateOptions) => z.ZodType<Params>;
  /** Parameter for a token of an earlier response; a token of another account or operation, or an expired one, is a 400. */
  readonly tokenField?: string | undefined;
  /** The parameters for documentation, derived from the schema. */
  readonly input: ParamsDocumentation;
  /** A valid input, for the documentation. */
  readonly example: Readonly<Record<string, unknown>>;
  /** Prices for the documentation; `holdCredits` and `priceCredits` decide. */
  readonly prices: readonly PriceLine[];
  /** Schema of the result, for documentation and tests. */
  readonly result: z.ZodType<Result>;
  /** Credits held at admission: the highest possible price of the request. */
  holdCredits(params: Params): number;
  /** Credits charged for a success, never more than the hold. */
  priceCredits(params: Params, served: ServedBy): number;
}

/** The lowest hold of any request of the operation. */
export const leastHoldOf = ({ prices }: Pick<Operation, 'prices'>): number =>
  Math.min(...prices.map(({ credits }) => credits));

/** Incremented when a parser or a result changes shape; stored with each request for `reparse`. */
export const CONTRACT_VERSION = 1;
