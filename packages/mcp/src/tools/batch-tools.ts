import type { CallToolResult } from '@modelcontextprotocol/server';
import {
  BATCH_MAX_REQUESTS,
  BATCH_RESULTS_LIMIT_MAX,
  groupDigits,
  isPlainObject,
  operationById,
} from '@quarry/contracts';
import { requestUri } from '../documents/reference.js';
import { pageOf } from '../output/token-budget.js';
import { creditsText, jsonOf, spendingText } from '../output/tool-result.js';
import { createMark, wrapUntrusted } from '../output/untrusted.js';
import { BATCH_CALL_TIMEOUT_MS, BATCH_OPERATIONS, callJob, followCredits, invalid } from './batch-jobs.js';
import { callPaid } from './call-paid.js';
import { holdOf, toolNameOf } from './operation-tools.js';
import { ownDefaultsOf } from './tool-schema.js';
import {
  MAX_TOKENS_SCHEMA,
  maxTokensOf,
  READS_STORED,
  type QuarryTool,
  type ToolArguments,
  type ToolContext,
} from './tool.js';

/** Rows of a page of results unless the call says otherwise. */
export const DEFAULT_RESULT_ROWS = 50;

const JOB_ID_SCHEMA = { type: 'string', format: 'uuid', description: 'Id that batch_submit or crawl_start returned.' };
const TOOL_NAMES = BATCH_OPERATIONS.map(({ operationId }) => toolNameOf({ id: operationId }));

const submit = async (args: ToolArguments, context: ToolContext): Promise<CallToolResult> => {
  const { tool, requests, defaults = {} } = args;
  const found = BATCH_OPERATIONS[TOOL_NAMES.indexOf(String(tool))];
  const operation = found && operationById(found.operationId);
  if (!operation) return invalid(`tool must be one of ${TOOL_NAMES.join(', ')}.`);
  if (!Array.isArray(requests) || !requests.every(isPlainObject) || requests.length > BATCH_MAX_REQUESTS) {
    return invalid(`requests must be a list of 1 to ${groupDigits(BATCH_MAX_REQUESTS)} objects of arguments.`);
  }
  if (!isPlainObject(defaults)) return invalid('defaults must be an object of arguments.');
  // Nobody waits for an item, so it has the time that the API gives it.
  const { timeout: _, ...own } = ownDefaultsOf(operation);
  const all = { ...own, ...defaults };
  const holdCredits = requests.reduce((sum, item) => sum + holdOf(operation, { ...all, ...item }), 0);
  const body = { requests, ...(Object.keys(all).length > 0 ? { defaults: all } : {}) };
  return callPaid(
    {
      call: { method: 'POST', path: found.path, body, timeoutMs: BATCH_CALL_TIMEOUT_MS },
      holdCredits,
      succeed: (reply, hold) => {
        const jobId = String(jsonOf(reply.body)?.['jobId']);
        hold.keepForBatch(jobId);
        const text =
          `Batch ${jobId} accepted: ${requests.length} requests, ${creditsText(holdCredits)} held. ` +
          `${spendingText(context.spender.view())} Ask batch_status until it is done, then batch_results.`;
        const structuredContent = { jobId, requestsCount: requests.length, creditsHeld: holdCredits };
        return { content: [{ type: 'text', text }], structuredContent };
      },
    },
    context,
  );
};

/** The status of a job has nothing of a page in it. */
const describeStatus =
  (method: 'GET' | 'DELETE') =>
  async (args: ToolArguments, context: ToolContext): Promise<CallToolResult> => {
    const answer = await callJob(args, { method }, context);
    if ('failure' in answer) return answer.failure;
    const body = followCredits(answer.reply, context);
    const text = `${JSON.stringify(body)}\n${spendingText(context.spender.view())}`;
    return { content: [{ type: 'text', text }], structuredContent: { ...body } };
  };

/** The largest number of rows per page, at most `rows`, with which a page begins where this one does. */
const alignedLimit = (page: number, limit: number, rows: number): number => {
  const begin = (page - 1) * limit;
  for (let fewer = Math.max(1, rows); fewer > 1; fewer -= 1) if (begin % fewer === 0) return fewer;
  return 1;
};

