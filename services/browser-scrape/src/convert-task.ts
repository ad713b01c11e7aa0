import { isAscii, isUtf8 } from 'node:buffer';
import type { Verdict } from '@quarry/contracts';
import { documentKind } from '@quarry/html';
import {
  convertPage,
  convertPdf,
  modelPage,
  readDocument,
  type ConversionRequest,
  type DocumentReading,
  type FetchedText,
  type ModelPage,
  type PageContent,
} from '@quarry/page';
import { type FetchedDocument } from '@quarry/verdict';

/** A document as bytes; texts are UTF-8. */
export interface FetchedBytes {
  readonly bytes: Uint8Array;
  readonly url: string;
  readonly mediaType: string;
}

export type ConvertInput = FetchedText | FetchedBytes;

export interface ConvertOptions extends ConversionRequest {
  /** Most tokens of the page for a language model; absent if none is asked. */
  readonly maxModelTokens?: number | undefined;
}

export interface Converted {
  readonly content: PageContent;
  readonly modelPage?: ModelPage;
}

/** A fetched document to judge, and to convert if its verdict is one of these. */
export interface ReadTask {
  readonly document: FetchedDocument;
  readonly options: ConvertOptions;
  readonly verdicts: readonly Verdict[];
}

export interface ReadTaskResult extends Pick<DocumentReading, 'judgement' | 'mediaType' | 'warnings'> {
  /** The decoded text as UTF-8, unless that is identical to the document's bytes. */
  readonly utf8?: Uint8Array;
  readonly converted?: Converted;
}

/** Work of a conversion thread. */
export type ThreadTask = { readonly input: ConvertInput; readonly options: ConvertOptions } | ReadTask;
export type ThreadTaskResult = Converted | ReadTaskResult;

const withModelPage = (content: PageContent, input: FetchedText, { maxModelTokens }: ConvertOptions): Converted => ({
  content,
  ...(maxModelTokens === undefined ? {} : { modelPage: modelPage(input, maxModelTokens) }),
});

const convertText = (input: FetchedText, options: ConvertOptions): Converted =>
  withModelPage(convertPage(input, options), input, options);

const convertBytes = async (input: FetchedBytes, options: ConvertOptions): Promise<Converted> => {
  const { bytes, url, mediaType } = input;
  if (documentKind(mediaType) !== 'binary') {
    return convertText({ text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes), url, mediaType }, options);
  }
  // Of other bytes, such as a picture's, only the URL can be shown.
  if (mediaType !== 'application/pdf') return { content: convertPage({ text: '', url, mediaType }, options) };
  const { maxModelTokens, formats } = options;
  if (maxModelTokens === undefined) return { content: await convertPdf({ bytes, url }, options) };
  const { text, ...content } = await convertPdf({ bytes, url }, { ...options, formats: [...formats, 'text'] });
  return {
    content: { ...content, ...(formats.includes('text') && text !== undefined ? { text } : {}) },
    ...(text === undefined ? {} : { modelPage: modelPage({ text, url, mediaType: 'text/plain' }, maxModelTokens) }),
  };
};

const ENCODINGS_LIKE_ASCII: ReadonlySet<string> = new Set(['utf-8', 'windows-1252']);

/** Whether the bytes are the UTF-8 of the text. */
const isUtf8OfText = (bytes: Uint8Array, { encoding = '' }: DocumentReading): boolean =>
  (ENCODINGS_LIKE_ASCII.has(encoding) && isAscii(bytes)) ||
  (encoding === 'utf-8' && bytes[0] !== 0xef && isUtf8(bytes));

const read = async ({ document, options, verdicts }: ReadTask): Promise<ReadTaskResult> => {
  const { bytes, url } = document;
  const reading = readDocument(document, { request: options, verdicts: new Set(verdicts) });
  const { judgement, mediaType, text, content, warnings } = reading;
  const shared = { judgement, mediaType, ...(warnings ? { warnings } : {}) };
  if (text === undefined) {
    const isWanted = verdicts.includes(judgement.verdict);
    return isWanted ? { ...shared, converted: await convertBytes({ bytes, url, mediaType }, options) } : shared;
  }
  return {
    ...shared,
    ...(isUtf8OfText(bytes, reading) ? {} : { utf8: new TextEncoder().encode(text) }),
    ...(content ? { converted: withModelPage(content, { text, url, mediaType }, options) } : {}),
  };
};

/** Runs in a worker thread, so that the event loop of the service stays free for locks and deadlines. */
export default async function convert(task: ThreadTask): Promise<ThreadTaskResult> {
  if ('document' in task) return read(task);
  const { input, options } = task;
  return 'bytes' in input ? convertBytes(input, options) : convertText(input, options);
}
