import type { Operation } from '@quarry/contracts';
import type { BatchJob, RequestRow } from '@quarry/store';
import type { Refusal } from '../../admission/screen-request.js';
import type { Caller } from '../../http/caller.js';

/** How a call, a batch or a crawl ended. */
export interface WorkEnd {
  readonly status: 'ok' | 'error';
  readonly requestId?: string | undefined;
  readonly jobId?: string | undefined;
  readonly error?: string | undefined;
  readonly message?: string | undefined;
  readonly creditsCharged: number;
  /** Of a call: its row, whose response is compared. */
  readonly row?: RequestRow | undefined;
  /** Of a batch or a crawl that was not stopped: its job, whose results are compared page by page. */
  readonly job?: BatchJob | undefined;
}

/** `unfinished`: whoever made it died before it was accepted, so it will never run. */
export type WorkState =
  | { readonly state: 'none' | 'running' | 'unfinished' }
  | { readonly state: 'ended'; readonly end: WorkEnd };

export type WorkStart =
  | { readonly outcome: 'running' }
  | { readonly outcome: 'ended'; readonly end: WorkEnd }
  | Refusal;

/** What a schedule runs, as a call of its account. */
export interface WorkCall {
  readonly account: Caller;
  readonly operation: Operation;
  readonly params: Readonly<Record<string, unknown>>;
}

/** A kind of target. Every method rejects if the store is unavailable. */
export interface Work {
  /** What the call would be refused for whenever it is made. */
  check(call: WorkCall): Promise<Refusal | undefined>;
  look(workId: string): Promise<WorkState>;
  /** Makes the call with this id. Made twice, it is one call. */
  start(call: WorkCall, workId: string): Promise<WorkStart>;
  /** Removes what is unfinished. */
  undo(workId: string): Promise<void>;
}
