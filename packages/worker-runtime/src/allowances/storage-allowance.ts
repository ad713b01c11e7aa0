import type { FileStore } from '@quarry/files';
import type { AccountStore } from '@quarry/store';
import { rememberBriefly } from './brief-memory.js';

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
