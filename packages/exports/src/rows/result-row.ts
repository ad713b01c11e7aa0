import { BATCH_CSV_COLUMNS, describeFailure, type csvCell, type ErrorCode } from '@quarry/contracts';
import type { BatchItem } from '@quarry/store';
import { answerKeyOf } from '../source.js';

export type ItemResult =
  | {
      readonly id: string;
      /** Position in the submission, from 0. */
      readonly index: number;
      readonly status: 'ok';
      readonly json: string;
      /** Status of the target's last response. */
      readonly statusCode: number | undefined;
      readonly html: string | undefined;
      readonly url: string | undefined;
    }
  | {
      readonly id: string;
      readonly index: number;
      readonly status: 'error';
      readonly error: ErrorCode;
      readonly message: string;
      readonly retryable: boolean;
      readonly statusCode: number | undefined;
      /** How long the target asked to wait, with `target_rate_limited`. */
      readonly retryAfterSeconds?: number;
      /** Machine-readable detail, such as the blocking system. */
      readonly reason: string | undefined;
      /** URL of the stored page, with `target_unrecognized`. */
      readonly html: string | undefined;
    };

/** One ended item as callers read it. */
export interface ResultRow {
  readonly query: unknown;
  readonly result: ItemResult;
}

const resultOf = (item: BatchItem, filesUrl: string): ItemResult => {
  const { id, index, accountId, metadata = {}, pageName, reason, statusCode, retryAfterSeconds } = item;
  const urlOf = (name: string): string => `${filesUrl}/${accountId}/${id}/${name}`;
  const answer = answerKeyOf(item);
  if (answer !== undefined) {
    const { html, url } = metadata;
    return {
      id,
      index,
      status: 'ok',
      json: urlOf(answer.name),
      statusCode,
      html: html || undefined,
      url: url || undefined,
    };
  }
  return {
    ...{ id, index, status: 'error', ...describeFailure(item), statusCode, reason },
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    html: pageName === undefined ? undefined : urlOf(pageName),
  };
};

/** `filesUrl`: public URL of stored files, without a trailing slash. */
export const resultRow = (item: BatchItem, filesUrl: string): ResultRow => ({
  query: item.query,
  result: resultOf(item, filesUrl),
});

export type Cell = Parameters<typeof csvCell>[0];

/** The cells of the plain table by column; every column has one. */
export const rowCells = (item: BatchItem, filesUrl: string): Readonly<Record<string, Cell>> => ({
  ...Object.fromEntries(BATCH_CSV_COLUMNS.map((name) => [name, undefined])),
  ...resultOf(item, filesUrl),
  query: JSON.stringify(item.query),
});
