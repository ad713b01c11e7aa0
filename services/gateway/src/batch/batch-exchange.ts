import type { Request, Response } from 'express';
import type { BatchRoute, Operation } from '@quarry/contracts';
import type { Account, BatchJob } from '@quarry/store';
import type { Refusal } from '../admission/screen-request.js';

/** One call of a batch path while it is answered. */
export interface BatchExchange {
  readonly request: Request;
  readonly response: Response;
  readonly account: Account;
  readonly operation: Operation;
  readonly route: BatchRoute;
  /** Sends a refusal with the account's headers. */
  readonly refuse: (refusal: Refusal) => Promise<void>;
  /** Sends a JSON body with the account's headers. */
  readonly send: (body: object) => Promise<void>;
  /** Puts the account's headers on an answer that is sent otherwise. */
  readonly putHeaders: () => Promise<void>;
}

export type HandleBatch = (exchange: BatchExchange) => Promise<void>;

/** A call about a job that is the account's and of the path's operation. */
export type HandleJob = (exchange: BatchExchange, job: BatchJob) => Promise<void>;
