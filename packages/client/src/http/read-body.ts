import { QuarryError, type QuarryErrorCode } from '../errors.js';
import type { Violation } from '../generated/types.js';
import { readResponseInfo, readRetryAfterSeconds, type ResponseInfo } from './response-info.js';

/** Maximum size of a response that is read as a whole; files are streams instead. */
export const MAX_RESPONSE_BYTES = 256 * 1_048_576;

/** Statuses with which what stands before the service reports that it has no response. */
const OF_INTERMEDIARIES = [502, 503, 504];

/** Reads a body as text, `maxBytes` at most. */
export const readText = async (response: Response, maxBytes = MAX_RESPONSE_BYTES): Promise<string> => {
  const reader = response.body?.getReader();
  if (reader === undefined) return '';
  const decoder = new TextDecoder();
  let text = '';
  let sizeBytes = 0;
  for (;;) {
    // safe because the body of a response is bytes
    const { done, value: bytes } = (await reader.read()) as { done: boolean; value: Uint8Array };
    if (done) return text + decoder.decode();
    sizeBytes += bytes.byteLength;
    if (sizeBytes > maxBytes) {
      await reader.cancel();
      throw unexpected(readResponseInfo(response, 1), `The response is larger than ${maxBytes} bytes.`);
    }
    text += decoder.decode(bytes, { stream: true });
  }
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const unexpected = (info: ResponseInfo, message: string): QuarryError =>
  new QuarryError({
    code: 'unexpected_response',
    message,
    retryable: OF_INTERMEDIARIES.includes(info.status),
    status: info.status,
    requestId: info.requestId,
    creditsCharged: info.creditsCharged,
  });

interface ErrorBody {
  readonly error: QuarryErrorCode;
  readonly message: string;
  readonly retryable: boolean;
  readonly reason?: string;
  readonly retryAfterSeconds?: number;
  readonly errors?: readonly Violation[];
  readonly errorsCount?: number;
  readonly requestMetadata?: { readonly html?: string };
}

const isErrorBody = (body: unknown): body is ErrorBody =>
  typeof body === 'object' &&
  body !== null &&
  'error' in body &&
  typeof body.error === 'string' &&
  'message' in body &&
  typeof body.message === 'string' &&
  'retryable' in body &&
  typeof body.retryable === 'boolean';

const STRANGER = 'Something else than a Quarry service responded. Is the base URL right?';

/** The error of a response that is not a success. */
export const readError = async (response: Response, info: ResponseInfo): Promise<QuarryError> => {
  const body = parseJson(await readText(response));
  if (!isErrorBody(body)) return unexpected(info, `${STRANGER} It sent the status ${info.status}.`);
  return new QuarryError({
    code: body.error,
    message: body.message,
    retryable: body.retryable,
    status: info.status,
    requestId: info.requestId,
    creditsCharged: info.creditsCharged,
    creditsRemaining: info.creditsRemaining,
    reason: body.reason,
    retryAfterSeconds: readRetryAfterSeconds(info.headers, Date.now()) ?? body.retryAfterSeconds,
    violations: body.errors,
    violationsCount: body.errorsCount,
    storedPageUrl: body.requestMetadata?.html,
  });
};

/** The JSON of a successful response. */
export const readJson = async (response: Response): Promise<unknown> => {
  const body = parseJson(await readText(response));
  if (body !== undefined) return body;
  throw unexpected(readResponseInfo(response, 1), STRANGER);
};
