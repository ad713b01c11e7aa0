import type { CallToolResult } from '@modelcontextprotocol/server';
import { groupDigits, isErrorCode, isPlainObject } from '@quarry/contracts';
import type { QuarryReply } from '../quarry/quarry-api.js';
import type { SpendingView } from '../spending/spending.js';

/** Most violations of a call that a tool error lists. */
export const MAX_LISTED_VIOLATIONS = 20;

export const creditsText = (credits: number): string => `${groupDigits(credits)} credit${credits === 1 ? '' : 's'}`;

/** Where the session stands, as one sentence. */
export const spendingText = ({ maxCredits, chargedCredits, heldCredits, leftCredits }: SpendingView): string => {
  const held = heldCredits > 0 ? `, ${groupDigits(heldCredits)} held` : '';
  return `This session has used ${groupDigits(chargedCredits)} of ${creditsText(maxCredits)}${held}; ${groupDigits(leftCredits)} left.`;
};

export interface ToolFailure {
  /** A code of docs/errors.md, or one of this server: `session_cap_reached`, `quarry_unreachable` and others. */
  readonly error: string;
  readonly message: string;
  readonly retryable: boolean;
  /** What the caller can do now. */
  readonly next: string;
  readonly creditsCharged: number;
  readonly requestId?: string | undefined;
  readonly reason?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
  readonly errors?: readonly { readonly field: string; readonly message: string }[] | undefined;
}

/** A tool error that a model can act on: the same as text and as structured content. */
export const failed = (failure: ToolFailure): CallToolResult => {
  const { error, message, retryable, next, creditsCharged, requestId, reason, errors = [] } = failure;
  const listed = errors.slice(0, MAX_LISTED_VIOLATIONS);
  const lines = [
    `Error ${reason === undefined ? error : `${error} (${reason})`}: ${message}`,
    ...listed.map(({ field, message: text }) => `- ${field}: ${text}`),
    ...(errors.length > listed.length ? [`- and ${errors.length - listed.length} more`] : []),
    `Retryable: ${retryable ? 'yes' : 'no'}. ${next}`,
    creditsCharged === 0
      ? 'Nothing was charged.'
      : `${creditsText(creditsCharged)} count as charged, as the outcome is unknown.`,
    ...(requestId === undefined ? [] : [`Request ${requestId}.`]),
  ];
  const structured = JSON.parse(
    JSON.stringify({ ...failure, errors: errors.length > 0 ? listed : undefined }),
  ) as object;
  return { isError: true, content: [{ type: 'text', text: lines.join('\n') }], structuredContent: { ...structured } };
};

/** The body of a response as JSON; undefined if it is not an object. */
export const jsonOf = (body: Buffer): Readonly<Record<string, unknown>> | undefined => {
  try {
    const parsed: unknown = JSON.parse(body.toString('utf8'));
    return isPlainObject(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
};

const NEXT_BY_CODE: Readonly<Record<string, string>> = {
  unauthorized: 'Give quarry-mcp a valid API key: QUARRY_API_KEY over stdio, the x-api-key header over HTTP.',
  credits_exhausted: 'Use a cheaper call if the message names one, or ask the user to add credits to the account.',
  validation_failed: 'Correct the named arguments and call again.',
  target_blocked: 'Try again later, or with proxyType residential where the tool has it; it costs more.',
};

const nextOf = (code: string, retryable: boolean, retryAfterSeconds: number | undefined): string => {
  const known = NEXT_BY_CODE[code];
  if (known !== undefined) return known;
  if (retryAfterSeconds !== undefined) return `Wait ${retryAfterSeconds} seconds before the next call.`;
  return retryable ? 'The same call may succeed later.' : 'The same call will fail again: change it first.';
};

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

const violationsOf = (value: unknown): ToolFailure['errors'] =>
  Array.isArray(value)
    ? value.filter(isPlainObject).map(({ field, message }) => ({ field: String(field), message: String(message) }))
    : undefined;

/** The tool error for a response that is not a success. */
export const failedByReply = (reply: Extract<QuarryReply, { outcome: 'answered' }>): CallToolResult => {
  const { status, headers, body } = reply;
  const parsed = jsonOf(body);
  const code = textOf(parsed?.['error']);
  if (parsed === undefined || code === undefined || !isErrorCode(code)) {
    return failed({
      error: 'not_quarry',
      message: `The base URL answered with status ${status}, but not as Quarry does.`,
      retryable: false,
      next: 'Check QUARRY_URL or --base-url.',
      creditsCharged: 0,
    });
  }
  const retryable = parsed['retryable'] === true;
  const retryAfterSeconds = numberOf(parsed['retryAfterSeconds']) ?? (Number(headers['retry-after']) || undefined);
  return failed({
    error: code,
    message: String(parsed['message']),
    retryable,
    next: nextOf(code, retryable, retryAfterSeconds),
    creditsCharged: 0,
    requestId: headers['x-request-id'],
    reason: textOf(parsed['reason']),
    retryAfterSeconds,
    errors: violationsOf(parsed['errors']),
  });
};

/** The tool error for a call whose response never came. `countedCredits`: what the session counts for it. */
export const failedByLoss = (
  reply: Extract<QuarryReply, { outcome: 'lost' }>,
  countedCredits: number,
): CallToolResult =>
  failed({
    error: 'quarry_unreachable',
    message: `No response from Quarry: ${reply.reason}.`,
    retryable: true,
    next: 'Check that Quarry runs and that QUARRY_URL or --base-url is right, then call again.',
    creditsCharged: countedCredits,
  });
