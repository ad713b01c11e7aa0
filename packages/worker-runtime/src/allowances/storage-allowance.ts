import type { FileStore } from '@quarry/files';
import type { AccountStore } from '@quarry/store';
import { rememberBriefly } from './brief-memory.js';

export interface StorageAllowanceOptions {
  readonly accounts: Pick<AccountStore, 'get'>;
  readonly files: Pick<FileStore, 'freeShare'>;
  /** Most bytes of an account's files. */
  readonly quotaBytes: number;
  /** Free share of the disk, 0 to 1, below which results that are free of charge are not stored. */
  readonly lowShare: number;
  /** Milliseconds. Default: the process's own. */
  readonly now?: () => number;
}

/** Whether there is room for what a request would store. */
export interface StorageAllowance {
  isFull(accountId: string): Promise<boolean>;
  /** False: the disk is nearly full, and the rest is reserved for results that are charged. */
  mayKeepFree(): Promise<boolean>;
}

export const createStorageAllowance = (options: StorageAllowanceOptions): StorageAllowance => {
  const { accounts, files, quotaBytes, lowShare, now = () => performance.now() } = options;
  const isFull = async (accountId: string): Promise<boolean> => {
    const account = await accounts.get(accountId);
    return account !== null && account.storedBytes >= quotaBytes;
  };

  return {
    isFull: rememberBriefly(isFull, now),
    mayKeepFree: async () => {
      const share = await files.freeShare();
      return share === null || share >= lowShare;
    },
  };
};
