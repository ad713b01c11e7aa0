export { logEnd, REQUEST_ENDED, type LoggedEnd } from './logs/log-end.js';
export { createProcessDescription, type ProcessDescription } from './describe-process.js';
export { createFaultPoints, FAULT_POINTS, noFaults, type FaultPoint, type PassFaultPoint } from './fault-points.js';
export { startHealthServer, type HealthServer, type HealthServerOptions } from './health/health-server.js';
export { LINE_FIELDS, LOG_FIELDS, type LogFields, type OnlyNamed } from './logs/log-fields.js';
export { createLogger, LOG_LEVELS, type Logger, type LoggerOptions, type LogLevel } from './logs/logger.js';
export { readMemoryLimit, type MemoryLimit } from './memory-limit.js';
export {
  METRICS,
  SAMPLE_FRESH_SECONDS,
  type CounterName,
  type GaugeName,
  type HistogramName,
  type MetricName,
} from './metrics/metric-names.js';
export { countEnd, type EndedRow } from './metrics/count-end.js';
export { createMetrics, type Metrics } from './metrics/metrics.js';
export { noteAnswer } from './http/note-answer.js';
export { securityHeaders, settingHeaders } from './http/security-headers.js';
export { serve, type HttpServer } from './http/serve.js';
export { createReadyCheck } from './health/ready-check.js';
export {
  currentRequestContext,
  currentSpan,
  withinSpan,
  withRequestContext,
  type RequestContext,
} from './logs/request-context.js';
export { endProcess, runService, type RunServiceOptions } from './run-service.js';
export { createTreeMemory } from './tree-memory.js';
export { openTracing } from './tracing/open-tracing.js';
export { SPANS } from './tracing/span-names.js';
export type { Span } from './tracing/span.js';
export {
  batchTraceContext,
  readTraceContext,
  traceCarrier,
  traceIdOf,
  type TraceCarrier,
  type TraceContext,
} from './tracing/trace-context.js';
export { quietTracing, type Tracing } from './tracing/tracing.js';
