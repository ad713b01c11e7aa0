/** One file of a copy. */
export interface CopiedPart {
  /** Its name in the folder of the copy. */
  readonly file: string;
  readonly sizeBytes: number;
  readonly sha256: string;
}

/** A whole store as of one moment, in a folder. */
export interface StoreCopy {
  readonly kind: 'sqlite' | 'mongodb';
  /** Version of what is in it. A newer one than `newestSchema` of the reader cannot be restored. */
  readonly schema: number;
  /** By table or collection. */
  readonly rows: Readonly<Record<string, number>>;
  readonly parts: readonly CopiedPart[];
}

/** Hears how far a copy is; `total` where it is known. */
export type OnProgress = (progress: { readonly done: number; readonly total?: number; readonly unit: string }) => void;

/** Whether a store may be restored here. `in_use`: another process has it open; only an embedded store can tell. */
export type Occupancy = 'empty' | 'data' | 'in_use';

/** Copies of one store, out of it and into it. */
export interface StoreArchive {
  readonly kind: StoreCopy['kind'];
  /** The newest schema that this version can restore. */
  readonly newestSchema: number;
  /**
   * Writes the store as of one moment into the folder. Rejects with a `StoreError`: `engine_failed` when it is damaged or
   * newer than this version, `busy` when it does not stand still and has to.
   */
  copyTo(folder: string, onProgress: OnProgress): Promise<StoreCopy>;
  occupancy(): Promise<Occupancy>;
  /**
   * Puts a copy in the place of what is there. Nothing may work on the store meanwhile; rejects with a `StoreError` `busy`,
   * and leaves what is there, where an embedded store sees that somebody does.
   */
  restoreFrom(folder: string, copy: StoreCopy, onProgress: OnProgress): Promise<void>;
  close(): Promise<void>;
}
