import { isAscii, isUtf8 } from 'node:buffer';
import type { Tokenizer, Verdict } from '@quarry/contracts';
import { documentKind } from '@quarry/html';
import {
  convertBinary,
  convertPage,
  isReadableBinary,
  modelPage,
  openTokenizer,
  readDocument,
  type ConversionRequest,
  type DocumentReading,
  type FetchedText,
  type ModelPage,
  type PageContent,
} from '@quarry/page';
import { type FetchedDocument } from '@quarry/verdict';
import { movedResult } from '@quarry/worker-runtime/moved-result';
import { discoverPage, discoveryOf, type PageDiscovery } from './crawl/discover-page.js';
import { readAddressTask, type AddressTask, type AddressTaskResult } from './map/read-address-task.js';
import { writeContent, writtenBuffers, type WrittenContent } from './written-content.js';

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
  /** Tokenizer that counts the markdown's tokens. Default: an estimate. */
  readonly tokenizer?: Tokenizer | undefined;
}

export interface Converted {
  readonly content: WrittenContent;
  /** If it was asked for. */
  readonly discovery?: PageDiscovery;
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
export type ThreadTask = { readonly input: ConvertInput; readonly options: ConvertOptions } | ReadTask | AddressTask;
export type ThreadTaskResult = Converted | ReadTaskResult | AddressTaskResult;

const withModelPage = (
  { discovered, ...content }: PageContent,
  input: FetchedText & { readonly utf8?: Uint8Array },
  { maxModelTokens, discovers }: ConvertOptions,
): Converted => ({
  content: writeContent(content, input.utf8 ? { text: input.text, utf8: input.utf8 } : undefined),
  ...(discovers ? { discovery: discovered ? discoveryOf(discovered) : discoverPage(input) } : {}),
  ...(maxModelTokens === undefined ? {} : { modelPage: modelPage(input, maxModelTokens) }),
});

const convertText = (input: FetchedText, options: ConvertOptions): Converted =>
  withModelPage(convertPage(input, options), input, options);

const convertBytes = async (input: FetchedBytes, options: ConvertOptions): Promise<Converted> => {
  const { bytes, url, mediaType } = input;
  if (documentKind(mediaType) !== 'binary') {
    return convertText({ text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes), url, mediaType }, options);
  }
  const { maxModelTokens, formats } = options;
  if (maxModelTokens === undefined || !isReadableBinary(mediaType)) {
    return { content: writeContent(await convertBinary(input, options)) };
  }
  const { text, ...content } = await convertBinary(input, { ...options, formats: [...formats, 'text'] });
  return {
    content: writeContent({ ...content, ...(formats.includes('text') && text !== undefined ? { text } : {}) }),
    ...(text === undefined ? {} : { modelPage: modelPage({ text, url, mediaType: 'text/plain' }, maxModelTokens) }),
  };
};

const ENCODINGS_LIKE_ASCII: ReadonlySet<string> = new Set(['utf-8', 'windows-1252']);

/** Whether the bytes are the UTF-8 of the text. */
const isUtf8OfText = (bytes: Uint8Array, { encoding = '' }: DocumentReading): boolean =>
  (ENCODINGS_LIKE_ASCII.has(encoding) && isAscii(bytes)) ||
  (encoding === 'utf-8' && bytes[0] !== 0xef && isUtf8(bytes));

const withTokenizer = async ({ tokenizer, ...options }: ConvertOptions): Promise<ConvertOptions> =>
  tokenizer === undefined ? options : { ...options, countTokens: await openTokenizer(tokenizer) };

const read = async ({ document, options, verdicts }: ReadTask): Promise<ReadTaskResult> => {
  const { bytes, url } = document;
  const reading = readDocument(document, { request: options, verdicts: new Set(verdicts) });
  const { judgement, mediaType, text, content, warnings } = reading;
  const shared = { judgement, mediaType, ...(warnings ? { warnings } : {}) };
  if (text === undefined) {
    const isWanted = verdicts.includes(judgement.verdict);
    return isWanted ? { ...shared, converted: await convertBytes({ bytes, url, mediaType }, options) } : shared;
  }
  const isUtf8Already = isUtf8OfText(bytes, reading);
  const input = { text, url, mediaType, ...(isUtf8Already ? { utf8: bytes } : {}) };
  return {
    ...shared,
    ...(isUtf8Already ? {} : { utf8: new TextEncoder().encode(text) }),
    ...(content ? { converted: withModelPage(content, input, options) } : {}),
  };
};

/** Runs in a worker thread, so that the event loop of the service stays free for locks and deadlines. */
export default async function convert(task: ThreadTask): Promise<ThreadTaskResult> {
  if ('scope' in task) return readAddressTask(task);
  const options = await withTokenizer(task.options);
  if ('document' in task) {
    const result = await read({ ...task, options });
    const { utf8, converted } = result;
    return movedResult(result, [
      ...(utf8 ? [utf8.buffer] : []),
      ...(converted ? writtenBuffers(converted.content) : []),
    ]);
  }
  const { input } = task;
  const converted = 'bytes' in input ? await convertBytes(input, options) : convertText(input, options);
  return movedResult(converted, writtenBuffers(converted.content));
}
