import { operationById } from '@quarry/contracts';
import type { ProxyType } from '@quarry/egress';
import type { SiteDocument, SiteOperation } from '@quarry/extract/sites';
import type { ExecuteOperation, OperationContext, OperationOutcome } from '@quarry/worker-runtime';
import { askSite, type SiteCall, type SiteEnd } from './ask-site.js';
import { exitOf, fetchPlanOf } from './fetch-plan.js';
import type { SiteReader } from './site-reader.js';

/** Where the documents of an answer of several steps are kept, for its `reparse`. */
export const DOCUMENTS_FILE = 'documents.json';

export interface SiteRunOptions {
  readonly site: SiteOperation;
  readonly reader: SiteReader;
  /** Kinds of exits that the deployment has. */
  readonly exits: ReadonlySet<ProxyType>;
  /** Hears what an answer had. */
  readonly report: (result: Readonly<Record<string, unknown>>) => void;
  /** Where the site is asked instead of its own hosts. */
  readonly origin?: string | undefined;
}

export type Params = Readonly<Record<string, unknown>>;

export interface ReadOptions {
  readonly site: SiteOperation;
  readonly reader: SiteReader;
  readonly params: Params;
  readonly origin?: string | undefined;
  readonly signal: AbortSignal;
  /** Who shares the threads with others. */
  readonly sharer: string;
}

/** Reads documents in a worker thread. */
export const readWith = ({ site, reader, params, origin, signal, sharer }: ReadOptions): SiteCall['read'] => {
  const options = { origin };
  return async (documents) => {
    const read = await reader.run({ operation: site.id, params, documents, options }, signal, sharer);
    return read.outcome === 'too_heavy' ? read : read.value;
  };
};

const isData = (text: string): boolean => /^[\ufeff\s]{0,100}[{[]/.test(text);

/** Stores the document that the answer was made of; where there were several, all of them too. */
const storeDocuments = async (
  { putFile }: Pick<OperationContext, 'putFile'>,
  documents: readonly SiteDocument[],
  page: string,
): Promise<string | undefined> => {
  if (documents.length > 1) await putFile(DOCUMENTS_FILE, JSON.stringify(documents));
  const kept = documents.find(({ step }) => step === page);
  if (!kept || 'failed' in kept) return undefined;
  return putFile(isData(kept.text) ? 'document.json' : 'document.html', kept.text);
};

const failure = (end: Exclude<SiteEnd, { readonly verdict: 'ok' }>): OperationOutcome => {
  const { verdict, reason, message, tier, page } = end;
  return {
    verdict,
    chargedCredits: 0,
    tier,
    ...(reason === undefined ? {} : { reason }),
    ...(message === undefined ? {} : { message }),
    ...(verdict === 'unrecognized' && page?.text !== undefined
      ? { page: { name: isData(page.text) ? 'page.json' : 'page.html', body: page.text } }
      : {}),
  };
};

/** Address that the answer names: that of the first document. */
const askedUrl = (documents: readonly SiteDocument[], page: string): string => {
  const kept = documents.find(({ step }) => step === page);
  return kept && 'url' in kept ? kept.url : '';
};

/** One operation on a site: ask step by step, read, store. */
export const createSiteRun = ({ site, reader, exits, report, origin }: SiteRunOptions): ExecuteOperation => {
  const plan = fetchPlanOf(site.id);
  const proxyType = exitOf(plan, exits);
  const operation = operationById(site.id);
  return async (row, context) => {
    const { signal, fetcher } = context;
    // safe because parameters of an operation are an object
    const params = row.params as Params;
    const call: SiteCall = {
      begin: (options) => site.begin(params, options),
      read: readWith({ site, reader, params, origin, signal, sharer: row.accountId }),
    };
    const job = { plan, proxyType, options: { origin }, sessionId: row.id, deadlineAtMs: row.deadlineAtMs };
    const end = await askSite(fetcher, call, job, signal);
    if (end.verdict !== 'ok') return failure(end);
    const { reading, documents, tier, preview: picture } = end;
    report(reading.result);
    const html = await storeDocuments(context, documents, reading.page);
    const preview = picture && (await context.putFile('preview.webp', picture));
    return {
      verdict: 'ok',
      chargedCredits:
        operation?.priceCredits({ ...params }, { isRendered: tier === 'browser', proxyType: 'datacenter' }) ?? 0,
      tier,
      metadata: {
        url: askedUrl(documents, reading.page),
        ...(html === undefined ? {} : { html }),
        ...(preview === undefined ? {} : { preview }),
      },
      result: reading.result,
    };
  };
};
