import { operationById, type Verdict } from '@quarry/contracts';
import type { EngineOperation, EngineRequest, ParsedResults } from '@quarry/extract';
import type { ExecuteOperation, OperationContext, OperationOutcome } from '@quarry/worker-runtime';
import { fetchResults, type ReadDocument, type Results } from './fetch-results.js';
import type { SerpParser } from './serp-parser.js';
import { storePictures } from './store-pictures.js';
import { createTierChoice } from './tier-choice.js';

export interface SearchOptions {
  readonly engine: EngineOperation;
  readonly parser: SerpParser;
  /** Hears which blocks a page had. */
  readonly report: (operation: string, blocks: readonly string[]) => void;
  /** Where the engine is asked instead of its own host. */
  readonly origin?: string | undefined;
}

type Parsed = Extract<ParsedResults, { readonly outcome: 'ok' }>;

/** Parses in a worker thread. */
export const readWith =
  (parser: SerpParser, operation: string, url: string, signal: AbortSignal) =>
  async (text: string): Promise<ReadDocument<Parsed>> => {
    const parsed = await parser.run({ operation, document: { text, url } }, signal);
    if (parsed.outcome === 'too_heavy') return { verdict: 'too_large', reason: `parse_${parsed.limit}` };
    const { value } = parsed;
    return value.outcome === 'ok' ? { verdict: 'ok', value } : { verdict: value.outcome, reason: value.reason };
  };

/** A page that an engine answers with instead of results, and that has no mark of a block, is not what was asked for. */
const failureVerdict = (verdict: Verdict): Verdict =>
  verdict === 'target_4xx' || verdict === 'ok' ? 'unrecognized' : verdict;

const failure = ({ verdict, reason, outcome }: Results<Parsed>): OperationOutcome => {
  const judged = failureVerdict(verdict);
  const { page, message, tier } = outcome;
  return {
    verdict: judged,
    chargedCredits: 0,
    tier,
    ...(reason ? { reason } : {}),
    ...(message ? { message } : {}),
    ...(judged === 'unrecognized' && page?.text !== undefined ? { page: { name: 'page.html', body: page.text } } : {}),
  };
};

const success = async (
  { blocks, result }: Parsed,
  { url, html, tier }: { readonly url: string; readonly html: string; readonly tier: string },
  { engine, report, context }: Pick<SearchOptions, 'engine' | 'report'> & { readonly context: OperationContext },
): Promise<OperationOutcome> => {
  const [document, answer] = await Promise.all([
    // As decoded, so that a reader needs no charset of the time.
    context.putFile('document.html', html),
    storePictures(result, context.putBundle),
  ]);
  report(engine.id, blocks);
  const chargedCredits = operationById(engine.id)?.prices[0]?.credits ?? 0;
  return { verdict: 'ok', chargedCredits, tier, metadata: { url, html: document }, result: answer };
};

/** One operation on an engine: ask by the cheapest tier that shows results, parse, store. */
export const createSearch = ({ engine, parser, report, origin }: SearchOptions): ExecuteOperation => {
  const choice = createTierChoice();
  return async (row, context) => {
    // safe because parameters of an operation are an object
    const params = row.params as Readonly<Record<string, unknown>>;
    const asked: EngineRequest = engine.request(params, { origin });
    const { url } = asked;
    const job = { choice, asked, requestId: row.id, deadlineAtMs: row.deadlineAtMs };
    const read = readWith(parser, engine.id, url, context.signal);
    const results = await fetchResults(context.fetcher, job, read, context.signal);
    const { verdict, value, outcome } = results;
    if (verdict !== 'ok' || !value) return failure(results);
    return success(value, { url, html: outcome.page?.text ?? '', tier: outcome.tier }, { engine, report, context });
  };
};
