import type { Verdict } from '@quarry/contracts';
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
  /** Kinds of exits that the deployment has. */
  readonly exits: ReadonlySet<ProxyType>;
  /** Hears what a page had. */
  readonly report: ReportFindings;
  /** Where the target is asked instead of its own hosts. */
  readonly origin?: string | undefined;
}

export type Params = Readonly<Record<string, unknown>>;

export interface ReadOptions extends Pick<ScraperRunOptions, 'scraper' | 'reader' | 'origin'> {
  readonly params: Params;
  readonly signal: AbortSignal;
  /** Who shares the threads with others. */
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

/** Stores the document that the response was made of; where there were several, all of them too. */
const storeDocuments = async (
  { putFile }: Pick<OperationContext, 'putFile'>,
  documents: readonly ScrapedDocument[],
  page: string,
): Promise<string | undefined> => {
  if (documents.length > 1) await putFile(DOCUMENTS_FILE, JSON.stringify(documents));
  const kept = pageOf(documents, page);
  return kept && putFile(isData(kept.text) ? 'document.json' : 'document.html', kept.text);
};

const NO_RECORD = 'The engine itself says that it has no answer to this.';

/** What the verdict of a fetch means for a scraper: a page in place of what was asked for is not recognised. */
const judge = ({ verdict, outcome }: ScraperFailure, isRecord: boolean): Verdict => {
  // Of a search only its parser knows when the engine says that there is nothing.
  if (!isRecord && outcome?.verdict === 'not_found') return 'unrecognized';
  if (verdict === 'target_4xx' || verdict === 'ok') return 'unrecognized';
  // No caller asked for steps: the page was not filled in its time.
  return verdict === 'scenario_failed' ? 'page_timeout' : verdict;
};

const failure = (end: ScraperFailure, isRecord: boolean): OperationOutcome => {
  const { verdict, reason, tier, outcome } = end;
  const judged = judge(end, isRecord);
  const told = judged === verdict ? end.message : undefined;
  const message = judged === 'not_found' && !isRecord ? NO_RECORD : told;
  const text = outcome?.page?.text;
  return {
    verdict: judged,
    tier,
    ...(reason === undefined ? {} : { reason }),
    ...(message === undefined ? {} : { message }),
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
    const { params, next, sessionId } = continuation.read(asked);
    const call: ScraperCall = {
      begin: (given) => scraper.begin(params, given),
      read: readWith({ scraper, reader, params, origin, signal, sharer: row.accountId }),
    };
    const plan = { tiers: remembersWalls ? choice.tiers() : tiers, ...(doubts === undefined ? {} : { doubts }) };
    const job = { plan, proxyType, untilFilled, options: { origin, next }, sessionId, deadlineAtMs: row.deadlineAtMs };
    const end = await callScraper(
      fetcher,
      call,
      { ...job, onFetched: (outcome) => choice.ended(outcome.tier, outcome) },
      signal,
    );
    if (!('documents' in end)) return failure(end, scraper.isRecord);
    const { reading, documents, tier, preview: picture } = end;
    report(scraper, reading);
    const [html, preview, result] = await Promise.all([
      storeDocuments(context, documents, reading.page),
      picture && context.putFile('preview.webp', picture),
      scraper.isRecord ? reading.result : storePictures(reading.result, context.putBundle),
    ]);
    return {
      verdict: 'ok',
      tier,
      metadata: {
        url: reading.url ?? pageOf(documents, reading.page)?.url ?? '',
        ...(html === undefined ? {} : { html }),
        ...(preview === undefined ? {} : { preview }),
      },
      result: continuation.write(result, asked, { next: reading.next, sessionId: end.sessionId }),
    };
  };
};
