export * from './routes/batch.js';
export {
  BATCH_RESULTS_LIMIT_DEFAULT,
  BATCH_RESULTS_LIMIT_MAX,
  validateBatchExport,
  validateBatchFrame,
  validateBatchPaging,
  validateBatchTable,
  validateNoQuery,
  validateReceiverHeaders,
  validateRetryFrame,
  type BatchExport,
  type BatchFrame,
  type BatchPaging,
  type BatchReceiver,
  type RetryFrame,
} from './routes/batch-input.js';
export * from './routes/batch-routes.js';
export {
  CRAWL_DELAY_MAX_MS,
  CRAWL_DEPTH_MAX,
  CRAWL_LIMIT_MAX,
  CRAWL_PATTERN_CHARS,
  validateCrawl,
  type CrawlParams,
} from './routes/crawl-input.js';
export { crawlItemParams, crawlPlanOf, type CrawlPage, type CrawlPlan, type CrawlScope } from './routes/crawl-plan.js';
export type { BatchDelivery } from './routes/delivery-input.js';
export { extraHostsOf, type Origins } from './extra-hosts.js';
export { FREE_BUDGET_WINDOW_MS, judgeFreeBudget, type FreeBudget, type OutcomeSpan } from './free-budget.js';
export {
  answerTextOf,
  callOptionsOf,
  MAX_AGE_MAX_SECONDS,
  isCallField,
  NOT_OF_ITEMS,
  TIMEOUT_MIN_MS,
  type CallOptions,
} from './call-options.js';
export { isPlainObject } from './input/field.js';
export { canonicalJson } from './text/canonical-json.js';
export { csvCell } from './text/csv-cell.js';
export { groupDigits } from './text/group-digits.js';
export { pythonCall } from './text/python-call.js';
export { toQueryPairs } from './text/query-pairs.js';
export { trimUrl } from './text/trim-url.js';
export { closestNameAmong } from './text/closest-name.js';
export { deadlineFailure, ownTimeoutMs } from './deadline-failure.js';
export * from './describe-failure.js';
export * from './errors.js';
export { NameSuggestions } from './input/name-suggestions.js';
export { RULES, type RuleName } from './input/rules.js';
export * from './messages/job.js';
export type { CookieChange, KeptCookie } from './messages/kept-cookie.js';
export * from './messages/process-beat.js';
export * from './main-list.js';
export * from './operation.js';
export * from './reading/result-fields.js';
export * from './reparse.js';
export * from './secrets/secret-headers.js';
export type { Target } from './target.js';
export type { AiRule, AiRules } from './operations/page/ai-extract-rules-field.js';
export { GRAMMARS, type Grammar } from './operations/page/grammars.js';
export type { ExtractOutput, ExtractRule, ExtractRules } from './operations/page/extract-rules-field.js';
export type { ScenarioStep } from './operations/page/js-scenario-field.js';
export type { ScreenshotFormat, ScreenshotOptions } from './operations/page/screenshot-field.js';
export {
  OPERATIONS,
  TARGETS,
  operationById,
  operationForPath,
  operationOf,
  type OperationBody,
  type OperationId,
  type OperationParams,
  type OperationResult,
} from './operations/index.js';
export { DEVICES, type DeviceName } from './enums/devices.js';
export { MAP_LIMIT_MAX, type MapLimitName, type MapWebParams } from './operations/page/map.js';
export { TOKENIZERS, type Tokenizer } from './operations/page/model-text-fields.js';
export { OUTPUT_FORMATS, type OutputFormat, type WebScrapeParams } from './operations/page/web.js';
export { TIERS, type PriceClass, type Tier } from './tiers.js';
export * from './validate-params.js';
export * from './verdicts.js';
export {
  MAX_SESSION_BYTES,
  MAX_SESSION_COOKIES,
  MAX_SESSIONS,
  SESSION_IDLE_DAYS,
  SESSION_NAME,
  SESSION_PATH,
  SESSION_WARNINGS,
  SESSIONS_PATH,
} from './routes/session-routes.js';
export { isAccountEvent, webhookBody } from './messages/webhook-body.js';
export {
  DELIVERY_STATES,
  readDeliveriesCursor,
  toDeliveriesCursor,
  toDeliveriesQuery,
  validateDeliveriesQuery,
  WEBHOOK_DELIVERIES_PATH,
  WEBHOOK_REDELIVER_PATH,
  WEBHOOK_SECRET_PATH,
  type DeliveriesQuery,
} from './routes/webhook-routes.js';
export {
  BATCHES_PATH,
  readInstant,
  readLogCursor,
  REQUEST_PATH,
  REQUESTS_PATH,
  toLogQuery,
  validateBatchesQuery,
  validateRequestsQuery,
  type LogPlace,
  type RequestsQuery,
} from './routes/request-routes.js';
export {
  FEED_LINK_MAX_SECONDS,
  KEPT_RUNS,
  MAX_CAUGHT_UP_RUNS,
  MAX_SCHEDULE_TARGET_BYTES,
  MAX_SCHEDULES,
  MISSED_RUNS,
  SCHEDULE_CHANGES_PATH,
  SCHEDULE_FEED_LINK_PATH,
  SCHEDULE_PATH,
  SCHEDULE_PAUSE_PATH,
  SCHEDULE_RESUME_PATH,
  SCHEDULES_PATH,
  validateFeedLink,
  validateSchedule,
  type MissedRuns,
  type RunStatus,
  type ScheduleInput,
} from './routes/schedule-routes.js';
export {
  SCHEDULE_TARGETS,
  type ChangeTracking,
  type ScheduleTarget,
  type ScheduleTargetType,
} from './routes/schedule-tracking.js';
export { MIN_INTERVAL_SECONDS, SHOWN_NEXT_RUNS } from './timing/timing-bounds.js';
export { maskParams } from './secrets/mask-params.js';
export {
  FILES_SIGN_PATH,
  SIGNED_LINK_DEFAULT_SECONDS,
  SIGNED_LINK_MAX_SECONDS,
  validateSignRequest,
  type SignRequest,
} from './routes/file-routes.js';
export { crawlParametersOf } from './openapi/crawl-parts.js';
export { buildOpenApi, type OpenApiOptions } from './openapi/build-open-api.js';
