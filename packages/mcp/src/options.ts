import { parseArgs } from 'node:util';
import { trimUrl } from '@quarry/contracts';
import { z } from 'zod';

/** Credits that one session may spend unless the operator says otherwise. */
export const DEFAULT_MAX_CREDITS = 1_000;
/** Port of streamable HTTP. */
export const DEFAULT_PORT = 3_333;
const DEFAULT_BASE_URL = 'http://127.0.0.1:3000';

export interface McpOptions {
  readonly baseUrl: string;
  /** Required over stdio; over HTTP each call brings its own. */
  readonly apiKey: string | undefined;
  readonly maxCredits: number;
  /** Undefined: all. */
  readonly tools?: readonly string[] | undefined;
  readonly isHttp: boolean;
  readonly host: string;
  readonly port: number;
  readonly allowedHosts: readonly string[];
}

export type ReadOptions =
  | { readonly kind: 'run'; readonly options: McpOptions }
  | { readonly kind: 'help' }
  | { readonly kind: 'version' }
  /** All problems at once, one readable line each. */
  | { readonly kind: 'wrong'; readonly problems: readonly string[] };

export const HELP = `quarry-mcp: Quarry's MCP server

  --base-url <url>       Quarry's API (QUARRY_URL; default ${DEFAULT_BASE_URL})
  --max-credits <n>      credits that one session may spend (QUARRY_MCP_MAX_CREDITS; default ${DEFAULT_MAX_CREDITS})
  --tools <a,b>          only these tools (QUARRY_MCP_TOOLS; default all)
  --http                 streamable HTTP instead of stdio; each call brings its key in x-api-key
  --host <address>       address to listen on (default 127.0.0.1)
  --port <n>             port to listen on (default ${DEFAULT_PORT})
  --allow-host <name>    a further host name that calls may name in Host and Origin; may be repeated
  --version, --help

The API key for stdio is QUARRY_API_KEY.
`;

const FLAGS = {
  'base-url': { type: 'string' },
  'max-credits': { type: 'string' },
  tools: { type: 'string' },
  http: { type: 'boolean' },
  host: { type: 'string' },
  port: { type: 'string' },
  'allow-host': { type: 'string', multiple: true },
  version: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

type Environment = Readonly<Record<string, string | undefined>>;

const wholeNumber = (fallback: number, most: number, message: string) =>
  z
    .string()
    .default(String(fallback))
    .refine((text) => /^\d+$/.test(text) && Number(text) <= most, message)
    .transform(Number);

const isHttpUrl = (text: string): boolean => /^https?:\/\//i.test(text) && URL.canParse(text);

const schemaOf = (toolNames: readonly string[]) =>
  z.object({
    baseUrl: z
      .string()
      .default(DEFAULT_BASE_URL)
      .transform((text) => trimUrl(text).replace(/\/+$/, ''))
      .refine(isHttpUrl, '--base-url (QUARRY_URL) must be an absolute http or https URL.'),
    maxCredits: wholeNumber(
      DEFAULT_MAX_CREDITS,
      Number.MAX_SAFE_INTEGER,
      '--max-credits (QUARRY_MCP_MAX_CREDITS) must be a whole number of credits.',
    ),
    tools: z
      .string()
      .optional()
      .transform((text) => text?.split(',').flatMap((name) => name.trim() || []))
      .transform((names) => (names?.length === 0 ? undefined : names))
      .refine((names = []) => names.every((name) => toolNames.includes(name)), {
        error: `--tools (QUARRY_MCP_TOOLS) must be names of tools: ${toolNames.join(', ')}.`,
      }),
    isHttp: z.boolean().default(false),
    host: z.string().default('127.0.0.1'),
    port: wholeNumber(DEFAULT_PORT, 65_535, '--port must be a port number from 0 to 65535.'),
    allowedHosts: z.array(z.string()).default([]),
  });

const readFlags = (argv: readonly string[]) => parseArgs({ args: [...argv], options: FLAGS, strict: true }).values;

/** Reads the command line and the environment; a flag wins. `toolNames`: every tool that there is. */
export const readOptions = (argv: readonly string[], env: Environment, toolNames: readonly string[]): ReadOptions => {
  let flags: ReturnType<typeof readFlags>;
  try {
    flags = readFlags(argv);
  } catch (error) {
    return { kind: 'wrong', problems: [error instanceof Error ? error.message : String(error)] };
  }
  if (flags.help) return { kind: 'help' };
  if (flags.version) return { kind: 'version' };
  // An empty variable is none.
  const setting = (name: string): string | undefined => env[name] || undefined;
  const read = schemaOf(toolNames).safeParse({
    baseUrl: flags['base-url'] ?? setting('QUARRY_URL'),
    maxCredits: flags['max-credits'] ?? setting('QUARRY_MCP_MAX_CREDITS'),
    tools: flags.tools ?? setting('QUARRY_MCP_TOOLS'),
    isHttp: flags.http,
    host: flags.host,
    port: flags.port,
    allowedHosts: flags['allow-host'],
  });
  const apiKey = setting('QUARRY_API_KEY');
  const problems = [
    ...(apiKey === undefined && !flags.http ? ['Set QUARRY_API_KEY to an API key of Quarry.'] : []),
    ...(read.error?.issues ?? []).map(({ message }) => message),
  ];
  return read.success && problems.length === 0
    ? { kind: 'run', options: { ...read.data, apiKey } }
    : { kind: 'wrong', problems };
};
