import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { checkDisk, judgeDisk } from './check-disk.js';

const GIB = 1_024 ** 3;

describe('the disk', () => {
  it('is well from the share on that free answers need', () => {
    expect(judgeDisk({ freeBytes: 12.5 * GIB, freeShare: 0.05 }, 0.05)).toEqual({
      name: 'Disk',
      mark: 'ok',
      finding: '12.5 GB (5 %) are free',
    });
  });

  it('is warned of below it, with what follows and what to do', () => {
    expect(judgeDisk({ freeBytes: 12 * GIB, freeShare: 0.0499 }, 0.05)).toEqual({
      name: 'Disk',
      mark: 'warn',
      finding: '12.0 GB (4.9 %) are free; below 5 % free calls return storage_exhausted',
      todo: 'free disk space, or lower DISK_LOW_SHARE',
    });
  });

  it('is that of the nearest folder that is there', async () => {
    const folder = join(tmpdir(), 'not-made', 'yet');
    expect(await checkDisk(folder, 0)).toMatchObject({ mark: 'ok' });
    expect(await checkDisk(folder, 1)).toMatchObject({ mark: 'warn' });
  });
});
