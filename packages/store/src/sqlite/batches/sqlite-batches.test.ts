import { proofSize } from '@quarry/testkit';
import { describeBatchConformance } from '../../../test/conformance/batches/batch-conformance.js';
import { openInlineFixture } from '../../../test/sqlite/open-inline-fixture.js';

describeBatchConformance('SQLite', openInlineFixture, { modelRuns: proofSize(12, 300) });
