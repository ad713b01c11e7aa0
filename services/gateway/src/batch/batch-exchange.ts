import type { BatchRoute, Operation } from '@quarry/contracts';
import type { BatchJob } from '@quarry/store';
import type { Exchange } from '../http/exchange.js';

/** One call of a batch path while it is answered. */
export interface BatchExchange extends Exchange {
  readonly operation: Operation;
  readonly route: BatchRoute;
}

export type HandleBatch = (exchange: BatchExchange) => Promise<void>;

/** A call about a job of the account and of the path's operation. */
export type HandleJob = (exchange: BatchExchange, job: BatchJob) => Promise<void>;
