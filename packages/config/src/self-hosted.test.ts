import { expect, it } from '@jest/globals';
import { Secret } from './secret.js';
import { isSelfHosted } from './self-hosted.js';

it('is self-hosted on the embedded store', () => {
  expect(isSelfHosted({ mongodbUri: undefined })).toBe(true);
  expect(isSelfHosted({ mongodbUri: new Secret('mongodb://a.test/quarry') })).toBe(false);
});
