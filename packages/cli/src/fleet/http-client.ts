import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { causeOf } from '../error-cause.js';

/** Maximum size of a response. */
export const MAX_ANSWER_BYTES = 256 * 1_048_576;

export interface FleetRequest {
  readonly url: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** Timeout of the whole exchange. */
  readonly timeoutMs: number;
  readonly maxBytes?: number;
  /** Aborts the exchange. */
  readonly signal?: AbortSignal | undefined;
}

export type FleetAnswer =
  | {
      readonly outcome: 'answered';
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: Buffer;
    }
  /** `reason`: the system's code, `timeout`, `too_large` or `aborted`. */
  | { readonly outcome: 'unreachable'; readonly reason: string };

const readBody = async (response: IncomingMessage, maxBytes: number): Promise<Buffer | null> => {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    sizeBytes += chunk.length;
    if (sizeBytes > maxBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

const open = (input: FleetRequest, signal: AbortSignal): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const send = input.url.startsWith('https:') ? httpsRequest : httpRequest;
    const request = send(input.url, { method: input.method, headers: input.headers, signal }, resolve);
    request.on('error', reject);
    request.end(input.body);
  });

/** One call to a fleet, never to a target. Does not follow redirects, so that the key stays with its host. */
export const callFleet = async (input: FleetRequest): Promise<FleetAnswer> => {
  const timeout = AbortSignal.timeout(input.timeoutMs);
  const signal = input.signal ? AbortSignal.any([timeout, input.signal]) : timeout;
  try {
    const response = await open(input, signal);
    const body = await readBody(response, input.maxBytes ?? MAX_ANSWER_BYTES);
    if (body === null) {
      response.destroy();
      return { outcome: 'unreachable', reason: 'too_large' };
    }
    const headers = Object.fromEntries(
      Object.entries(response.headers).map(([name, value]) => [name, [value ?? ''].flat().join(', ')]),
    );
    return { outcome: 'answered', status: response.statusCode ?? 0, headers, body };
  } catch (error) {
    if (input.signal?.aborted) return { outcome: 'unreachable', reason: 'aborted' };
    return { outcome: 'unreachable', reason: timeout.aborted ? 'timeout' : causeOf(error) };
  }
};
