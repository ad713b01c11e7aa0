import { groupDigits } from '@quarry/contracts';
import type { FileStore } from '@quarry/files';
import type { Account } from '@quarry/store';
import { refuse, type Refusal } from './screen-request.js';

export interface StorageAllowanceOptions {
  readonly files: Pick<FileStore, 'freeShare'>;
  /** Most bytes an account's files may have. */
  readonly quotaBytes: number;
  /** Share of the disk, 0 to 1, below which nothing is done that is free of charge. */
  readonly lowShare: number;
  readonly retentionDays: number;
}

/** Whether there is room for what a call would store. */
export interface StorageAllowance {
  readonly quotaBytes: number;
  /** Undefined where there is. */
  refusal(account: Account, isFree: boolean): Promise<Refusal | undefined>;
}

export const createStorageAllowance = (options: StorageAllowanceOptions): StorageAllowance => {
  const { files, quotaBytes, lowShare, retentionDays } = options;
  return {
    quotaBytes,
    refusal: async ({ storedBytes }, isFree) => {
      if (storedBytes >= quotaBytes) {
        const [stored, quota] = [groupDigits(storedBytes), groupDigits(quotaBytes)];
        const message =
          `The stored files of this account have ${stored} bytes; its quota is ${quota}. They go ${retentionDays === 1 ? 'a day' : `${retentionDays} days`} after ` +
          `their request. Wait for that, or ask the operator for more.`;
        return refuse('storage_exhausted', { message });
      }
      const share = isFree ? await files.freeShare() : null;
      if (share === null || share >= lowShare) return undefined;
      const message = 'The disk of this deployment is nearly full; what is free of charge waits until there is room.';
      return refuse('storage_exhausted', { message, retryable: true });
    },
  };
};
