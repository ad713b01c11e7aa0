import type { FileStore } from '@quarry/files';
import type { AccountStore } from '@quarry/store';
import { KNOWN_STORED_MS, MAX_KNOWN_STORED } from './bounds.js';

export interface StorageAllowanceOptions {
  readonly accounts: Pick<AccountStore, 'get'>;
  readonly files: Pick<FileStore, 'freeShare'>;
  /** Most bytes an account's files may have. */
  readonly quotaBytes: number;
  /** Share of the disk, 0 to 1, below which nothing is kept that is free of charge. */
  readonly lowShare: number;
  /** Milliseconds. Default: the process's own. */
  readonly now?: () => number;
}

/** Whether there is room for what a request would store. */
export interface StorageAllowance {
  isFull(accountId: string): Promise<boolean>;
  /** False: the disk is nearly full, and what is left of it is for work that is paid. */
  mayKeepFree(): Promise<boolean>;
}

export const createStorageAllowance = (options: StorageAllowanceOptions): StorageAllowance => {
  const { accounts, files, quotaBytes, lowShare, now = () => performance.now() } = options;
  const known = new Map<string, { readonly isFull: boolean; readonly untilMs: number }>();

  const ask = async (accountId: string): Promise<boolean> => {
    const account = await accounts.get(accountId);
    const isFull = account !== null && account.storedBytes >= quotaBytes;
    if (known.size >= MAX_KNOWN_STORED) known.clear();
    known.set(accountId, { isFull, untilMs: now() + KNOWN_STORED_MS });
    return isFull;
  };

  return {
    isFull: async (accountId) => {
      const last = known.get(accountId);
      return last !== undefined && now() < last.untilMs ? last.isFull : ask(accountId);
    },
    mayKeepFree: async () => {
      const share = await files.freeShare();
      return share === null || share >= lowShare;
    },
  };
};
