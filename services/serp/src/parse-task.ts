import { parseSerp, type ParsedSerp, type SerpDocument } from '@quarry/extract';

export interface ParseTask {
  readonly document: SerpDocument;
}

/** Runs in a worker thread: the event loop of the service stays free for locks and deadlines. */
export default function parse({ document }: ParseTask): ParsedSerp {
  return parseSerp(document);
}
