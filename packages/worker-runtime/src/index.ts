export { MAX_CONVERT_HEAP_MB } from './memory/memory-plan.js';
export type { OperationHandlerOptions } from './operation/handler-runtime.js';
export { createOperationHandler } from './operation/operation-handler.js';
export type { ExecuteOperation, OperationContext, OperationOutcome, OperationReport } from './port.js';
export { runWorker } from './run-worker.js';
export {
  DRAIN_GRACE_MS,
  startWorker,
  type WorkerConfig,
  type WorkerOperations,
  type WorkerParts,
} from './start-worker.js';
export {
  createThreadPool,
  MAX_WAITING,
  taskFileBeside,
  type StartTimer,
  type TaskResult,
  type ThreadPool,
  type ThreadPoolOptions,
} from './thread-pool.js';
export { timeTasks } from './time-work.js';
export {
  readStoredDocument,
  type AnswerWithDocument,
  type StoredDocumentOptions,
} from './operation/stored-document.js';
