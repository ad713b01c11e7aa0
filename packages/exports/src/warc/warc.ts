import { contentTypeOf, FileTooLargeError, type FileKey } from '@quarry/files';
import type { BatchItem, BatchJob } from '@quarry/store';
import { MAX_AHEAD_ANSWER_BYTES } from '../bounds.js';
import { withAnswers, type StoredAnswer } from '../rows/read-answers.js';
import { resultRow } from '../rows/result-row.js';
import type { ExportSource } from '../source.js';
import { formOf, httpHeadOf, readPageHead, type DocumentForm } from './page-head.js';
import { contentOf, recordId, recordParts, type Content, type WarcRecord } from './record.js';

type Job = Pick<BatchJob, 'id' | 'createdAtMs'>;

interface Document {
  readonly name: string;
  readonly content: Content;
  /** Its first bytes, enough to tell its type. */
  readonly start: Uint8Array;
}

const infoOf = ({ id, createdAtMs }: Job): WarcRecord => ({
  ...{ type: 'warcinfo', id: recordId(`${id} warcinfo`), atMs: createdAtMs, contentType: 'application/warc-fields' },
  fields: { 'WARC-Filename': `batch-${id}.warc.gz` },
  content: contentOf(
    Buffer.from(
      `software: Quarry\r\nformat: WARC File Format 1.1\r\nconformsTo: http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/\r\ndescription: batch ${id}\r\n`,
    ),
  ),
});

/** The stored document of an item: the page of a success, or the one that no parser understood. */
const documentKeyOf = ({ accountId, id, metadata, pageName }: BatchItem): FileKey | undefined => {
  const name = metadata?.['html']?.split('/').at(-1) ?? pageName;
  return name === undefined || name === '' ? undefined : { accountId, requestId: id, name };
};

const largeDocument = async ({ files }: ExportSource, key: FileKey): Promise<Document | undefined> => {
  const open = async () => {
    const opened = await files.open(key);
    if (opened === null) throw new Error('a stored document was removed while it was exported');
    return opened;
  };
  const { info, stream } = await open();
  let start: Uint8Array = Buffer.alloc(0);
  // safe because files are read as bytes
  for await (const part of stream as AsyncIterable<Uint8Array>) {
    start = part;
    break;
  }
  // safe because files are read as bytes
  const content: Content = {
    sizeBytes: info.sizeBytes,
    open: async () => (await open()).stream as AsyncIterable<Uint8Array>,
  };
  return { name: key.name, content, start };
};

/** Undefined if it is no longer stored. */
const readDocument = async (source: ExportSource, key: FileKey): Promise<Document | undefined> => {
  try {
    const bytes = await source.files.read(key, MAX_AHEAD_ANSWER_BYTES);
    return bytes === null ? undefined : { name: key.name, content: contentOf(bytes), start: bytes };
  } catch (error) {
    if (error instanceof FileTooLargeError) return largeDocument(source, key);
    throw error;
  }
};

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** The address that was asked for, in ASCII. */
const addressOf = (item: BatchItem, found?: string): string | undefined => {
  // safe because every value is checked before use
  const asked = (item.params as { readonly url?: unknown } | undefined)?.url;
  const url = found ?? item.metadata?.['url'] ?? textOf(asked);
  return url !== undefined && URL.canParse(url) ? new URL(url).href : undefined;
};

interface Told {
  readonly record?: WarcRecord;
  /** What the metadata record says of the stored document. */
  readonly document: DocumentForm | 'stored' | 'missing' | 'none';
  readonly address: string | undefined;
}

/** A document with its response headers is a `response`; one that was stored without them is a `resource`. */
const documentRecord = async (source: ExportSource, item: BatchItem, answer: StoredAnswer): Promise<Told> => {
  const head = await readPageHead(answer, source.takeTurn);
  const address = addressOf(item, head?.url);
  const key = documentKeyOf(item);
  if (key === undefined) return { document: 'none', address };
  const document = await readDocument(source, key);
  if (document === undefined || address === undefined) return { document: 'missing', address };
  const { name, content, start } = document;
  const shared = { id: recordId(item.id), atMs: item.endedAtMs ?? item.createdAtMs, content };
  const fields = { 'WARC-Target-URI': address };
  if (head === undefined) {
    const record: WarcRecord = { ...shared, fields, type: 'resource', contentType: contentTypeOf(name) };
    return { record, document: 'stored', address };
  }
  const form = formOf(head, name, start);
  const httpHead = httpHeadOf(head, form, content.sizeBytes);
  const contentType = 'application/http; msgtype=response';
  return { record: { ...shared, fields, type: 'response', contentType, httpHead }, document: form, address };
};

const metadataOf = (item: BatchItem, { record, document, address }: Told, filesUrl: string): WarcRecord => ({
  type: 'metadata',
  id: recordId(`${item.id} metadata`),
  atMs: item.endedAtMs ?? item.createdAtMs,
  contentType: 'application/json',
  fields: { 'WARC-Target-URI': address, 'WARC-Refers-To': record?.id },
  content: contentOf(Buffer.from(JSON.stringify({ ...resultRow(item, filesUrl), document }))),
});

/**
 * The documents of a job as a WARC file, each record compressed by itself: one that describes the file, then of each item its
 * document, if there is one, and its row with what the document is. The same job gives the same bytes each time.
 */
export async function* warcParts(source: ExportSource, job: Job): AsyncGenerator<Uint8Array> {
  let isFirst = true;
  for await (const items of source.pages) {
    if (isFirst) yield* recordParts(infoOf(job), MAX_AHEAD_ANSWER_BYTES);
    isFirst = false;
    for await (const { item, answer } of withAnswers(source, items)) {
      const told = await documentRecord(source, item, answer);
      if (told.record) yield* recordParts(told.record, MAX_AHEAD_ANSWER_BYTES);
      yield* recordParts(metadataOf(item, told, source.filesUrl), MAX_AHEAD_ANSWER_BYTES);
      await source.takeTurn();
    }
  }
  if (isFirst) yield* recordParts(infoOf(job), MAX_AHEAD_ANSWER_BYTES);
}
