import type { z } from 'zod';
import type { InputSpec } from './input/check-input.js';
import type { QueueName } from './job.js';

/** What served a request; page scraping prices by it. */
export interface ServedBy {
  readonly isRendered: boolean;
  readonly proxyType: 'datacenter' | 'residential';
}

/** One line of an operation's price list. */
export interface PriceLine {
  /** Such as `otherOffers is true`; `always` where there is one price. */
  readonly when: string;
  readonly credits: number;
}

/**
 * An endpoint as data. Gateway routes, OpenAPI, CLI commands and docs are derived from the list of these.
 * `Params` is what a worker gets: parsed, coerced, defaults applied.
 */
export interface Operation<Params = Record<string, unknown>> {
  /** The path without its `/scrape/` where that is neutral: `scrape/web`, `enginea/serp`, `lodging/place`. */
  readonly id: string;
  readonly method: 'GET' | 'POST';
  /** Path under the base URL, such as `/scrape/enginea/serp`. */
  readonly path: string;
  readonly summary: string;
  readonly queue: QueueName;
  /** May be an item of `/scrape/batch/<...>`. */
  readonly isBatchable: boolean;
  /** False until a worker serves it; the gateway then answers 501. */
  readonly isBuilt: boolean;
  /** The parameters as data; `validateParams` checks an input against it, OpenAPI is made from it. */
  readonly input: InputSpec;
  /** The same check as a zod schema, on the system's clock. Every issue's `params.rule` names the broken rule. */
  readonly params: z.ZodType<Params>;
  /** A valid input, for the documentation. */
  readonly example: Readonly<Record<string, unknown>>;
  /** What a success costs, for the documentation; `holdCredits` and `priceCredits` decide. */
  readonly prices: readonly PriceLine[];
  /** Result schema, documentation and checks in tests. */
  readonly result: z.ZodType;
  /** Credits held at admission: the dearest way this request allows. */
  readonly holdCredits: (params: Params) => number;
  /** Credits charged for an ok result. Never more than the hold. */
  readonly priceCredits: (params: Params, served: ServedBy) => number;
}

/** Bumped when a parser or a result changes shape; stored with each request for `reparse`. */
export const CONTRACT_VERSION = 1;
