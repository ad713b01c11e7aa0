import { groupDigits } from '@quarry/contracts';
import type { FileStore } from '@quarry/files';
import type { Account } from '@quarry/store';
import { refuse, type Refusal } from '../screen-request.js';

export interface StorageAllowanceOptions {
  readonly files: Pick<FileStore, 'freeShare'>;
  /** Maximum bytes of an account's files. */
  readonly quotaBytes: number;
  /** Free share of the disk, 0 to 1, below which free calls are refused. */
  readonly lowShare: number;
  readonly retentionDays: number;
}

/** Checks whether there is storage for a call. */
export interface StorageAllowance {
  readonly quotaBytes: number;
  /** Undefined if there is. */
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
          `The stored files of this account have ${stored} bytes; its quota is ${quota}. Files are deleted ${retentionDays === 1 ? 'a day' : `${retentionDays} days`} after ` +
          `their request. Wait, or ask the operator for a larger quota.`;
        return refuse('storage_exhausted', { message });
      }
      const share = isFree ? await files.freeShare() : null;
      if (share === null || share >= lowShare) return undefined;
      const message = 'The disk of this deployment is nearly full; free calls are refused until there is space.';
      return refuse('storage_exhausted', { message, retryable: true });
    },
  };
};
