import type { CallToolResult } from '@modelcontextprotocol/server';
import { isPlainObject, operationById } from '@quarry/contracts';
import { creditsText, jsonOf, spendingText } from '../output/tool-result.js';
import { BATCH_CALL_TIMEOUT_MS, CRAWL_PATH, invalid } from './batch-jobs.js';
import { callPaid } from './call-paid.js';
import { ownDefaultsOf } from './tool-schema.js';
import type { QuarryTool, ToolArguments, ToolContext } from './tool.js';

const start = async (args: ToolArguments, context: ToolContext): Promise<CallToolResult> => {
  const { scrape = {}, ...rest } = args;
  const { maxCredits: holdCredits } = args;
  // Without it the crawl would be bounded by the account alone, whatever the session may spend.
  if (typeof holdCredits !== 'number' || !Number.isSafeInteger(holdCredits) || holdCredits < 1) {
    return invalid('maxCredits must be a whole number from 1: the most that the crawl may cost.');
  }
  if (!isPlainObject(scrape)) return invalid('scrape must be an object of arguments of scrape_web.');
  const operation = operationById('scrape/web');
  // Nobody waits for a page, so it has the time that the API gives it.
  const { timeout: _, ...own } = operation ? ownDefaultsOf(operation) : {};
  const body = { ...rest, scrape: { ...own, ...scrape } };
  return callPaid(
    {
      call: { method: 'POST', path: CRAWL_PATH, body, timeoutMs: BATCH_CALL_TIMEOUT_MS },
      holdCredits,
      succeed: (reply, hold) => {
        const jobId = String(jsonOf(reply.body)?.['jobId']);
        hold.keepForBatch(jobId);
        const text =
          `Crawl ${jobId} started: at most ${creditsText(holdCredits)}. ` +
          `${spendingText(context.spender.view())} Ask batch_status until it is done, then batch_results.`;
        return { content: [{ type: 'text', text }], structuredContent: { jobId, maxCredits: holdCredits } };
      },
    },
    context,
  );
};

const patterns = (description: string) => ({ type: 'array', items: { type: 'string' }, description });

/** The tool that starts crawls; those of batches tell of them too. */
export const crawlTool = (): QuarryTool => ({
  name: 'crawl_start',
  title: 'Crawl a site',
  description:
    'Fetches a page and those that it leads to, by links and sitemaps, as a job. Each page costs what a single one costs; failed ones and duplicates are free. ' +
    "maxCredits counts against the session's cap until the crawl ends. Read the outcome with batch_status and batch_results; batch_cancel stops it.",
  inputSchema: {
    type: 'object',
    properties: {
      url: { type: 'string', format: 'uri', description: 'Page to begin with.' },
      maxCredits: { type: 'integer', minimum: 1, description: 'Most credits that the crawl may cost.' },
      limit: { type: 'integer', minimum: 1, default: 1_000, description: 'Most addresses to fetch.' },
      maxDepth: { type: 'integer', minimum: 0, default: 10, description: 'Most links between url and a page.' },
      include: patterns('Only paths that match one of these, such as /docs/*, are fetched.'),
      exclude: patterns('Paths that match one of these are not fetched.'),
      crawlEntireDomain: {
        type: 'boolean',
        description: 'All paths of the host, not those below the folder of url alone.',
      },
      scrape: { type: 'object', description: 'Parameters of every page, as scrape_web takes them, without url.' },
    },
    required: ['url', 'maxCredits'],
    additionalProperties: false,
  },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  run: start,
});
