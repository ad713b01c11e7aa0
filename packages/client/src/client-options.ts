import { checkTimeout } from './http/call-timer.js';
import { DEFAULT_RETRY_POLICY, MAX_RETRIES, type RetryPolicy } from './http/retry-policy.js';
import type { TransportOptions } from './http/transport.js';

/** Time for one call with all tries, milliseconds: twice what the service takes at most. */
export const DEFAULT_TIMEOUT_MS = 600_000;

export interface QuarryClientOptions {
  /** Address of the service, such as `http://127.0.0.1:3000`. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Address of the stored files. Default: `<baseUrl>/files`. The key is sent there too. */
  readonly filesUrl?: string | undefined;
  /** Time for each call with all its tries, milliseconds. Default: 600,000. */
  readonly timeoutMs?: number | undefined;
  /** How calls are repeated. Default: 3 times, after 0.5, 1 and 2 seconds, or what `Retry-After` asks for. */
  readonly retry?: Partial<RetryPolicy> | undefined;
  /** In place of the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined;
}

const checkUrl = (name: string, text: string): string => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw new TypeError(`${name} must be an absolute http or https URL such as http://127.0.0.1:3000.`);
  }
  return text.replace(/\/+$/, '');
};

const checkRetry = (retry: Partial<RetryPolicy>): RetryPolicy => {
  const policy = { ...DEFAULT_RETRY_POLICY, ...retry };
  const { maxRetries, firstDelayMs, longestDelayMs } = policy;
  if (!Number.isInteger(maxRetries) || maxRetries < 0 || maxRetries > MAX_RETRIES) {
    throw new RangeError(`retry.maxRetries must be an integer from 0 to ${MAX_RETRIES}.`);
  }
  if (firstDelayMs >= 0 && longestDelayMs >= firstDelayMs) return policy;
  throw new RangeError('retry.firstDelayMs must be from 0 and retry.longestDelayMs not less than it.');
};

/** Checks the options of a client. Throws for what no call could be made with. */
export const readClientOptions = (options: QuarryClientOptions): TransportOptions & { readonly filesUrl: string } => {
  const baseUrl = checkUrl('baseUrl', options.baseUrl);
  if (!/^[!-~]+$/.test(options.apiKey)) {
    throw new TypeError('apiKey must be a key of the service: visible ASCII characters, without blanks.');
  }
  return {
    baseUrl,
    apiKey: options.apiKey,
    filesUrl: checkUrl('filesUrl', options.filesUrl ?? `${baseUrl}/files`),
    timeoutMs: checkTimeout('timeoutMs', options.timeoutMs ?? DEFAULT_TIMEOUT_MS),
    retry: checkRetry(options.retry ?? {}),
    fetch: options.fetch ?? globalThis.fetch,
  };
};
