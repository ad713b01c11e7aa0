import type { BatchResultRow, BatchStatus, ErrorCode } from '../generated/types.js';

type JobData = Omit<BatchStatus['data'], 'stopRequestedAt'> & { readonly jobId: string; readonly operation: string };
type FailedItem = Omit<Extract<BatchResultRow['result'], { status: 'error' }>, 'status' | 'html'>;

interface EventOf<Type extends string, Data> {
  readonly type: Type;
  /** When it happened; the same in every attempt. */
  readonly timestamp: string;
  readonly data: Data;
}

export interface FailedItemsData {
  readonly jobId: string;
  readonly operation: string;
  readonly percent: number;
  /** Items that have failed since the last such event. */
  readonly failedCount: number;
  /** At most 100 of them. */
  readonly items: readonly FailedItem[];
  readonly resultsUrl: string;
}

export interface RequestCompletedData {
  readonly requestId: string;
  readonly operation: string;
  readonly status: 'ok' | 'error';
  readonly error?: ErrorCode;
  readonly message?: string;
  readonly retryable?: boolean;
  readonly reason?: string;
  readonly creditsCharged: number;
  readonly createdAt: string;
  readonly startedAt?: string;
  readonly finishedAt?: string;
  /** Where the request and its result are. */
  readonly requestUrl: string;
}

export interface AccountAlertData {
  readonly alertId: string;
  readonly kind: string;
  readonly title: string;
  readonly text: string;
  /** The page of the console to look at. */
  readonly url: string;
}

export interface ScheduleChangedData {
  readonly scheduleId: string;
  readonly name?: string;
  readonly runId: string;
  readonly dueAt: string;
  /** Of a single call. */
  readonly requestId?: string;
  /** Of a batch or a crawl. */
  readonly jobId?: string;
  readonly operation: string;
  /** How many fields, links and lines of the page differ; of a batch or a crawl, how many pages. */
  readonly added: number;
  readonly removed: number;
  readonly changed: number;
  /** Where the schedule and its runs are. */
  readonly scheduleUrl: string;
}

/** The body of a webhook, by its `type`. */
export type WebhookEvent =
  | EventOf<'batch.started' | 'batch.completed', JobData>
  | EventOf<'batch.progress', JobData & { readonly percent: number }>
  | EventOf<'batch.item.failed', FailedItemsData>
  | EventOf<'request.completed', RequestCompletedData>
  | EventOf<'account.alert', AccountAlertData>
  | EventOf<'schedule.changed', ScheduleChangedData>
  | EventOf<'test', { readonly message: string }>;
