import type { Response } from 'express';
import { verdictRule, type ErrorCode, type ErrorDetail } from '@quarry/contracts';
import { FileTooLargeError, type FileKey, type FileStore } from '@quarry/files';
import type { Logger } from '@quarry/observability';
import type { RequestRow } from '@quarry/store';
import { createAccountBudgets } from '../batch/submit/account-budgets.js';
import {
  ANSWER_READ_MS,
  LARGE_TEXTS_AT_ONCE,
  MAX_RAW_ANSWER_BYTES,
  RETRY_AFTER_OVERLOADED_SECONDS,
  WHOLE_ANSWER_BYTES,
} from '../bounds.js';
import { sendError } from '../http/send-error.js';
import { sendStream } from '../http/send-stream.js';
import { AnswerMissingError, AnswerUnreadableError, readPatiently, type Patience } from './read-patiently.js';
import type { RawFormat } from './raw-format.js';
import { TARGET_STATUS_HEADER, withTargetStatus } from './target-status.js';

export interface SendRowOptions {
  readonly files: FileStore;
  /** Public URL of stored files, without a trailing slash. */
  readonly filesUrl: string;
  readonly log: Logger;
  /** How long to retry reading a stored response. Default: `ANSWER_READ_MS`. */
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
  /** The error of a row that did not succeed. */
  errorOf(row: RequestRow): RowError;
  /** Sends the stored response of a successful row, whole or one of its raw formats. */
  sendAnswer(response: Response, row: RequestRow, raw: RawFormat | undefined): Promise<void>;
  /** Sends what is made of it instead; one that is too large for that is an error. */
  sendChanged(response: Response, row: RequestRow, change: ChangeAnswer): Promise<void>;
}

export type ChangeAnswer = (answer: Readonly<Record<string, unknown>>) => object;

const storedPageUrl = (filesUrl: string, { accountId, id, pageName }: RequestRow): string | undefined =>
  pageName === undefined ? undefined : `${filesUrl}/${accountId}/${id}/${pageName}`;

const describeError = (row: RequestRow, html: string | undefined): RowError => {
  // If the client is still connected, its cancelled request is reported as overloaded.
  const code = row.state === 'cancelled' ? 'overloaded' : (row.error ?? 'internal_error');
  const rule = row.verdict === undefined ? undefined : verdictRule(row.verdict);
  const known = rule?.error === code ? rule.detail : undefined;
  const told = { message: row.message ?? known?.message, retryable: known?.retryable, reason: row.reason };
  const retryAfterSeconds = code === 'overloaded' ? RETRY_AFTER_OVERLOADED_SECONDS : row.retryAfterSeconds;
  return { code, detail: { ...told, html }, retryAfterSeconds };
};

const keyOf = ({ accountId, id: requestId, answerName: name }: RequestRow): FileKey => {
  if (name === undefined) throw new Error('a request ended well without an answer');
  return { accountId, requestId, name };
};

/** False if the result lacks this format; JSON is sent then. */
const sendText = (response: Response, body: Buffer, raw: RawFormat): boolean => {
  const { [raw.field]: text, statusCode } = parseRecord(body.toString('utf8'));
  if (typeof statusCode === 'number') response.setHeader(TARGET_STATUS_HEADER, String(statusCode));
  if (typeof text !== 'string') return false;
  response.setHeader('content-security-policy', "sandbox; default-src 'none'");
  response.setHeader('content-type', `${raw.mediaType}; charset=utf-8`);
  response.end(withTargetStatus(text, raw, statusCode));
  return true;
};

/** The request was charged, so the message says how to get the response: the file is free, and so is a repeated keyed call. */
const sendUnreadable = (response: Response, { accountId, requestId, name }: FileKey, filesUrl: string): void => {
  const url = `${filesUrl}/${accountId}/${requestId}/${name}`;
  const message =
    'The request succeeded, but its stored response cannot be read at the moment. ' +
    `Get it free of charge at ${url}, or repeat the call if it had an Idempotency-Key.`;
  sendError(response, 'overloaded', { message, retryAfterSeconds: RETRY_AFTER_OVERLOADED_SECONDS });
};

const sendMissing = (response: Response): void =>
  sendError(response, 'internal_error', {
    message: 'The request succeeded, but its response is no longer stored. Report the request id to the operator.',
  });

/** Turns ended rows into responses. */
export const createRowSender = ({ files, filesUrl, log, readMs = ANSWER_READ_MS }: SendRowOptions): RowSender => {
  // A place is one byte of the budget.
  const enterLarge = createAccountBudgets({ maxBytes: LARGE_TEXTS_AT_ONCE, waitMs: readMs });
  const patienceFor = (response: Response): Pick<Patience<never>, 'readMs' | 'isGone'> => ({
    readMs,
    isGone: () => response.destroyed,
  });

  /** Undefined if larger than `maxBytes`. */
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

  type Send = (body: Buffer) => boolean;

  /** The same of a large response. Repeated calls are free and take no lease, so an account parses few of these at once. */
  const sendLargeParsed = async (response: Response, key: FileKey, send: Send): Promise<boolean> => {
    const leave = await enterLarge(key.accountId, 1);
    if (leave === undefined) throw new AnswerUnreadableError('too many large responses are read at once');
    try {
      const body = await readWhole(response, key, MAX_RAW_ANSWER_BYTES);
      return body !== undefined && send(body);
    } finally {
      leave();
    }
  };

  /** False if it is too large to be parsed, or `send` does not send it. */
  const sendParsed = async (response: Response, key: FileKey, send: Send): Promise<boolean> => {
    const small = await readWhole(response, key, WHOLE_ANSWER_BYTES);
    return small === undefined ? sendLargeParsed(response, key, send) : send(small);
  };

  const sendWithout = (response: Response, key: FileKey, error: unknown): void => {
    if (!(error instanceof AnswerUnreadableError || error instanceof AnswerMissingError)) throw error;
    log.error('could not read the response of a request that succeeded', { requestId: key.requestId, error });
    response.removeHeader('idempotency-replayed');
    if (error instanceof AnswerUnreadableError) sendUnreadable(response, key, filesUrl);
    else sendMissing(response);
  };

  return {
    errorOf: (row) => describeError(row, storedPageUrl(filesUrl, row)),
    sendChanged: async (response, row, change) => {
      const key = keyOf(row);
      const send = (body: Buffer): boolean => {
        response.json(change(parseRecord(body.toString('utf8'))));
        return true;
      };
      try {
        if (!(await sendParsed(response, key, send))) throw new AnswerUnreadableError('too large to be changed');
      } catch (error) {
        sendWithout(response, key, error);
      }
    },
    sendAnswer: async (response: Response, row: RequestRow, raw: RawFormat | undefined): Promise<void> => {
      const key = keyOf(row);
      if (raw !== undefined) response.vary('accept');
      const send = (body: Buffer): boolean => raw !== undefined && sendText(response, body, raw);
      try {
        if (raw === undefined || !(await sendParsed(response, key, send))) await sendStored(response, key);
      } catch (error) {
        sendWithout(response, key, error);
      }
    },
  };
};
