import type { Response } from 'express';
import { verdictRule, type ErrorCode, type ErrorDetail } from '@quarry/contracts';
import { FileTooLargeError, type FileKey, type FileStore } from '@quarry/files';
import type { Logger } from '@quarry/observability';
import type { RequestRow } from '@quarry/store';
import { MAX_RAW_ANSWER_BYTES, RETRY_AFTER_OVERLOADED_SECONDS, WHOLE_ANSWER_BYTES } from '../bounds.js';
import { sendError } from '../http/send-error.js';
import { sendStream } from '../http/send-stream.js';
import { AnswerMissingError, AnswerUnreadableError, readPatiently, type Patience } from './read-patiently.js';
import type { RawFormat } from './raw-format.js';

export interface SendRowOptions {
  readonly files: FileStore;
  /** Public address of stored files, without a slash at the end. */
  readonly filesUrl: string;
  readonly log: Logger;
  /** How long a stored answer that cannot be read is tried. Default: `ANSWER_READ_MS`. */
  readonly readMs?: number | undefined;
}

const parseRecord = (text: string): Record<string, unknown> => {
  const value: unknown = JSON.parse(text);
  return typeof value === 'object' && value !== null ? { ...value } : {};
};

export interface RowError {
  readonly code: ErrorCode;
  readonly detail: ErrorDetail;
  readonly retryAfterSeconds: number | undefined;
}

export interface RowSender {
  /** The error of a row that did not end well. */
  errorOf(row: RequestRow): RowError;
  /** Sends the stored answer of a row that ended well: as it is, or one of its raw texts. */
  sendAnswer(response: Response, row: RequestRow, raw: RawFormat | undefined): Promise<void>;
}

/** Turns an ended row into the answer. */
export const createRowSender = ({ files, filesUrl, log, readMs }: SendRowOptions): RowSender => {
  const patienceFor = (response: Response): Pick<Patience<never>, 'readMs' | 'isGone'> => ({
    readMs,
    isGone: () => response.destroyed,
  });

  /** Undefined for an answer of more than `maxBytes`. */
  const readWhole = async (response: Response, key: FileKey, maxBytes: number): Promise<Buffer | undefined> => {
    try {
      return await readPatiently(() => files.read(key, maxBytes), patienceFor(response));
    } catch (error) {
      if (error instanceof FileTooLargeError) return undefined;
      throw error;
    }
  };

  const sendStored = async (response: Response, key: FileKey): Promise<void> => {
    const type = 'application/json; charset=utf-8';
    const whole = await readWhole(response, key, WHOLE_ANSWER_BYTES);
    if (whole !== undefined) {
      response.setHeader('content-type', type).setHeader('content-length', whole.byteLength).end(whole);
      return;
    }
    const { info, stream } = await readPatiently(() => files.open(key), {
      ...patienceFor(response),
      discard: (late) => late.stream.destroy(),
    });
    response.setHeader('content-type', type).setHeader('content-length', info.sizeBytes);
    await sendStream(stream, response);
  };

  /** False when the result has no such text, as for a document that is none, or is too large: the envelope says more. */
  const sendRaw = async (response: Response, key: FileKey, raw: RawFormat): Promise<boolean> => {
    const body = await readWhole(response, key, MAX_RAW_ANSWER_BYTES);
    if (body === undefined) return false;
    const text = parseRecord(body.toString('utf8'))[raw.field];
    if (typeof text !== 'string') return false;
    response.setHeader('content-security-policy', "sandbox; default-src 'none'");
    response.setHeader('content-type', `${raw.mediaType}; charset=utf-8`);
    response.end(text);
    return true;
  };

  /** It was charged, so that the way to it is told: the file costs nothing, and neither does the call again with its key. */
  const sendUnreadable = (response: Response, { accountId, requestId, name }: FileKey): void => {
    const url = `${filesUrl}/${accountId}/${requestId}/${name}`;
    const message =
      'The request succeeded, but its stored answer cannot be read at the moment. ' +
      `Get it free of charge at ${url}, or by the same call where it had an Idempotency-Key.`;
    sendError(response, 'overloaded', { message, retryAfterSeconds: RETRY_AFTER_OVERLOADED_SECONDS });
  };

  const sendWithout = (response: Response, key: FileKey, error: unknown): void => {
    if (!(error instanceof AnswerUnreadableError || error instanceof AnswerMissingError)) throw error;
    log.error('the answer of a request that ended well could not be read', { requestId: key.requestId, error });
    response.removeHeader('idempotency-replayed');
    if (error instanceof AnswerUnreadableError) return sendUnreadable(response, key);
    const message = 'The request succeeded, but its answer is no longer stored. Name the request id to the operator.';
    sendError(response, 'internal_error', { message });
  };

  const storedPageUrl = ({ accountId, id, pageName }: RequestRow): string | undefined =>
    pageName === undefined ? undefined : `${filesUrl}/${accountId}/${id}/${pageName}`;

  return {
    errorOf: (row: RequestRow): RowError => {
      // To a client that is still there, a request that was given up as nobody's is one that did not get its turn.
      const code = row.state === 'cancelled' ? 'overloaded' : (row.error ?? 'internal_error');
      const known = row.verdict === undefined ? undefined : verdictRule(row.verdict);
      const detail = {
        ...(known?.error === code ? known.detail : undefined),
        ...(row.message === undefined ? {} : { message: row.message }),
        reason: row.reason,
        html: storedPageUrl(row),
      };
      return { code, detail, retryAfterSeconds: code === 'overloaded' ? RETRY_AFTER_OVERLOADED_SECONDS : undefined };
    },
    sendAnswer: async (response: Response, row: RequestRow, raw: RawFormat | undefined): Promise<void> => {
      if (row.answerName === undefined) throw new Error('a request ended well without an answer');
      const key = { accountId: row.accountId, requestId: row.id, name: row.answerName };
      if (raw !== undefined) response.vary('accept');
      try {
        if (raw === undefined || !(await sendRaw(response, key, raw))) await sendStored(response, key);
      } catch (error) {
        sendWithout(response, key, error);
      }
    },
  };
};
