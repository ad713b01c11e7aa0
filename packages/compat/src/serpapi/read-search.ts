import type { OperationId } from '@quarry/contracts';
import { refusedField, type Body, type Unread } from '../compat-call.js';
import { ENGINES } from './engines.js';

/** Where their calls are. */
export const SERP_SEARCH_PATHS = ['/search', '/search.json'] as const;

export type SerpReading =
  | {
      readonly ok: true;
      readonly engine: string;
      readonly operation: OperationId;
      readonly input: Body;
      /** Rows of the main list, where fewer are asked for than the engine gives. */
      readonly limit: number | undefined;
      /** The caller does not wait, and reads the result from the archive. */
      readonly isAsync: boolean;
    }
  | Unread;

/** What clients send of themselves. Nothing is ever taken from a cache, so that it need not be turned off. */
const OF_CLIENTS: ReadonlySet<string> = new Set(['api_key', 'serp_api_key', 'source', 'engine', 'async', 'no_cache']);

const isTrue = (value: unknown): boolean => typeof value === 'string' && /^(?:true|1)$/i.test(value);

/** The key of a call, which these clients send among its parameters. */
export const serpKeyOf = ({ api_key: key, serp_api_key: older }: Body): string | undefined => {
  const sent = key ?? older;
  return typeof sent === 'string' && sent !== '' ? sent : undefined;
};

/** A search in their words, as the input of an operation. */
export const readSerpSearch = (query: Body): SerpReading => {
  const { engine: name = 'google', output = 'json', async } = query;
  const engine = typeof name === 'string' ? ENGINES.get(name) : undefined;
  if (typeof name !== 'string' || engine === undefined) {
    const supported = [...ENGINES.keys()].join(', ');
    return { ok: false, message: `Quarry does not support this engine. Supported: ${supported}.` };
  }
  if (output !== 'json') {
    return { ok: false, message: 'Quarry supports output json alone. search_metadata.raw_html_file has the page.' };
  }
  const input: Record<string, unknown> = {};
  for (const [sent, value] of Object.entries(query)) {
    if (OF_CLIENTS.has(sent) || sent === 'output' || value === '') continue;
    const parameter = Object.hasOwn(engine.parameters, sent) ? engine.parameters[sent] : undefined;
    if (parameter === undefined) return refusedField(sent);
    input[parameter.name] = parameter.value?.(value) ?? value;
  }
  // The versions of an article are found by its id alone.
  if (input['cluster'] !== undefined) input['q'] ??= input['cluster'];
  const { num } = query;
  const isCut = name === 'google' && input['num'] !== num;
  return {
    ok: true,
    engine: name,
    operation: engine.operation,
    input,
    limit: isCut ? Number(num) : undefined,
    isAsync: isTrue(async),
  };
};
