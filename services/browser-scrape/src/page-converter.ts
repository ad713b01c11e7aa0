import type { Verdict } from '@quarry/contracts';
import type { ReadDocument } from '@quarry/egress';
import { judgeDocument, type FetchedDocument } from '@quarry/verdict';
import { createThreadPool, taskFileBeside, type StartTimer } from '@quarry/worker-runtime';
import type {
  Converted,
  ConvertInput,
  ConvertOptions,
  ReadTaskResult,
  ThreadTask,
  ThreadTaskResult,
} from './convert-task.js';

/** A conversion that takes longer is cut off and its thread replaced. */
export const CONVERT_TIMEOUT_MS = 20_000;

export type ConvertResult =
  | ({ readonly outcome: 'converted' } & Converted)
  | { readonly outcome: 'too_heavy'; readonly limit: 'time' | 'memory' };

/** What is made of a document at once where it has one of these verdicts. */
export interface ReadOptions {
  readonly options: ConvertOptions;
  readonly verdicts: readonly Verdict[];
}

export interface ReadResult {
  /** Without the text: the body is its UTF-8. */
  readonly read: ReadDocument;
  /** Absent where the verdict is none of those asked for. */
  readonly converted?: ConvertResult;
}

export interface PageConverter {
  /** `sharer` shares the threads with others; here and below. */
  convert(input: ConvertInput, options: ConvertOptions, signal: AbortSignal, sharer?: string): Promise<ConvertResult>;
  /** Decodes and judges a document and converts it, parsing it once. */
  read(document: FetchedDocument, wanted: ReadOptions, signal: AbortSignal, sharer?: string): Promise<ReadResult>;
  close(): Promise<void>;
}

export interface PageConverterOptions {
  readonly threads: number;
  /** Heap of one conversion thread; a document that needs more fails alone. */
  readonly heapMb: number;
  readonly timeoutMs?: number;
  /** Task module. Default: the one beside this file. */
  readonly taskFile?: URL;
  /** Default: timers of the process. */
  readonly startTimer?: StartTimer;
}

/** A view would travel with all of the buffer it is of. */
const withoutSlack = (document: FetchedDocument): FetchedDocument => {
  const { bytes } = document;
  return bytes.byteLength === bytes.buffer.byteLength ? document : { ...document, bytes: new Uint8Array(bytes) };
};

/** The verdict's own look at a page is bounded, so that what no thread could convert can still be judged. */
const readTooHeavy = (document: FetchedDocument, { verdicts }: ReadOptions, limit: 'time' | 'memory'): ReadResult => {
  const { judgement, mediaType, text } = judgeDocument(document);
  const body = document.bytes;
  const read = { judgement, mediaType, body, ...(text === undefined ? {} : { text }) };
  return verdicts.includes(judgement.verdict) ? { read, converted: { outcome: 'too_heavy', limit } } : { read };
};

/** Page conversion in worker threads with limits on time and memory. */
export const createPageConverter = (options: PageConverterOptions): PageConverter => {
  const { timeoutMs = CONVERT_TIMEOUT_MS, taskFile = taskFileBeside(import.meta.url, 'convert-task') } = options;
  const pool = createThreadPool<ThreadTask, ThreadTaskResult>({ ...options, timeoutMs, taskFile });
  return {
    convert: async (input, convertOptions, signal, sharer) => {
      const result = await pool.run({ input, options: convertOptions }, signal, sharer);
      // safe because a task answers in its own kind
      return result.outcome === 'done' ? { outcome: 'converted', ...(result.value as Converted) } : result;
    },
    read: async (document, wanted, signal, sharer) => {
      const result = await pool.run({ document: withoutSlack(document), ...wanted }, signal, sharer);
      if (result.outcome !== 'done') return readTooHeavy(document, wanted, result.limit);
      // safe because a task answers in its own kind
      const { converted, utf8, ...judged } = result.value as ReadTaskResult;
      return {
        read: { ...judged, body: utf8 ?? document.bytes },
        ...(converted ? { converted: { outcome: 'converted', ...converted } } : {}),
      };
    },
    close: () => pool.close(),
  };
};
