import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const GIB = 1_024 ** 3;
/** Most that the tests write at a time: fleets' data, profiles of Chromium, captured documents. */
const NEEDED_BYTES = 2 * GIB;

/** A line about a disk with too little room for the tests; undefined where there is enough, or where it is unknown. */
export const diskLine = ({ folder = tmpdir(), neededBytes = NEEDED_BYTES, statfs = statfsSync } = {}) => {
  try {
    const { bavail, bsize } = statfs(folder);
    const freeBytes = bavail * bsize;
    if (freeBytes >= neededBytes) return undefined;
    const [free, needed] = [freeBytes, neededBytes].map((bytes) => (bytes / GIB).toFixed(1));
    return `the disk of ${folder} has ${free} GB left, and tests write up to ${needed} GB there: make room, or set TMPDIR`;
  } catch {
    return undefined;
  }
};
