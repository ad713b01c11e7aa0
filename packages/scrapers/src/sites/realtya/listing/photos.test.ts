import { describe, expect, it } from '@jest/globals';
import { MAX_PHOTOS, photosOfCard } from './photos.js';

const HOME = { mlsId: { value: 'AB1234567' }, dataSourceId: 45, photos: { value: '0:2,1-2:0' } };

describe('photos', () => {
  it('are the site’s own where there are such', () => {
    const alternatePhotosInfo = { groupCode: '42_JPG', positionSpec: [18, 2] };
    expect(photosOfCard({ ...HOME, alternatePhotosInfo })).toEqual(
      [18, 2].map((n) => `https://ssl.cdn-redfin.com/system_files/media/42_JPG/item_${n}.jpg`),
    );
  });

  it(`are ${MAX_PHOTOS} at most, and none of a number that is no name`, () => {
    expect(photosOfCard({ ...HOME, photos: { value: '0-9999:0,0-9999:1' } })).toHaveLength(MAX_PHOTOS);
    expect(photosOfCard({ ...HOME, mlsId: { value: '../x' } })).toBeUndefined();
    expect(photosOfCard({ ...HOME, photos: { value: 'all' } })).toBeUndefined();
  });
});
