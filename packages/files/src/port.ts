import type { Readable } from 'node:stream';

/**
 * A file in memory. A list of pieces is handed over: its bytes are moved to whoever writes them, not copied, so that the caller
 * has them no more.
 */
export type WholeBody = Uint8Array | string | readonly Uint8Array[];

export type FileBody = WholeBody | Readable;

export const isStream = (body: FileBody): body is Readable =>
  typeof body !== 'string' && !ArrayBuffer.isView(body) && !Array.isArray(body);

export const piecesOf = (body: WholeBody): readonly (Uint8Array | string)[] =>
  typeof body === 'string' || ArrayBuffer.isView(body) ? [body] : body;

/** Bytes of a body without a stream; a text is written as UTF-8. */
export const sizeOf = (body: WholeBody): number =>
  piecesOf(body).reduce((sum, piece) => sum + Buffer.byteLength(piece), 0);

/** Address of a stored file: `<files_url>/<accountId>/<requestId>/<name>`. Each part is `[A-Za-z0-9._-]+`, 100 characters at most, and does not begin with a dot. */
export interface FileKey {
  readonly accountId: string;
  readonly requestId: string;
  /** With an extension, which determines the content type (see `contentTypeOf`). */
  readonly name: string;
}

export interface FileInfo {
  readonly sizeBytes: number;
  readonly contentType: string;
  /** Strong, quoted. */
  readonly etag: string;
  readonly modifiedAtMs: number;
}

/** Inclusive byte range, already checked against the size. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** What one bounded sweep did. */
export interface Sweep {
  /** Requests whose files it removed, without those that had none any more. */
  readonly removed: number;
  /** It stopped at a bound, so there is more to sweep now. False while another process sweeps. */
  readonly hasMore: boolean;
}

/** The port of stored documents. Adapters: disk (embedded), S3 (fleets). */
export interface FileStore {
  /**
   * Whole or not at all: a reader never sees half a file. Overwrites. Refuses more than the adapter's size bound.
   * `modifiedAtMs` is for files that are restored from a backup with their original time; default now.
   */
  put(key: FileKey, body: FileBody, modifiedAtMs?: number): Promise<FileInfo>;
  head(key: FileKey): Promise<FileInfo | null>;
  /** Streams the file or a range of it; null when it does not exist. */
  open(key: FileKey, range?: ByteRange): Promise<{ info: FileInfo; stream: Readable } | null>;
  /** The whole file in memory; null when it does not exist, rejects when larger than `maxBytes`. */
  read(key: FileKey, maxBytes: number): Promise<Buffer | null>;
  /** Removes one file; false when it did not exist. */
  remove(key: FileKey): Promise<boolean>;
  /** Removes all files of a request. */
  removeRequest(accountId: string, requestId: string): Promise<void>;
  /** Removes requests' files older than `retentionMs`, bounded by `limit` requests and a multiple of it in requests checked. */
  sweep(input: { retentionMs: number; limit: number }): Promise<Sweep>;
  /** Every stored file, some at a time, in any order. Files that are added or removed meanwhile may be included or not. */
  list(): AsyncGenerator<readonly FileKey[]>;
  /** Share of the disk that is free, 0 to 1; null where it is unknown, as for a bucket. */
  freeShare(): Promise<number | null>;
  ping(): Promise<void>;
  close(): Promise<void>;
}
