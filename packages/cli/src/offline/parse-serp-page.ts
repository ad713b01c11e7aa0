import { parseSerp } from '@quarry/extract';
import type { OfflineInput, OfflineOutcome } from './offline-parser.js';

/** `enginea/serp` on a saved results page: as the worker parses it, pictures that the page carries left as they are. */
export const parseSerpPage = ({ page }: OfflineInput): OfflineOutcome => {
  const { text, mediaType, url } = page;
  if (text === undefined) return { verdict: 'unsupported', reason: mediaType };
  const parsed = parseSerp({ text, url });
  return parsed.outcome === 'ok'
    ? { verdict: 'ok', result: parsed.result }
    : { verdict: 'unrecognized', reason: parsed.reason };
};
