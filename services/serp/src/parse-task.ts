import { ENGINE_OPERATIONS, type EngineDocument, type ParsedResults } from '@quarry/extract/engines';

export interface ParseTask {
  /** Id of an operation on an engine. */
  readonly operation: string;
  readonly document: EngineDocument;
}

/** Runs in a worker thread: the event loop of the service stays free for locks and deadlines. */
export default function parse({ operation, document }: ParseTask): ParsedResults {
  const engine = ENGINE_OPERATIONS.get(operation);
  if (!engine) throw new Error(`there is no parser for ${operation}`);
  return engine.parse(document);
}
