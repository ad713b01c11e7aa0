import type { BigIntStats } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { WholeBody } from './port.js';

/** A line that is appended to a log; the log's folder is created when missing. */
export interface NoteToWrite {
  readonly log: string;
  readonly line: string;
}

/** A file that is written under its temporary name and then moved to its path, whose folder is created when missing. */
export interface FileToWrite {
  /** In the same folder: to create all files in one folder and move each to another takes half as much CPU again. */
  readonly temporary: string;
  readonly path: string;
  readonly body: WholeBody;
}

export type WrittenStats = Pick<BigIntStats, 'ino' | 'mtimeNs' | 'mtimeMs' | 'size'>;

export interface WriteRequest {
  readonly id: number;
  readonly noted?: NoteToWrite | undefined;
  readonly file?: FileToWrite;
}

export type WriteReply =
  | { readonly id: number; readonly stats?: WrittenStats }
  | { readonly id: number; readonly failure: { readonly message: string; readonly code?: string } };

/** Appends and writes in a thread of its own, one after the other in the order of the calls. */
export interface FileWriter {
  append(noted: NoteToWrite): Promise<void>;
  /** The note, if there is one, is written before the file. */
  write(file: FileToWrite, noted?: NoteToWrite): Promise<WrittenStats>;
  /** Waits for pending writes, then ends the thread. */
  close(): Promise<void>;
}

interface Pending {
  readonly resolve: (stats: WrittenStats | undefined) => void;
  readonly reject: (error: Error) => void;
}

/** The thread's file is beside this one: JavaScript in the build, TypeScript in the sources, whose types Node strips. */
export const startWriteThread = (): Worker =>
  new Worker(
    import.meta.url.endsWith('.ts')
      ? new URL('./write-thread.ts', import.meta.url)
      : new URL('./write-thread.js', import.meta.url),
  );

const toError = ({ message, code }: { readonly message: string; readonly code?: string }): Error =>
  Object.assign(new Error(message), code === undefined ? {} : { code });

/** A view of a larger buffer would be sent with all of it. */
const withoutSlack = (bytes: Uint8Array): Uint8Array =>
  bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes);

const toSend = (body: WholeBody): WholeBody => {
  if (typeof body === 'string') return body;
  return ArrayBuffer.isView(body) ? withoutSlack(body) : body.map(withoutSlack);
};

/** The buffers of pieces, which move to the thread. */
const handedOver = (requests: readonly WriteRequest[]): ArrayBuffer[] => {
  const pieces = requests.flatMap(({ file: { body } = { body: [] } }) =>
    typeof body === 'string' || ArrayBuffer.isView(body) ? [] : body,
  );
  // safe because nothing here shares memory
  return [...new Set(pieces.map(({ buffer }) => buffer as ArrayBuffer))];
};

class ThreadWriter implements FileWriter {
  readonly #start: () => Worker;
  #thread: Worker | undefined;
  #outbox: WriteRequest[] = [];
  #lastId = 0;
  readonly #pending = new Map<number, Pending>();
  #onIdle: (() => void) | undefined;

  constructor(start: () => Worker) {
    this.#start = start;
  }

  async append(noted: NoteToWrite): Promise<void> {
    await this.#ask({ noted });
  }

  async write(file: FileToWrite, noted?: NoteToWrite): Promise<WrittenStats> {
    const stats = await this.#ask({ file: { ...file, body: toSend(file.body) }, noted });
    if (!stats) throw new Error('The writing thread did not reply.');
    return stats;
  }

  async close(): Promise<void> {
    if (this.#pending.size > 0) await new Promise<void>((resolve) => (this.#onIdle = resolve));
    await this.#thread?.terminate();
  }

  #ask(request: Omit<WriteRequest, 'id'>): Promise<WrittenStats | undefined> {
    this.#lastId += 1;
    const id = this.#lastId;
    // Calls of one turn are sent as one message.
    if (this.#outbox.length === 0) queueMicrotask(() => this.#flush());
    this.#outbox.push({ id, ...request });
    return new Promise((resolve, reject) => this.#pending.set(id, { resolve, reject }));
  }

  #flush(): void {
    const requests = this.#outbox;
    this.#outbox = [];
    try {
      const thread = (this.#thread ??= this.#open());
      // The process may end while the thread is idle, not while it writes.
      thread.ref();
      thread.postMessage(requests, handedOver(requests));
    } catch (error) {
      const { message } = error as Error;
      requests.forEach(({ id }) => this.#settle({ id, failure: { message } }));
    }
  }

  #open(): Worker {
    const thread = this.#start();
    thread.on('message', (replies: readonly WriteReply[]) => replies.forEach((reply) => this.#settle(reply)));
    thread.on('error', (error) => this.#lose(thread, error));
    thread.on('exit', () => this.#lose(thread, new Error('The writing thread has ended.')));
    return thread;
  }

  #settle(reply: WriteReply): void {
    const pending = this.#pending.get(reply.id);
    this.#pending.delete(reply.id);
    if ('failure' in reply) pending?.reject(toError(reply.failure));
    else pending?.resolve(reply.stats);
    this.#rest();
  }

  /** The next request starts another thread. */
  #lose(thread: Worker, error: unknown): void {
    if (this.#thread !== thread) return;
    this.#thread = undefined;
    const failure = error instanceof Error ? error : new Error(String(error));
    for (const { reject } of this.#pending.values()) reject(failure);
    this.#pending.clear();
    this.#rest();
  }

  #rest(): void {
    if (this.#pending.size > 0) return;
    this.#thread?.unref();
    this.#onIdle?.();
  }
}

/** The thread starts with the first request. */
export const createFileWriter = (start = startWriteThread): FileWriter => new ThreadWriter(start);
