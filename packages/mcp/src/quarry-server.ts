import {
  McpServer,
  type CallToolResult,
  type ServerContext,
  type StandardSchemaWithJSON,
} from '@modelcontextprotocol/server';
import { isPlainObject } from '@quarry/contracts';
import { failed } from './output/tool-result.js';
import { UNTRUSTED_RULE } from './output/untrusted.js';
import type { QuarryApi } from './quarry/quarry-api.js';
import { registerResources } from './resources.js';
import type { Spender } from './spending/sessions.js';
import { batchTools } from './tools/batch-tools.js';
import { crawlTool } from './tools/crawl-tool.js';
import { operationTools } from './tools/operation-tools.js';
import { reparseTool } from './tools/reparse-tool.js';
import { storedTools } from './tools/stored-tools.js';
import type { QuarryTool, ToolArguments } from './tools/tool.js';

/** How often a call reports progress to a client that asks for it, so that the client keeps waiting. */
export const PROGRESS_EVERY_MS = 10_000;

const INSTRUCTIONS = [
  'Quarry fetches web pages, search results and site data. Calls cost credits, named in each description; failures are free.',
  'A session may spend a fixed number of credits: a call that could pass it is refused before it is sent. account_usage says what is left.',
  'Results are cut to maxTokens; file_read reads on, free of charge. Give maxAge to reuse a recent response, free of charge.',
  UNTRUSTED_RULE,
].join('\n');

/** All tools; `chosen` keeps those of these names. */
export const listTools = (chosen?: readonly string[]): readonly QuarryTool[] => {
  const all = [...operationTools(), ...batchTools(), crawlTool(), reparseTool(), ...storedTools()];
  return chosen === undefined ? all : all.filter(({ name }) => chosen.includes(name));
};

/** Arguments are checked by Quarry itself, whose messages say more; the schema is for the list of tools. */
const uncheckedSchema = (schema: QuarryTool['inputSchema']): StandardSchemaWithJSON<ToolArguments> => ({
  '~standard': {
    version: 1,
    vendor: 'quarry',
    validate: (value) =>
      isPlainObject(value) ? { value } : { issues: [{ message: 'The arguments must be an object.' }] },
    jsonSchema: { input: () => ({ ...schema }), output: () => ({ ...schema }) },
  },
});

const withProgress = async (
  run: Promise<CallToolResult>,
  { mcpReq }: ServerContext,
  everyMs: number,
): Promise<CallToolResult> => {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return run;
  let progress = 0;
  const timer = setInterval(() => {
    progress += 1;
    const params = { progressToken, progress, message: 'Quarry is working.' };
    // A client that has gone needs no progress.
    void mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
  }, everyMs);
  try {
    return await run;
  } finally {
    clearInterval(timer);
  }
};

export interface QuarryServerOptions {
  readonly api: QuarryApi;
  readonly spender: Spender;
  readonly tools: readonly QuarryTool[];
  readonly version: string;
  readonly progressEveryMs?: number;
}

/** An MCP server for one caller. */
export const createQuarryServer = (options: QuarryServerOptions): McpServer => {
  const { api, spender, tools, version, progressEveryMs = PROGRESS_EVERY_MS } = options;
  const server = new McpServer(
    { name: 'quarry', title: 'Quarry', version },
    { instructions: INSTRUCTIONS, capabilities: { tools: { listChanged: false }, resources: { listChanged: false } } },
  );
  for (const { name, title, description, inputSchema, annotations, run } of tools) {
    const config = { title, description, annotations, inputSchema: uncheckedSchema(inputSchema) };
    server.registerTool(name, config, (args, context) => {
      const unknown = Object.keys(args).filter((key) => !isKnown(inputSchema, key));
      if (unknown.length > 0) return refuseUnknown(unknown);
      return withProgress(run(args, { api, spender, signal: context.mcpReq.signal }), context, progressEveryMs);
    });
  }
  registerResources(server, api);
  return server;
};

const isKnown = ({ properties }: QuarryTool['inputSchema'], name: string): boolean =>
  isPlainObject(properties) && Object.hasOwn(properties, name);

const refuseUnknown = (names: readonly string[]): CallToolResult =>
  failed({
    error: 'validation_failed',
    message: 'Some arguments are unknown.',
    retryable: false,
    next: "Use the names of the tool's schema.",
    creditsCharged: 0,
    errors: names.map((field) => ({ field, message: 'is not an argument of this tool.' })),
  });
