import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { formatBytes } from '../output/table.js';
import { passed, warned, type CheckResult } from './check.js';

const NAME = 'Disk';

export interface DiskRoom {
  readonly freeBytes: number;
  /** Of the whole disk, 0 to 1. */
  readonly freeShare: number;
}

/** Rounded down: 4.97 % is below 5 %. */
const percentOf = (share: number): string => `${Math.floor(share * 1_000) / 10} %`;

/** Warns if the free share is below `lowShare` (`DISK_LOW_SHARE`), where free calls are refused. */
export const judgeDisk = ({ freeBytes, freeShare }: DiskRoom, lowShare: number): CheckResult => {
  const free = `${formatBytes(freeBytes)} (${percentOf(freeShare)}) are free`;
  if (freeShare >= lowShare) return passed(NAME, free);
  const effect = `below ${percentOf(lowShare)} free calls return storage_exhausted`;
  return warned(NAME, `${free}; ${effect}`, 'free disk space, or lower DISK_LOW_SHARE');
};

/** The free space on the disk of `folder`, or of its nearest existing parent. */
const readRoom = async (folder: string): Promise<DiskRoom | undefined> => {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return blocks > 0 ? { freeBytes: bavail * bsize, freeShare: bavail / blocks } : undefined;
  } catch {
    return dirname(folder) === folder ? undefined : readRoom(dirname(folder));
  }
};

/** Undefined if the system does not report its free space. */
export const checkDisk = async (folder: string, lowShare: number): Promise<CheckResult | undefined> => {
  const room = await readRoom(folder);
  return room && judgeDisk(room, lowShare);
};
