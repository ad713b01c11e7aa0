import { describe, expect, it } from '@jest/globals';
import { diskLine } from './disk-room.mjs';

const GIB = 1_024 ** 3;
const withRoom = (freeBytes) => () => ({ bavail: freeBytes / 4_096, bsize: 4_096 });

describe('room for the tests', () => {
  it('is reported when it is missing', () => {
    expect(diskLine({ folder: '/tmp', statfs: withRoom(1.5 * GIB) })).toBe(
      'the disk of /tmp has 1.5 GB left, and tests write up to 2.0 GB there: make room, or set TMPDIR',
    );
  });

  it('is not reported when there is enough, or when it is unknown', () => {
    const unable = () => {
      throw new Error('ENOSYS');
    };
    expect(diskLine({ statfs: withRoom(2 * GIB) })).toBeUndefined();
    expect(diskLine({ statfs: unable })).toBeUndefined();
    expect(diskLine({ neededBytes: 0 })).toBeUndefined();
  });
});
