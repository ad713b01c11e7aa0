export { ENGINE_OPERATIONS } from './engine-operations.js';
export type {
  DeviceType,
  EngineDocument,
  EngineOperation,
  EngineRequest,
  EngineRequestOptions,
  ParsedResults,
} from './shared/engine-operation.js';
