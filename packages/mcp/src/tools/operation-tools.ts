import type { CallToolResult } from '@modelcontextprotocol/server';
import { OPERATIONS, toQueryPairs, validateParams, type Operation } from '@quarry/contracts';
import { renderAnswer } from '../output/render-answer.js';
import { failed, jsonOf } from '../output/tool-result.js';
import { callPaid, chargedBy, costText, receiptOf, receiptText, type PaidCall } from './call-paid.js';
import { DEFAULT_CALL_TIMEOUT_MS, operationUri, ownDefaultsOf, toolSchemaOf } from './tool-schema.js';
import { MAX_TOKENS_ARGUMENT, maxTokensOf, type QuarryTool, type ToolArguments, type ToolContext } from './tool.js';

/** How much longer than a call's own timeout its response is waited for. */
const RESPONSE_GRACE_MS = 15_000;

/** `enginea/ai-mode` as `enginea_ai_mode`. */
export const toolNameOf = ({ id }: Pick<Operation, 'id'>): string => id.replaceAll(/[^\w]/g, '_');

/** The highest possible price; of parameters that Quarry may refuse, the highest of the operation. */
export const holdOf = (operation: Operation, params: ToolArguments): number => {
  const checked = validateParams(operation, params);
  return checked.ok
    ? operation.holdCredits(checked.params)
    : Math.max(...operation.prices.map(({ credits }) => credits));
};

const describe = (operation: Operation): string => {
  const { summary, target, prices, input, example, id } = operation;
  const rules = input.rules.length > 0 ? ` Rules: ${input.rules.join(' ')}` : '';
  return (
    `${summary}${target === undefined ? '' : ` (${target.title})`}. ${costText(prices)}${rules} ` +
    `Example: ${JSON.stringify(example)}. All parameters: ${operationUri(id)}.`
  );
};

const requestOf = ({ method, path }: Operation, params: ToolArguments) => {
  if (method === 'POST') return { method, path, body: params };
  const query = new URLSearchParams();
  for (const [name, value] of toQueryPairs(params)) query.append(name, value);
  return { method, path: `${path}?${query.toString()}` };
};

/** Makes the result of a tool from the response of a success: what it cost, and the data within the budget. */
export const succeedAs =
  (name: string, args: ToolArguments, context: ToolContext): PaidCall['succeed'] =>
  async (reply, hold) => {
    const charged = chargedBy(reply);
    hold.settle(charged);
    const body = jsonOf(reply.body);
    const requestId = reply.headers['x-request-id'] ?? '';
    if (body === undefined) {
      return failed({
        error: 'not_quarry',
        message: 'The response is not JSON as Quarry sends it.',
        retryable: false,
        next: 'Check QUARRY_URL or --base-url.',
        creditsCharged: charged,
      });
    }
    return renderAnswer({
      head: `${name}: ok. Request ${requestId}. ${receiptText(charged, context)}`,
      receipt: { requestId, ...receiptOf(charged, context) },
      requestId,
      body,
      maxTokens: maxTokensOf(args),
    });
  };

const run = async (operation: Operation, args: ToolArguments, context: ToolContext): Promise<CallToolResult> => {
  const { [MAX_TOKENS_ARGUMENT]: _, ...given } = args;
  const params: ToolArguments = { ...ownDefaultsOf(operation), ...given };
  const timeoutMs = (Number(params['timeout']) || DEFAULT_CALL_TIMEOUT_MS) + RESPONSE_GRACE_MS;
  return callPaid(
    {
      call: { ...requestOf(operation, params), timeoutMs },
      holdCredits: holdOf(operation, params),
      prices: operation.prices,
      succeed: succeedAs(toolNameOf(operation), args, context),
    },
    context,
  );
};

/** The tool of an operation, made from its contract alone. */
export const operationTool = (operation: Operation): QuarryTool => {
  // Steps on a page can change what a site holds.
  const mayChange = 'jsScenario' in operation.input.fields;
  return {
    name: toolNameOf(operation),
    title: operation.summary,
    description: describe(operation),
    inputSchema: toolSchemaOf(operation),
    annotations: {
      readOnlyHint: !mayChange,
      ...(mayChange ? { destructiveHint: true } : {}),
      idempotentHint: false,
      openWorldHint: true,
    },
    run: (args, context) => run(operation, args, context),
  };
};

export const operationTools = (): readonly QuarryTool[] => OPERATIONS.map(operationTool);
