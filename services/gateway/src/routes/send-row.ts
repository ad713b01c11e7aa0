import type { Response } from 'express';
import { verdictRule, type ErrorCode, type ErrorDetail } from '@quarry/contracts';
import { FileTooLargeError, type FileKey, type FileStore } from '@quarry/files';
import type { RequestRow } from '@quarry/store';
import { MAX_RAW_ANSWER_BYTES, RETRY_AFTER_OVERLOADED_SECONDS, WHOLE_ANSWER_BYTES } from '../bounds.js';
import { sendStream } from '../http/send-stream.js';
import type { RawFormat } from './raw-format.js';

export interface SendRowOptions {
  readonly files: FileStore;
  /** Public address of stored files, without a slash at the end. */
  readonly filesUrl: string;
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
export const createRowSender = ({ files, filesUrl }: SendRowOptions): RowSender => {
  /** Undefined for an answer of more than `maxBytes`. */
  const readWhole = async (key: FileKey, maxBytes: number): Promise<Buffer | null | undefined> => {
    try {
      return await files.read(key, maxBytes);
    } catch (error) {
      if (error instanceof FileTooLargeError) return undefined;
      throw error;
    }
  };

  const sendStored = async (response: Response, key: FileKey): Promise<void> => {
    response.setHeader('content-type', 'application/json; charset=utf-8');
    const whole = await readWhole(key, WHOLE_ANSWER_BYTES);
    if (whole) {
      response.setHeader('content-length', whole.byteLength);
      response.end(whole);
      return;
    }
    const opened = whole === null ? null : await files.open(key);
    if (opened === null) throw new Error('the answer of an ended request is not among its files');
    response.setHeader('content-length', opened.info.sizeBytes);
    await sendStream(opened.stream, response);
  };

  /** False when the result has no such text, as for a document that is none, or is too large: the envelope says more. */
  const sendRaw = async (response: Response, key: FileKey, raw: RawFormat): Promise<boolean> => {
    const body = await readWhole(key, MAX_RAW_ANSWER_BYTES);
    if (!body) return false;
    const text = parseRecord(body.toString('utf8'))[raw.field];
    if (typeof text !== 'string') return false;
    response.setHeader('content-security-policy', "sandbox; default-src 'none'");
    response.setHeader('content-type', `${raw.mediaType}; charset=utf-8`);
    response.end(text);
    return true;
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
      if (raw === undefined || !(await sendRaw(response, key, raw))) await sendStored(response, key);
    },
  };
};
