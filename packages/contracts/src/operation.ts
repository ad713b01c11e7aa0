import type { z } from 'zod';
import type { ExtraHosts } from './input/cross-rules.js';
import type { DocumentedFields } from './input/documented-fields.js';
import type { JsonSchema } from './input/field.js';
import type { QueueName } from './job.js';
import type { Target } from './target.js';
import type { Tier } from './tiers.js';

/** What served a request; page scraping prices by it. */
export interface ServedBy {
  readonly tier: Tier;
  readonly proxyType: 'datacenter' | 'residential';
}

/** One line of an operation's price list. */
export interface PriceLine {
  /** Such as `otherOffers is true`; `always` where there is one price. */
  readonly when: string;
  readonly credits: number;
}

export interface ValidateOptions {
  /** Epoch milliseconds that dates are judged by; the system's clock when absent. */
  readonly nowMs?: number;
  /** Hosts (`name` or `name:port`) accepted besides the targets' own: those of configured origins. */
  readonly extraHosts?: ExtraHosts;
}

/** What documentation is made from. */
export interface ParamsDocumentation {
  /** JSON Schema of a body. */
  readonly schema: JsonSchema;
  readonly fields: DocumentedFields;
  /** Rules over several fields, in words. */
  readonly rules: readonly string[];
}

/**
 * An endpoint as data. Gateway routes, OpenAPI, CLI commands and docs are derived from the list of these.
 * `Params` is what a worker gets: parsed, coerced, defaults applied. `Result` is the response of a success.
 */
export interface Operation<Params = Record<string, unknown>, Result = unknown, Id extends string = string> {
  /** The path without its `/scrape/` where that is neutral: `scrape/web`, `enginea/serp`, `lodging/place`. */
  readonly id: Id;
  readonly method: 'GET' | 'POST';
  /** Path under the base URL, such as `/scrape/enginea/serp`. */
  readonly path: string;
  readonly summary: string;
  readonly queue: QueueName;
  /** The engine or site that it is on; absent where the caller names the page. */
  readonly target?: Target;
  /** May be an item of `/scrape/batch/<...>`. */
  readonly isBatchable: boolean;
  /** False until a worker serves it; the gateway then answers 501. */
  readonly isBuilt: boolean;
  /** What checks an input, for a clock and extra hosts. `validateParams` words its issues. */
  readonly paramsSchema: (options?: ValidateOptions) => z.ZodType<Params>;
  /** Parameter that takes a token of a former answer: one that is not this account's own, of this operation and fresh, is a 400. */
  readonly tokenField?: string;
  /** The parameters for documentation, made from the schema. */
  readonly input: ParamsDocumentation;
  /** A valid input, for the documentation. */
  readonly example: Readonly<Record<string, unknown>>;
  /** What a success costs, for the documentation; `holdCredits` and `priceCredits` decide. */
  readonly prices: readonly PriceLine[];
  /** Result schema, documentation and checks in tests. */
  readonly result: z.ZodType<Result>;
  /** Credits held at admission: the dearest way this request allows. */
  holdCredits(params: Params): number;
  /** Credits charged for an ok result. Never more than the hold. */
  priceCredits(params: Params, served: ServedBy): number;
}

/** What any request of the operation holds at least: its cheapest way. */
export const leastHoldOf = ({ prices }: Pick<Operation, 'prices'>): number =>
  Math.min(...prices.map(({ credits }) => credits));

/** Bumped when a parser or a result changes shape; stored with each request for `reparse`. */
export const CONTRACT_VERSION = 1;
