export { createOperationHandler, type OperationHandlerOptions } from './operation-handler.js';
export type { ExecuteOperation, OperationContext, OperationOutcome, OperationReport } from './port.js';
