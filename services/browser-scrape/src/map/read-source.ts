import { verdictRule, type Verdict } from '@quarry/contracts';
import type { DocumentReader, Fetcher, FetchOutcome } from '@quarry/egress';
import type { SiteScope } from '@quarry/page';
import type { PageConverter } from '../page-converter.js';
import type { MapBounds } from './map-bounds.js';
import type { AddressTaskResult, DocumentRole } from './read-address-task.js';

/** One map that runs. */
export interface MapCall {
  readonly requestId: string;
  /** The account, which shares the threads with others. */
  readonly sharer: string;
  readonly fetcher: Pick<Fetcher, 'fetch'>;
  readonly readAddresses: PageConverter['readAddresses'];
  readonly scope: SiteScope;
  readonly search?: string | undefined;
  readonly bounds: MapBounds;
  /** Of the map, absolute, epoch milliseconds. */
  readonly endsAtMs: number;
  readonly signal: AbortSignal;
}

/** A document of the map as it was read. */
export interface ReadSource {
  readonly outcome: FetchOutcome;
  /** What the document is and lists; absent if there is none to read. */
  readonly found?: AddressTaskResult | undefined;
  /** `ok`, or why nothing was read of it. */
  readonly verdict: Verdict;
}

const verdictOf = ({ verdict }: FetchOutcome, found: AddressTaskResult | undefined, role: DocumentRole): Verdict => {
  if (verdict !== 'ok' || !found) return verdict;
  const isOther = found.kind === 'none' || (found.kind === 'page' && role !== 'page');
  return isOther ? 'unrecognized' : 'ok';
};

/** What the document lists, if it is what was looked for. */
export const foundIn = ({ found, verdict }: ReadSource): AddressTaskResult | undefined =>
  verdict === 'ok' || verdict === 'script_wall' ? found : undefined;

/** Fetches one document by plain HTTP and reads what it lists. Rejects with the signal's reason. */
export const readSource = async (
  call: MapCall,
  { url, role }: { readonly url: string; readonly role: DocumentRole },
): Promise<ReadSource> => {
  const { fetcher, readAddresses, scope, search, bounds, sharer, signal } = call;
  let found: AddressTaskResult | undefined;
  const readDocument: DocumentReader = async (document, aborted) => {
    found = undefined;
    const { maxAddresses, maxDocumentBytes: maxBytes } = bounds;
    const read = await readAddresses({ document, role, scope, search, maxAddresses, maxBytes }, aborted, sharer);
    const body = document.bytes;
    if (read.outcome === 'too_heavy') {
      return { judgement: { verdict: 'too_large', reason: `reading_${read.limit}` }, mediaType: 'text/plain', body };
    }
    found = read.value;
    return { judgement: found.judgement, mediaType: found.mediaType, body };
  };
  const deadlineAtMs = Math.min(call.endsAtMs, Date.now() + bounds.documentTimeMs);
  const request = {
    url,
    tier: 'http',
    purpose: 'page',
    deadlineAtMs,
    sessionId: call.requestId,
    readDocument,
  } as const;
  const outcome = await fetcher.fetch(request, signal);
  signal.throwIfAborted();
  const isAnswered = verdictRule(outcome.verdict).error === undefined || outcome.verdict === 'script_wall';
  const own = isAnswered ? found : undefined;
  return { outcome, found: own, verdict: verdictOf(outcome, own, role) };
};
