import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';

/** Most bytes of a response or a stored file that are read. */
export const MAX_RESPONSE_BYTES = 64 * 1_048_576;

export interface QuarryCall {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Path and query below the base URL, or a whole URL that Quarry itself has named. */
  readonly path: string;
  readonly body?: unknown;
  /** Timeout of the whole exchange. */
  readonly timeoutMs: number;
  /** Aborts the exchange. */
  readonly signal?: AbortSignal | undefined;
}

export type QuarryReply =
  | {
      readonly outcome: 'answered';
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: Buffer;
    }
  /** `isSent`: the call may have reached Quarry, and may cost credits. */
  | { readonly outcome: 'lost'; readonly reason: string; readonly isSent: boolean };

/** Everything that the tools need of Quarry's API: one call with one account's key. Never rejects. */
export interface QuarryApi {
  call(call: QuarryCall): Promise<QuarryReply>;
}

/** System errors of a connection that was never made. */
const NEVER_CONNECTED = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ERR_INVALID_URL'];

const codeOf = (error: unknown): string => {
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : 'connection failed';
};

const readBody = async (response: IncomingMessage): Promise<Buffer | undefined> => {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    sizeBytes += chunk.length;
    if (sizeBytes > MAX_RESPONSE_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

/** Calls with an API key. Redirects are not followed, so that the key stays with its host. */
export const createQuarryApi = ({ baseUrl, apiKey }: { baseUrl: string; apiKey: string }): QuarryApi => {
  const open = ({ method, path, body }: QuarryCall, signal: AbortSignal): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const url = new URL(/^https?:/.test(path) ? path : `${baseUrl}${path}`);
      const text = body === undefined ? undefined : JSON.stringify(body);
      const headers = {
        accept: 'application/json',
        'x-api-key': apiKey,
        ...(text === undefined ? {} : { 'content-type': 'application/json' }),
      };
      const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
      // A kept connection may be closed by the other side just as it is used again, and the outcome is then unknown.
      const request = send(url, { method, headers, signal, agent: false }, resolve);
      request.on('error', reject);
      request.end(text);
    });

  return {
    call: async (call) => {
      const timeout = AbortSignal.timeout(call.timeoutMs);
      try {
        const response = await open(call, call.signal ? AbortSignal.any([timeout, call.signal]) : timeout);
        const body = await readBody(response);
        if (body === undefined) {
          response.destroy();
          return { outcome: 'lost', reason: `response larger than ${MAX_RESPONSE_BYTES} bytes`, isSent: true };
        }
        const headers = Object.fromEntries(
          Object.entries(response.headers).map(([name, value]) => [name, [value ?? ''].flat().join(', ')]),
        );
        return { outcome: 'answered', status: response.statusCode ?? 0, headers, body };
      } catch (error) {
        if (call.signal?.aborted) return { outcome: 'lost', reason: 'cancelled by the client', isSent: true };
        if (timeout.aborted) return { outcome: 'lost', reason: 'no response in time', isSent: true };
        const code = codeOf(error);
        return { outcome: 'lost', reason: code, isSent: !NEVER_CONNECTED.includes(code) };
      }
    },
  };
};
