import { ApiError, isAborted } from './api-error.js';
import { readError } from './read-error.js';
import { toSearch, type QueryValues } from './to-search.js';

export interface CallOptions {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly query?: QueryValues;
  /** Sent as JSON; a string or a blob is sent as it is. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
}

/** The console takes changes, and calls of the API, only with this header, which no foreign page can send. */
const OWN_HEADERS = { 'x-quarry-console': '1' } as const;
const CHANGE_HEADERS = { ...OWN_HEADERS, 'content-type': 'application/json' } as const;

const bodyOf = (body: unknown): string | Blob | undefined =>
  body === undefined || typeof body === 'string' || body instanceof Blob ? body : JSON.stringify(body);

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

const OFFLINE = 'The console did not respond. Check the connection, then try again.';

/** Calls the console at a path such as `/api/keys`. Resolves to a successful response; every other throws an ApiError. */
export const callConsole = async (path: string, options: CallOptions = {}): Promise<Response> => {
  const { method = 'GET', query, body, headers, signal } = options;
  const own = method === 'GET' ? OWN_HEADERS : CHANGE_HEADERS;
  let response: Response;
  try {
    response = await fetch(`${path}${toSearch(query)}`, {
      method,
      headers: { accept: 'application/json', ...own, ...headers },
      body: bodyOf(body) ?? null,
      signal: signal ?? null,
      credentials: 'same-origin',
      redirect: 'error',
      cache: 'no-store',
    });
  } catch (error) {
    if (isAborted(error)) throw error;
    throw new ApiError({ status: 0, code: 'network', message: OFFLINE });
  }
  if (response.ok) return response;
  throw readError(response.status, response.headers, parse(await response.text().catch(() => '')));
};

/** The JSON of a response; undefined for 204. `T` is what the console's API promises for that path. */
export const callJson = async <T>(path: string, options?: CallOptions): Promise<T> => {
  const response = await callConsole(path, options);
  const text = await response.text();
  // Safe because the console and its web app are built and served as one.
  return (text === '' ? undefined : parse(text)) as T;
};

const GATEWAY = '/api/gateway';

/** Calls the API itself, as the signed-in account: `path` is the API's own, such as `/requests`. */
export const callGateway = (path: string, options?: CallOptions): Promise<Response> =>
  callConsole(`${GATEWAY}${path}`, options);

/** The JSON of the API's response. */
export const gatewayJson = <T>(path: string, options?: CallOptions): Promise<T> =>
  callJson<T>(`${GATEWAY}${path}`, options);