const results = async (args: ToolArguments, context: ToolContext): Promise<CallToolResult> => {
  const page = Number(args['page'] ?? 1);
  const limit = Number(args['limit'] ?? DEFAULT_RESULT_ROWS);
  const answer = await callJob(args, { method: 'GET', suffix: `/results?page=${page}&limit=${limit}` }, context);
  if ('failure' in answer) return answer.failure;
  const body = jsonOf(answer.reply.body) ?? {};
  const rows = Array.isArray(body['results']) ? (body['results'] as readonly unknown[]) : [];
  const lines = rows.map((row) => JSON.stringify(row));
  const { text: shown, nextOffset } = await pageOf(lines.join('\n'), 0, maxTokensOf(args));
  const isWhole = nextOffset === undefined;
  const whole = isWhole ? lines.length : shown.split('\n').length - 1;
  const next = alignedLimit(page, limit, whole);
  const head = [
    `Batch ${String(args['jobId'])}: ${isWhole ? rows.length : whole} of ${Number(body['total'])} ended items, one line of JSON each.`,
    ...(isWhole && typeof body['nextPage'] === 'string' ? [`Further items: page ${page + 1}.`] : []),
    ...(isWhole
      ? []
      : [
          `Cut to the token budget: ask again with limit ${next} and page ${((page - 1) * limit) / next + 1}, and the pages after it.`,
        ]),
    `Read the response of an item with file_read, free of charge: file ${requestUri('<result.id>', 'data')}, or /markdown and other fields.`,
  ].join(' ');
  const block = wrapUntrusted(isWhole ? shown : lines.slice(0, whole).join('\n'), createMark());
  return {
    content: [
      { type: 'text', text: head },
      { type: 'text', text: block },
    ],
    ...(isWhole ? { structuredContent: { ...body } } : {}),
  };
};

/** Tools for batches of any operation that has them. */
export const batchTools = (): readonly QuarryTool[] => [
  {
    name: 'batch_submit',
    title: 'Submit a batch',
    description:
      `Submits up to ${groupDigits(BATCH_MAX_REQUESTS)} calls of one tool, which run by themselves. Each costs what the single call costs; failed ones are free. ` +
      "The sum of their highest prices counts against the session's cap until they end. Read the outcome with batch_status and batch_results.",
    inputSchema: {
      type: 'object',
      properties: {
        tool: { type: 'string', enum: TOOL_NAMES, description: 'The tool to call.' },
        requests: {
          type: 'array',
          minItems: 1,
          maxItems: BATCH_MAX_REQUESTS,
          items: { type: 'object' },
          description: 'Arguments of each call, as the tool takes them, without maxTokens and maxAge.',
        },
        defaults: { type: 'object', description: 'Arguments of every call that does not set them itself.' },
      },
      required: ['tool', 'requests'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
    run: submit,
  },
  {
    name: 'batch_status',
    title: 'Status of a batch',
    description:
      'How far a batch or a crawl is: pending, in_progress, done or stopped, with counts and credits. Free of charge. Wait a few seconds between calls.',
    inputSchema: {
      type: 'object',
      properties: { jobId: JOB_ID_SCHEMA },
      required: ['jobId'],
      additionalProperties: false,
    },
    annotations: READS_STORED,
    run: describeStatus('GET'),
  },
  {
    name: 'batch_results',
    title: 'Results of a batch',
    description:
      'Ended items of a batch or a crawl in pages, also while it runs: which succeeded, which failed and why. Free of charge.',
    inputSchema: {
      type: 'object',
      properties: {
        jobId: JOB_ID_SCHEMA,
        page: { type: 'integer', minimum: 1, default: 1, description: 'Page of results, from 1.' },
        limit: {
          type: 'integer',
          minimum: 1,
          maximum: BATCH_RESULTS_LIMIT_MAX,
          default: DEFAULT_RESULT_ROWS,
          description: 'Items per page.',
        },
        maxTokens: MAX_TOKENS_SCHEMA,
      },
      required: ['jobId'],
      additionalProperties: false,
    },
    annotations: READS_STORED,
    run: results,
  },
  {
    name: 'batch_cancel',
    title: 'Cancel a batch',
    description:
      'Stops a batch or a crawl: items that have not begun end as cancelled, free of charge; running ones may still succeed.',
    inputSchema: {
      type: 'object',
      properties: { jobId: JOB_ID_SCHEMA },
      required: ['jobId'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
    run: describeStatus('DELETE'),
  },
];
