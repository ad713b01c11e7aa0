import { describe, it } from '@jest/globals';
import { proofSize } from '@quarry/testkit';
import { describeStoreConformance } from '../../test/conformance/store-conformance.js';
import { openMongoFixture } from '../../test/mongo/open-mongo-fixture.js';

const uri = process.env['TEST_MONGODB_URI'];

if (uri === undefined) {
  describe('store conformance: MongoDB', () => {
    it.skip('is not run: TEST_MONGODB_URI names no server', () => undefined);
  });
} else {
  describeStoreConformance('MongoDB', openMongoFixture(uri), { modelRuns: proofSize(4, 60) });
}
