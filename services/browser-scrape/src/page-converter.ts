import type { Verdict } from '@quarry/contracts';
import type { ReadDocument } from '@quarry/egress';
import { defined } from '@quarry/html';
import { judgeDocument, type FetchedDocument } from '@quarry/verdict';
import { createThreadPool, taskFileBeside, type StartTimer, type TaskResult } from '@quarry/worker-runtime';
import type {
  Converted,
  ConvertInput,
  ConvertOptions,
  ReadTaskResult,
  ThreadTask,
  ThreadTaskResult,
} from './convert-task.js';
import type { AddressTask, AddressTaskResult } from './map/read-address-task.js';

/** A conversion that takes longer is ended and its thread replaced. */
export const CONVERT_TIMEOUT_MS = 20_000;

export type ConvertResult =
  | ({ readonly outcome: 'converted' } & Converted)
  | { readonly outcome: 'too_heavy'; readonly limit: 'time' | 'memory' };

/** The conversion of a document that has one of these verdicts. */
export interface ReadOptions {
  readonly options: ConvertOptions;
  readonly verdicts: readonly Verdict[];
}

export interface ReadResult {
  /** Without the text: the body is its UTF-8. */
  readonly read: ReadDocument;
  /** Absent if the document has another verdict. */
  readonly converted?: ConvertResult;
}

export interface PageConverter {
  /** Threads are shared fairly among `sharer`s, here and below. */
  convert(input: ConvertInput, options: ConvertOptions, signal: AbortSignal, sharer?: string): Promise<ConvertResult>;
  /** Decodes, judges and converts a document, parsing it once. */
  read(document: FetchedDocument, wanted: ReadOptions, signal: AbortSignal, sharer?: string): Promise<ReadResult>;
  /** Judges a document and reads the addresses of a site from it. */
  readAddresses(task: AddressTask, signal: AbortSignal, sharer?: string): Promise<TaskResult<AddressTaskResult>>;
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

/** The thread gets a copy of a document: it may be lost with it. */
const packTask = (task: ThreadTask): { readonly task: ThreadTask; readonly moved: ArrayBuffer[] } => {
  if (!('document' in task)) return { task, moved: [] };
  const bytes = new Uint8Array(task.document.bytes);
  return { task: { ...task, document: { ...task.document, bytes } }, moved: [bytes.buffer] };
};

/** Judging a page is bounded, so a page that is too heavy to convert can still be judged here. */
const readTooHeavy = (document: FetchedDocument, { verdicts }: ReadOptions, limit: 'time' | 'memory'): ReadResult => {
  const { judgement, mediaType, text, warnings } = judgeDocument(document);
  const body = document.bytes;
  const read = { judgement, mediaType, body, ...defined<Pick<ReadDocument, 'text' | 'warnings'>>({ text, warnings }) };
  return verdicts.includes(judgement.verdict) ? { read, converted: { outcome: 'too_heavy', limit } } : { read };
};

/** Page conversion in worker threads with limits on time and memory. */
export const createPageConverter = (options: PageConverterOptions): PageConverter => {
  const { timeoutMs = CONVERT_TIMEOUT_MS, taskFile = taskFileBeside(import.meta.url, 'convert-task') } = options;
  const pool = createThreadPool<ThreadTask, ThreadTaskResult>({ ...options, timeoutMs, taskFile, pack: packTask });
  return {
    convert: async (input, convertOptions, signal, sharer) => {
      const result = await pool.run({ input, options: convertOptions }, signal, sharer);
      // safe because each kind of task has its own kind of result
      return result.outcome === 'done' ? { outcome: 'converted', ...(result.value as Converted) } : result;
    },
    read: async (document, wanted, signal, sharer) => {
      const result = await pool.run({ document, ...wanted }, signal, sharer);
      if (result.outcome !== 'done') return readTooHeavy(document, wanted, result.limit);
      // safe because each kind of task has its own kind of result
      const { converted, utf8, ...judged } = result.value as ReadTaskResult;
      return {
        read: { ...judged, body: utf8 ?? document.bytes },
        ...(converted ? { converted: { outcome: 'converted', ...converted } } : {}),
      };
    },
    readAddresses: async (task, signal, sharer) => {
      const result = await pool.run(task, signal, sharer);
      // safe because each kind of task has its own kind of result
      return result.outcome === 'done' ? { outcome: 'done', value: result.value as AddressTaskResult } : result;
    },
    close: () => pool.close(),
  };
};
