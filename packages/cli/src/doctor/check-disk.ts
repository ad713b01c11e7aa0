import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { formatBytes } from '../backup/format-bytes.js';
import { passed, warned, type CheckResult } from './check.js';

const NAME = 'Disk';

export interface DiskRoom {
  readonly freeBytes: number;
  /** Of the whole disk, 0 to 1. */
  readonly freeShare: number;
}

/** Rounded down: 4.97 % is below 5 %. */
const percentOf = (share: number): string => `${Math.floor(share * 1_000) / 10} %`;

/** Whether answers that are free are still stored: below `lowShare` (`DISK_LOW_SHARE`) they are not. */
export const judgeDisk = ({ freeBytes, freeShare }: DiskRoom, lowShare: number): CheckResult => {
  const free = `${formatBytes(freeBytes)} (${percentOf(freeShare)}) are free`;
  if (freeShare >= lowShare) return passed(NAME, free);
  const effect = `below ${percentOf(lowShare)} what is free of charge is answered with storage_exhausted`;
  return warned(NAME, `${free}; ${effect}`, 'make room, or set DISK_LOW_SHARE lower');
};

/** The room on the disk of `folder`, or of the nearest folder above it that is there. */
const readRoom = async (folder: string): Promise<DiskRoom | undefined> => {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return blocks > 0 ? { freeBytes: bavail * bsize, freeShare: bavail / blocks } : undefined;
  } catch {
    return dirname(folder) === folder ? undefined : readRoom(dirname(folder));
  }
};

/** Undefined where the system does not say how full its disk is. */
export const checkDisk = async (folder: string, lowShare: number): Promise<CheckResult | undefined> => {
  const room = await readRoom(folder);
  return room && judgeDisk(room, lowShare);
};
