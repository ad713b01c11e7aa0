import { ENGINE_OPERATIONS, type EngineOperation } from '@quarry/extract/engines';

/** The parser of an operation on an engine; throws where there is none. */
export const engineParser = (id: string): EngineOperation['parse'] => {
  const operation = ENGINE_OPERATIONS.get(id);
  if (!operation) throw new Error(`there is no operation ${id}`);
  return operation.parse;
};
