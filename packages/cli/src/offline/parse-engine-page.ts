import { operationById } from '@quarry/contracts';
import { ENGINE_OPERATIONS } from '@quarry/extract/engines';
import type { OfflineParser } from './offline-parser.js';

/** An operation on an engine, on a saved page: as the worker parses it, pictures that the page carries left as they are. */
const parserOf = (operation: string): OfflineParser => ({
  purpose: 'record',
  parse: ({ page: { text, mediaType, url } }) => {
    const engine = ENGINE_OPERATIONS.get(operation);
    if (text === undefined || !engine) return { verdict: 'unsupported', reason: mediaType };
    const parsed = engine.parse({ text, url });
    return parsed.outcome === 'ok'
      ? { verdict: 'ok', result: parsed.result }
      : { verdict: parsed.outcome, reason: parsed.reason };
  },
});

/** The parsers of the operations on engines that are built, by their ids. */
export const engineParsers = (): readonly (readonly [string, OfflineParser])[] =>
  [...ENGINE_OPERATIONS.keys()]
    .filter((operation) => operationById(operation)?.isBuilt)
    .map((operation) => [operation, parserOf(operation)]);
