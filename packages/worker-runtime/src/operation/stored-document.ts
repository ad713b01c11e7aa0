import type { ReparseParams } from '@quarry/contracts';
import type { FileStore } from '@quarry/files';
import type { RequestRow, Store } from '@quarry/store';

export interface StoredDocumentOptions {
  readonly requests: Pick<Store['requests'], 'get'>;
  readonly items: Pick<Store['items'], 'get'>;
  readonly files: Pick<FileStore, 'read'>;
  /** Largest stored result or document that is read. */
  readonly maxFileBytes: number;
}

/** The part that all stored results with a document have. */
export interface AnswerWithDocument {
  readonly requestMetadata: Readonly<Record<string, unknown>> & { readonly html: string };
}

export interface StoredDocument<Answer extends AnswerWithDocument> {
  /** The row of the request or batch item that has stored it. */
  readonly origin: RequestRow;
  readonly answer: Answer;
  /** File name of the document. */
  readonly name: string;
  readonly body: Buffer;
}

/** Reads the stored result and document that the reparse `row` refers to; undefined if they are gone. */
export const readStoredDocument = async <Answer extends AnswerWithDocument>(
  { requests, items, files, maxFileBytes }: StoredDocumentOptions,
  row: RequestRow,
): Promise<StoredDocument<Answer> | undefined> => {
  // safe because the gateway alone fills these parameters
  const { requestId } = row.params as ReparseParams;
  const origin = (await requests.get(requestId)) ?? (await items.get(requestId));
  const { accountId } = row;
  if (origin?.accountId !== accountId || origin.answerName === undefined) return undefined;
  const bytes = await files.read({ accountId, requestId, name: origin.answerName }, maxFileBytes);
  if (bytes === null) return undefined;
  // safe because only workers write answers
  const answer = JSON.parse(bytes.toString('utf8')) as Answer;
  const name = answer.requestMetadata.html.split('/').at(-1) ?? '';
  const body = await files.read({ accountId, requestId, name }, maxFileBytes);
  return body === null ? undefined : { origin, answer, name, body };
};
