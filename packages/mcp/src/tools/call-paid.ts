import type { CallToolResult } from '@modelcontextprotocol/server';
import { groupDigits, type PriceLine } from '@quarry/contracts';
import { creditsText, failed, failedByLoss, failedByReply, spendingText } from '../output/tool-result.js';
import type { QuarryCall, QuarryReply } from '../quarry/quarry-api.js';
import type { SpendingHold } from '../spending/spending.js';
import type { ToolContext } from './tool.js';

export type Answered = Extract<QuarryReply, { outcome: 'answered' }>;

export interface PaidCall {
  readonly call: Omit<QuarryCall, 'signal'>;
  /** The highest possible price. */
  readonly holdCredits: number;
  /** Prices of the same operation, to name cheaper ways. */
  readonly prices?: readonly PriceLine[];
  /** Makes the result of a success, and ends the hold. */
  readonly succeed: (reply: Answered, hold: SpendingHold) => CallToolResult | Promise<CallToolResult>;
}

const refusedByCap = (credits: number, { spender }: ToolContext, prices: readonly PriceLine[] = []): CallToolResult => {
  const view = spender.view();
  const cheaper = prices.filter((line) => line.credits <= view.leftCredits);
  const ways = cheaper.map((line) => `${creditsText(line.credits)} ${line.when}`).join(', ');
  return failed({
    error: 'session_cap_reached',
    message: `This call may cost up to ${creditsText(credits)}. ${spendingText(view)}`,
    retryable: false,
    next:
      `Nothing was sent. ${ways === '' ? '' : `Cheaper ways that fit: ${ways}. `}` +
      'Ask the user to raise the cap: restart quarry-mcp with a higher --max-credits or QUARRY_MCP_MAX_CREDITS.',
    creditsCharged: 0,
  });
};

const refusedByCount = (): CallToolResult =>
  failed({
    error: 'too_many_sessions',
    message: 'This MCP server follows as many sessions as it may.',
    retryable: true,
    next: 'Call again later: sessions end after an hour without a call.',
    creditsCharged: 0,
  });

/** Credits that a response was charged, from its headers. */
export const chargedBy = ({ headers }: Answered): number => Number(headers['x-credits-charged'] ?? 0) || 0;

/**
 * Makes a call that may cost credits: holds its highest price, and settles what it was charged. A call whose response never came
 * counts as its highest price unless it was never sent, as Quarry may have charged it.
 */
export const callPaid = async (paid: PaidCall, context: ToolContext): Promise<CallToolResult> => {
  const { holdCredits } = paid;
  const admitted = context.spender.hold(holdCredits);
  if ('refused' in admitted) {
    return admitted.refused === 'cap' ? refusedByCap(holdCredits, context, paid.prices) : refusedByCount();
  }
  const { hold } = admitted;
  try {
    const reply = await context.api.call({ ...paid.call, signal: context.signal });
    if (reply.outcome === 'lost') {
      const counted = reply.isSent ? holdCredits : 0;
      hold.settle(counted);
      return failedByLoss(reply, counted);
    }
    if (reply.status !== 200) {
      hold.settle(chargedBy(reply));
      return failedByReply(reply);
    }
    return await paid.succeed(reply, hold);
  } finally {
    // Does nothing after the hold has ended.
    hold.settle(holdCredits);
  }
};

/** What a call cost and where the session stands, for the head of a result. */
export const receiptText = (charged: number, { spender }: ToolContext): string =>
  `${creditsText(charged)} charged. ${spendingText(spender.view())}`;

/** The same as fields. */
export const receiptOf = (charged: number, { spender }: ToolContext) => {
  const { maxCredits, leftCredits } = spender.view();
  return { creditsCharged: charged, session: { maxCredits, leftCredits } };
};

/** Such as `Costs 10 credits.` or `Costs 1 credit (without a browser) or 10 credits (in a browser).` */
export const costText = (prices: readonly PriceLine[]): string => {
  const lines = prices.map(({ when, credits }) => `${creditsText(credits)}${when === 'always' ? '' : ` (${when})`}`);
  const most = Math.max(...prices.map(({ credits }) => credits));
  const hold = prices.length > 1 ? ` Until it ends, up to ${groupDigits(most)} count against the session's cap.` : '';
  return `Costs ${lines.join('; ')}. Only a success is charged.${hold}`;
};
