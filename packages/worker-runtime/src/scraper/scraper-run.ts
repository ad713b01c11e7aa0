import { operationById, verdictRule, type Verdict } from '@quarry/contracts';
import type { ProxyType } from '@quarry/egress';
import { CHEAP_FIRST, type ScrapedDocument, type Scraper } from '@quarry/scrapers/scraper';
import type { ExecuteOperation, OperationContext, OperationOutcome } from '../port.js';
import type { Continuation } from './continuation.js';
import type { ReportFindings } from './count-findings.js';
import { callScraper, type ScraperCall, type ScraperFailure } from './scraper-call.js';
import type { ScraperReader } from './scraper-reader.js';
import { storePictures } from './store-pictures.js';
import { createTierChoice } from './tier-choice.js';

/** Where the documents of a response of several steps are stored, for its `reparse`. */
export const DOCUMENTS_FILE = 'documents.json';

export interface ScraperRunOptions {
  readonly scraper: Scraper;
  readonly reader: ScraperReader;
  readonly continuation: Continuation;
  /** The proxy types that the deployment has. */
  readonly exits: ReadonlySet<ProxyType>;
  /** Called with what a page contained. */
  readonly report: ReportFindings;
  /** Where the target is asked instead of its own hosts. */
  readonly origin?: string | undefined;
}

export type Params = Readonly<Record<string, unknown>>;

export interface ReadOptions extends Pick<ScraperRunOptions, 'scraper' | 'reader' | 'origin'> {
  readonly params: Params;
  readonly signal: AbortSignal;
  /** The account, which shares the threads with others. */
  readonly sharer: string;
}

/** Reads documents in a worker thread. */
export const readWith = ({ scraper, reader, params, origin, signal, sharer }: ReadOptions): ScraperCall['read'] => {
  const options = { origin };
  return async (documents) => {
    const read = await reader.run({ operation: scraper.id, params, documents, options }, signal, sharer);
    return read.outcome === 'too_heavy' ? read : read.value;
  };
};

const isData = (text: string): boolean => /^[\ufeff\s]{0,100}[{[]/.test(text);

const pageOf = (documents: readonly ScrapedDocument[], step: string) =>
  documents.filter((document) => 'text' in document).find((document) => document.step === step);

/** Stores the document of the response, and if there were several, all of them as well. */
const storeDocuments = async (
  { putFile }: Pick<OperationContext, 'putFile'>,
  documents: readonly ScrapedDocument[],
  page: string,
): Promise<string | undefined> => {
  if (documents.length > 1) await putFile(DOCUMENTS_FILE, JSON.stringify(documents));
  const kept = pageOf(documents, page);
  return kept && putFile(isData(kept.text) ? 'document.json' : 'document.html', kept.text);
};

const NO_RECORD = 'The engine says that it has no results for this.';

/** What the verdict of a fetch means for a scraper: another page than the requested one is `unrecognized`. */
const judge = ({ verdict, outcome }: ScraperFailure, isRecord: boolean): Verdict => {
  // Only the parser of a search knows whether the engine says that there are no results.
  if (!isRecord && outcome?.verdict === 'not_found') return 'unrecognized';
  // What would be an answer to a caller of the page is none here.
  if (verdictRule(verdict).error === undefined) return 'unrecognized';
  // The steps are ours, not the caller's: the page was not filled in time.
  return verdict === 'scenario_failed' ? 'page_timeout' : verdict;
};

/** Of a host that the operation has chosen. That of a `url` is the caller's own, unless the target has hosts for it. */
const noAddress = (id: string, { url }: Params, origin: string | undefined): string | undefined => {
  const target = operationById(id)?.target;
  const isOfCaller = url !== undefined && target?.hosts === undefined && origin === undefined;
  if (!target || isOfCaller) return undefined;
  const setting = `ORIGIN_${target.name.toUpperCase()}`;
  return `The host of ${target.title} (${target.name}) has no public address in DNS. Check the network and DNS of this deployment, and ${setting} if it is set, or retry later.`;
};

/** A call of a scraper that failed. */
interface FailedCall extends Pick<ScraperRunOptions, 'scraper' | 'origin'> {
  readonly params: Params;
}

const messageOf = (judged: Verdict, end: ScraperFailure, call: FailedCall): string | undefined => {
  const { id, isRecord } = call.scraper;
  if (judged === 'not_found' && !isRecord) return NO_RECORD;
  if (judged === 'dns_error') return noAddress(id, call.params, call.origin) ?? end.message;
  return judged === end.verdict ? end.message : undefined;
};

const failure = (end: ScraperFailure, call: FailedCall): OperationOutcome => {
  const { reason, tier, outcome } = end;
  const judged = judge(end, call.scraper.isRecord);
  const message = messageOf(judged, end, call);
  const text = outcome?.page?.text;
  return {
    verdict: judged,
    tier,
    ...{ reason, message },
    ...{ statusCode: outcome?.page?.statusCode, retryAfterSeconds: outcome?.retryAfterSeconds },
    ...(judged === 'unrecognized' && text !== undefined
      ? { page: { name: isData(text) ? 'page.json' : 'page.html', body: text } }
      : {}),
  };
};

/** One operation on an engine or a site: fetch step by step, read, store, say how to continue. */
export const createScraperRun = (options: ScraperRunOptions): ExecuteOperation => {
  const { scraper, reader, continuation, exits, report, origin } = options;
  const { tiers, doubts, preferredExit, untilFilled, remembersWalls = false } = scraper.plan ?? CHEAP_FIRST;
  const proxyType = preferredExit !== undefined && exits.has(preferredExit) ? preferredExit : undefined;
  const choice = createTierChoice(tiers);
  return async (row, context) => {
    const { signal, fetcher } = context;
    // safe because parameters of an operation are an object
    const asked = { ...row, params: row.params as Params };
    const { params: given, next, sessionId } = continuation.read(asked);
    const params = (await scraper.complete?.(given)) ?? given;
    const call: ScraperCall = {
      begin: (wanted) => scraper.begin(params, wanted),
      read: readWith({ scraper, reader, params, origin, signal, sharer: row.accountId }),
    };
    const plan = { tiers: remembersWalls ? choice.tiers() : tiers, doubts };
    const job = { plan, proxyType, untilFilled, options: { origin, next }, sessionId, deadlineAtMs: row.deadlineAtMs };
    const end = await callScraper(
      fetcher,
      call,
      { ...job, onFetched: (outcome) => choice.ended(outcome.tier, outcome) },
      signal,
    );
    if (!('documents' in end)) return failure(end, { scraper, params, origin });
    const { reading, documents, tier, statusCode, preview: picture } = end;
    report(scraper, reading);
    const [html, preview, result] = await Promise.all([
      storeDocuments(context, documents, reading.page),
      picture && context.putFile('preview.webp', picture),
      scraper.isRecord ? reading.result : storePictures(reading.result, context.putBundle),
    ]);
    return {
      verdict: 'ok',
      tier,
      leftOut: reading.leftOut,
      statusCode,
      metadata: {
        url: reading.url ?? pageOf(documents, reading.page)?.url ?? '',
        ...(html === undefined ? {} : { html }),
        ...(preview === undefined ? {} : { preview }),
      },
      result: continuation.write(result, asked, { next: reading.next, sessionId: end.sessionId }),
    };
  };
};
