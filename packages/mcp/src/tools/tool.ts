import type { CallToolResult, ToolAnnotations } from '@modelcontextprotocol/server';
import type { QuarryApi } from '../quarry/quarry-api.js';
import type { Spender } from '../spending/sessions.js';
import { DEFAULT_MAX_TOKENS, MAX_TOKENS_LIMIT, MIN_TOKENS_LIMIT } from '../output/token-budget.js';

/** What a call works with: the caller's account and session. */
export interface ToolContext {
  readonly api: QuarryApi;
  readonly spender: Spender;
  /** Aborts when the client cancels the call. */
  readonly signal?: AbortSignal | undefined;
}

export type ToolArguments = Readonly<Record<string, unknown>>;

export interface QuarryTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly annotations: ToolAnnotations;
  readonly run: (args: ToolArguments, context: ToolContext) => Promise<CallToolResult>;
}

/** Name of the argument that every tool with long results has besides its own. */
export const MAX_TOKENS_ARGUMENT = 'maxTokens';

export const MAX_TOKENS_SCHEMA = {
  type: 'integer',
  minimum: MIN_TOKENS_LIMIT,
  maximum: MAX_TOKENS_LIMIT,
  default: DEFAULT_MAX_TOKENS,
  description: 'Most tokens of the result; links lead to the rest, free of charge.',
} as const;

/** The budget of a call, within the limits. */
export const maxTokensOf = (args: ToolArguments): number => {
  const asked = Number(args[MAX_TOKENS_ARGUMENT] ?? DEFAULT_MAX_TOKENS);
  return Number.isFinite(asked)
    ? Math.min(MAX_TOKENS_LIMIT, Math.max(MIN_TOKENS_LIMIT, Math.trunc(asked)))
    : DEFAULT_MAX_TOKENS;
};

/** Annotations of tools that read what Quarry has stored, free of charge. */
export const READS_STORED: ToolAnnotations = { readOnlyHint: true, idempotentHint: true, openWorldHint: false };
