import type { Response } from 'express';
import { verdictRule } from '@quarry/contracts';
import { FileTooLargeError, type FileKey, type FileStore } from '@quarry/files';
import type { RequestRow } from '@quarry/store';
import { MAX_RAW_ANSWER_BYTES, RETRY_AFTER_OVERLOADED_SECONDS, WHOLE_ANSWER_BYTES } from '../bounds.js';
import { sendError } from '../http/send-error.js';
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

/** Turns an ended row into the answer: the stored result as it is, one of its raw texts, or the error of the contract. */
export const createRowSender = ({ files, filesUrl }: SendRowOptions) => {
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
    response.setHeader('content-security-policy', 'sandbox');
    response.setHeader('content-type', `${raw.mediaType}; charset=utf-8`);
    response.end(text);
    return true;
  };

  const storedPageUrl = ({ accountId, id, pageName }: RequestRow): string | undefined =>
    pageName === undefined ? undefined : `${filesUrl}/${accountId}/${id}/${pageName}`;

  return async (response: Response, row: RequestRow, raw: RawFormat | undefined): Promise<void> => {
    response.setHeader('x-credits-charged', String(row.chargedCredits));
    if (row.state !== 'ok') {
      const error = row.error ?? 'internal_error';
      const known = row.verdict === undefined ? undefined : verdictRule(row.verdict);
      const detail = known?.error === error ? known.detail : undefined;
      sendError(response, error, {
        ...detail,
        ...(row.message === undefined ? {} : { message: row.message }),
        reason: row.reason,
        html: storedPageUrl(row),
        retryAfterSeconds: error === 'overloaded' ? RETRY_AFTER_OVERLOADED_SECONDS : undefined,
      });
      return;
    }
    if (row.answerName === undefined) throw new Error('a request ended well without an answer');
    const key = { accountId: row.accountId, requestId: row.id, name: row.answerName };
    if (raw !== undefined) response.vary('accept');
    if (raw === undefined || !(await sendRaw(response, key, raw))) await sendStored(response, key);
  };
};

export type SendRow = ReturnType<typeof createRowSender>;
