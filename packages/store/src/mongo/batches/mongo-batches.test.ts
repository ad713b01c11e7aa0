import { describe, it } from '@jest/globals';
import { proofSize } from '@quarry/testkit';
import { describeBatchConformance } from '../../../test/conformance/batches/batch-conformance.js';
import { openMongoFixture } from '../../../test/mongo/open-mongo-fixture.js';

const uri = process.env['TEST_MONGODB_URI'];

if (uri === undefined) {
  describe('batch conformance: MongoDB', () => {
    it.skip('is not run: TEST_MONGODB_URI names no server', () => undefined);
  });
} else {
  describeBatchConformance('MongoDB', openMongoFixture(uri), { modelRuns: proofSize(4, 60) });
}
