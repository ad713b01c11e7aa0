export { createFaultPoints, FAULT_POINTS, passFreely, type FaultPoint, type PassFaultPoint } from './fault-points.js';
export {
  boundedCheck,
  HEALTH_BUDGET_MS,
  startHealthServer,
  type HealthServer,
  type HealthServerOptions,
} from './health-server.js';
export { createLogger, LOG_LEVELS, type Logger, type LoggerOptions, type LogLevel } from './logger.js';
export { METRICS, type CounterName, type GaugeName, type HistogramName, type MetricName } from './metric-names.js';
export { createMetrics, type Metrics } from './metrics.js';
export { currentRequestContext, withRequestContext, type RequestContext } from './request-context.js';
export { endProcess, runService, type RunServiceOptions } from './run-service.js';
