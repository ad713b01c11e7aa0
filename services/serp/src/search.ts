import { operationById, type Verdict } from '@quarry/contracts';
import type { FetchedPage } from '@quarry/egress';
import type { EngineOperation, EngineRequest, ParsedResults } from '@quarry/extract/engines';
import type { ExecuteOperation, OperationContext, OperationOutcome } from '@quarry/worker-runtime';
import type { Call, Continuation } from './continuation.js';
import type { ReportFindings } from './count-findings.js';
import { fetchPlanOf } from './fetch-plan.js';
import { fetchResults, type ReadDocument, type ReadText, type Results } from './fetch-results.js';
import type { SerpParser } from './serp-parser.js';
import { storePictures } from './store-pictures.js';
import { createTierChoice } from './tier-choice.js';

export interface SearchOptions {
  readonly engine: EngineOperation;
  readonly parser: SerpParser;
  /** How the answers are gone on with. */
  readonly continuation: Continuation;
  /** Hears what a page had. */
  readonly report: ReportFindings;
  /** Where the engine is asked instead of its own host. */
  readonly origin?: string | undefined;
}

type Parsed = Extract<ParsedResults, { readonly outcome: 'ok' }>;

interface ReadOptions {
  readonly parser: SerpParser;
  readonly operation: string;
  readonly signal: AbortSignal;
  /** Who shares the threads with others. */
  readonly sharer: string;
}

/** Parses in a worker thread. */
export const readWith =
  (
    { parser, operation, signal, sharer }: ReadOptions,
    { url, offset }: Pick<EngineRequest, 'url' | 'offset'>,
  ): ReadText<Parsed> =>
  async (text: string): Promise<ReadDocument<Parsed>> => {
    const parsed = await parser.run({ operation, document: { text, url, offset } }, signal, sharer);
    if (parsed.outcome === 'too_heavy') return { verdict: 'too_large', reason: `parse_${parsed.limit}` };
    const { value } = parsed;
    if (value.outcome !== 'ok') return { verdict: value.outcome, reason: value.reason };
    return { verdict: 'ok', value, ...(value.doubt === undefined ? {} : { doubt: value.doubt }) };
  };

/** What a verdict on one document means for a search. */
const FAILURES: Readonly<Partial<Record<Verdict, Verdict>>> = {
  // What an engine answers with instead of results, and has no mark of a block, is not what was asked for.
  target_4xx: 'unrecognized',
  ok: 'unrecognized',
  // Nobody asked for steps: the page was not filled in its time.
  scenario_failed: 'page_timeout',
};

const NO_ANSWER = 'The engine itself says that it has no answer to this.';

const failure = ({ verdict, reason, outcome }: Results<Parsed>): OperationOutcome => {
  // A search is no record that could be gone: only the parser knows when the engine says so.
  const judged = outcome.verdict === 'not_found' ? 'unrecognized' : (FAILURES[verdict] ?? verdict);
  const { page, tier } = outcome;
  const message = judged === 'not_found' ? NO_ANSWER : judged === verdict ? outcome.message : undefined;
  return {
    verdict: judged,
    chargedCredits: 0,
    tier,
    ...(reason ? { reason } : {}),
    ...(message ? { message } : {}),
    ...(judged === 'unrecognized' && page?.text !== undefined ? { page: { name: 'page.html', body: page.text } } : {}),
  };
};

/** Stores the document, the preview that a browser took, and the pictures that stand in the answer. */
const store = async (
  { putFile, putBundle }: Pick<OperationContext, 'putFile' | 'putBundle'>,
  { text = '', preview: picture }: Partial<FetchedPage>,
  result: Parsed['result'],
): Promise<{ files: Readonly<Record<string, string>>; answer: Parsed['result'] }> => {
  const [html, preview, answer] = await Promise.all([
    // As decoded, so that a reader needs no charset of the time.
    putFile('document.html', text),
    picture && putFile('preview.webp', picture),
    storePictures(result, putBundle),
  ]);
  return { files: { html, ...(preview === undefined ? {} : { preview }) }, answer };
};

/** One operation on an engine: ask by its plan, parse, store, say how to go on. */
export const createSearch = ({ engine, parser, continuation, report, origin }: SearchOptions): ExecuteOperation => {
  const plan = fetchPlanOf(engine.id);
  const choice = createTierChoice(plan.tiers);
  return async (row, context) => {
    const { signal, fetcher } = context;
    // safe because parameters of an operation are an object
    const call: Call = { ...row, params: row.params as Readonly<Record<string, unknown>> };
    const { params, next, sessionId } = continuation.read(call);
    const asked: EngineRequest = engine.request(params, { origin, next });
    const job = { plan, choice, asked, sessionId, deadlineAtMs: row.deadlineAtMs };
    const read = readWith({ parser, operation: engine.id, signal, sharer: row.accountId }, asked);
    const results = await fetchResults(fetcher, job, read, signal);
    const { verdict, value, outcome } = results;
    if (verdict !== 'ok' || !value) return failure(results);
    report(engine.id, value);
    const { files, answer } = await store(context, outcome.page ?? {}, value.result);
    return {
      verdict,
      chargedCredits: operationById(engine.id)?.prices[0]?.credits ?? 0,
      tier: outcome.tier,
      metadata: { url: asked.url, ...files },
      result: continuation.write(answer, call, { next: value.next, sessionId: results.sessionId }),
    };
  };
};
