import type { CallToolResult } from '@modelcontextprotocol/server';
import { BATCH_ROUTES, CRAWL_ROUTES, isPlainObject } from '@quarry/contracts';
import { failed, failedByLoss, failedByReply, jsonOf } from '../output/tool-result.js';
import type { QuarryCall } from '../quarry/quarry-api.js';
import type { Answered } from './call-paid.js';
import type { ToolArguments, ToolContext } from './tool.js';

/** Timeout of a call about a batch. */
export const BATCH_CALL_TIMEOUT_MS = 60_000;

/** The operations with batches, and the path of their jobs. */
export const BATCH_OPERATIONS = BATCH_ROUTES.filter(({ kind }) => kind === 'submit').map(({ operationId, path }) => ({
  operationId,
  path,
}));

/** The path of crawls, which are jobs as batches are. */
export const CRAWL_PATH = CRAWL_ROUTES.find(({ kind }) => kind === 'submit')?.path ?? '';

const JOB_PATHS = [...BATCH_OPERATIONS.map(({ path }) => path), CRAWL_PATH];

const JOB_ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Arguments that Quarry would refuse, or that must not reach it. */
export const invalid = (message: string): CallToolResult =>
  failed({
    error: 'validation_failed',
    message,
    retryable: false,
    next: 'Correct the arguments and call again.',
    creditsCharged: 0,
  });

type JobAnswer = { readonly reply: Answered } | { readonly failure: CallToolResult };

/** Makes a call about a job, whichever operation it is of, or a crawl. */
export const callJob = async (
  args: ToolArguments,
  { method, suffix = '' }: { method: QuarryCall['method']; suffix?: string },
  { api, signal }: ToolContext,
): Promise<JobAnswer> => {
  const jobId = String(args['jobId']);
  if (!JOB_ID.test(jobId)) {
    const failure = failed({
      error: 'validation_failed',
      message: 'jobId must be the id of a batch or a crawl.',
      retryable: false,
      next: 'Use the jobId that batch_submit or crawl_start returned.',
      creditsCharged: 0,
    });
    return { failure };
  }
  let missing: CallToolResult | undefined;
  for (const path of JOB_PATHS) {
    const call = { method, path: `${path}/${jobId}${suffix}`, timeoutMs: BATCH_CALL_TIMEOUT_MS, signal };
    const reply = await api.call(call);
    if (reply.outcome === 'lost') return { failure: failedByLoss(reply, 0) };
    if (reply.status === 200) return { reply };
    const failure = failedByReply(reply);
    if (reply.status !== 404) return { failure };
    missing ??= failure;
  }
  // safe because there are operations with batches
  return { failure: missing as CallToolResult };
};

const countOf = (value: unknown): number => (typeof value === 'number' ? value : 0);

/** Counts a job of this session at what its status says that it costs. */
export const followCredits = (reply: Answered, { spender }: ToolContext): Readonly<Record<string, unknown>> => {
  const body = jsonOf(reply.body) ?? {};
  const data = body['data'];
  // A crawl that runs may still cost all that it was allowed.
  const isOpenCrawl = isPlainObject(data) && 'discoveredCount' in data && !('finishedAt' in data);
  if (isPlainObject(data) && !isOpenCrawl) {
    const credits = { charged: countOf(data['creditsCharged']), held: countOf(data['creditsHeld']) };
    spender.settleBatch(String(body['jobId']), credits);
  }
  return body;
};
