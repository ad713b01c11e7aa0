export { QuarryClient, type Batches } from './client.js';
export type { QuarryClientOptions } from './client-options.js';
export { QuarryError, type ClientErrorCode, type QuarryErrorCode, type QuarryErrorDetail } from './errors.js';
export {
  verifyWebhook,
  WebhookVerificationError,
  type WebhookFault,
  type WebhookToVerify,
} from './webhooks/verify-webhook.js';
export type * from './webhooks/webhook-events.js';
export type { Batch, ExportOptions } from './batch/batch.js';
export type {
  BatchEvent,
  BatchState,
  BatchWaitOptions,
  BatchDelivery,
  BatchWebhook,
  ResultsOptions,
} from './batch/batch-options.js';
export type { BatchItem } from './batch/batch-items.js';
export type { BatchOperation, BatchSubmission, OpenOptions, SubmitOptions } from './batch/batch-operation.js';
export type { Crawl, CrawlPage, Crawls, CrawlSubmission } from './batch/crawls.js';
export type { BatchProgress, BatchProgressStore } from './batch/batch-progress.js';
export type { ApiPromise, WithResponse } from './http/api-promise.js';
export type { ResponseInfo } from './http/response-info.js';
export type { RetryPolicy } from './http/retry-policy.js';
export type { CallOptions, KeyedCallOptions } from './http/transport.js';
export type { OperationMethod } from './operation-method.js';
export type { PendingRequest } from './pending-request.js';
export type { Account } from './resources/account.js';
export type { CursorPage } from './resources/cursor-pages.js';
export type { DownloadOptions, Files } from './resources/files.js';
export type { WaitOptions } from './polling.js';
export type { OperationId, Requests } from './resources/requests.js';
export type { Schedules } from './resources/schedules.js';
export type { Sessions } from './resources/sessions.js';
export type { Webhooks } from './resources/webhooks.js';
export type * from './generated/operations.js';
export type * from './generated/types.js';
