import { tmpdir } from 'node:os';
import { describe, expect, it } from '@jest/globals';
import { startWarnings } from './start-warnings.js';

const aboutDisk = async (env: Record<string, string>) =>
  (await startWarnings(env, tmpdir())).filter((line) => line.startsWith('Disk: '));

describe('what is said before a start', () => {
  it('is the disk’s lack of room, with what to do', async () => {
    expect(await aboutDisk({ DISK_LOW_SHARE: '1' })).toEqual([
      expect.stringMatching(/^Disk: .* are free; .*storage_exhausted; free disk space, or lower DISK_LOW_SHARE$/),
    ]);
  });

  it('is nothing of a disk with room, of one that holds no files, or of settings that are refused', async () => {
    const bucket = { S3_BUCKET: 'files', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };
    expect(await aboutDisk({ DISK_LOW_SHARE: '0' })).toEqual([]);
    expect(await aboutDisk({ DISK_LOW_SHARE: '1', ...bucket })).toEqual([]);
    expect(await aboutDisk({ DISK_LOW_SHARE: 'much' })).toEqual([]);
  });
});
