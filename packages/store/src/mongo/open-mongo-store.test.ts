import { describe, it } from '@jest/globals';
import { proofSize } from '@quarry/testkit';
import { describeStoreConformance } from '../conformance/store-conformance.js';
import { openMongoFixture } from './testing/open-mongo-fixture.js';

const uri = process.env['TEST_MONGODB_URI'];

if (uri === undefined) {
  describe('store conformance: MongoDB', () => {
    it.skip('is not run: TEST_MONGODB_URI names no server', () => undefined);
  });
} else {
  describeStoreConformance('MongoDB', openMongoFixture(uri), { modelRuns: proofSize(4, 60) });
}
