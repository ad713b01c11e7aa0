import { csvCell, describeFailure, type ErrorCode } from '@quarry/contracts';
import type { FileKey } from '@quarry/files';
import type { BatchItem } from '@quarry/store';

export type ItemResult =
  | {
      readonly id: string;
      /** Place in the submission, from 0. */
      readonly index: number;
      readonly status: 'ok';
      readonly json: string;
      readonly html?: string;
      readonly url?: string;
    }
  | {
      readonly id: string;
      readonly index: number;
      readonly status: 'error';
      readonly error: ErrorCode;
      readonly message: string;
      readonly retryable: boolean;
      /** Machine-readable kind, such as the block system that was met. */
      readonly reason?: string;
      /** The stored page, with `target_unrecognized`. */
      readonly html?: string;
    };

/** One ended item as callers read it. */
export interface ResultRow {
  readonly query: unknown;
  readonly result: ItemResult;
}

/** Where the answer of an item that ended well lies. */
export const answerKeyOf = ({ accountId, id, state, answerName }: BatchItem): FileKey | undefined =>
  state === 'ok' && answerName !== undefined ? { accountId, requestId: id, name: answerName } : undefined;

const resultOf = (item: BatchItem, filesUrl: string): ItemResult => {
  const { id, index, accountId, metadata = {}, pageName, reason } = item;
  const urlOf = (name: string): string => `${filesUrl}/${accountId}/${id}/${name}`;
  const answer = answerKeyOf(item);
  if (answer !== undefined) {
    const { html, url } = metadata;
    return { id, index, status: 'ok', json: urlOf(answer.name), ...(html && { html }), ...(url && { url }) };
  }
  return {
    ...{ id, index, status: 'error', ...describeFailure(item) },
    ...(reason === undefined ? {} : { reason }),
    ...(pageName === undefined ? {} : { html: urlOf(pageName) }),
  };
};

/** `filesUrl`: public address of stored files, without a slash at the end. */
export const resultRow = (item: BatchItem, filesUrl: string): ResultRow => ({
  query: item.query,
  result: resultOf(item, filesUrl),
});

export const CSV_COLUMNS = [
  ...['index', 'id', 'status', 'error', 'message', 'retryable', 'json', 'html', 'url', 'query'],
] as const;

type Cell = Parameters<typeof csvCell>[0];

/** A line of a table as RFC 4180 has it. */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(',')}\r\n`;

export const csvRow = (item: BatchItem, filesUrl: string): string => {
  const row: Readonly<Record<string, Cell>> = {
    ...resultOf(item, filesUrl),
    query: JSON.stringify(item.query),
  };
  return csvLine(CSV_COLUMNS.map((name) => row[name]));
};
