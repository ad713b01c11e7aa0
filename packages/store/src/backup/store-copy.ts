/** One file of a copy. */
export interface CopiedPart {
  /** Its name in the folder of the copy. */
  readonly file: string;
  readonly sizeBytes: number;
  readonly sha256: string;
}

/** A whole store at one moment, in a folder. */
export interface StoreCopy {
  readonly kind: 'sqlite' | 'mongodb';
  /** Version of its content. One newer than the reader's `newestSchema` cannot be restored. */
  readonly schema: number;
  /** By table or collection. */
  readonly rows: Readonly<Record<string, number>>;
  readonly parts: readonly CopiedPart[];
}

/** Called with the progress of a copy; `total` where it is known. */
export type OnProgress = (progress: { readonly done: number; readonly total?: number; readonly unit: string }) => void;

/** Whether a store may be restored here. `in_use`: another process has it open; only an embedded store can tell. */
export type Occupancy = 'empty' | 'data' | 'in_use';

/** Copies of one store, out of it and into it. */
export interface StoreArchive {
  readonly kind: StoreCopy['kind'];
  /** The newest schema that this version can restore. */
  readonly newestSchema: number;
  /**
   * Writes the store as of one moment into the folder. Rejects with a `StoreError`: `engine_failed` when it is damaged
   * or newer than this version, `busy` when a store on MongoDB is written to meanwhile.
   */
  copyTo(folder: string, onProgress: OnProgress): Promise<StoreCopy>;
  occupancy(): Promise<Occupancy>;
  /**
   * Replaces the store's content by a copy. Nothing may use the store meanwhile; an embedded store that is in use is
   * left as it is, and the call rejects with a `StoreError` `busy`.
   */
  restoreFrom(folder: string, copy: StoreCopy, onProgress: OnProgress): Promise<void>;
  close(): Promise<void>;
}
