import { proofSize } from '@quarry/testkit';
import { describeBatchConformance } from '../conformance/batch-conformance.js';
import { openInlineFixture } from './testing/open-inline-fixture.js';

describeBatchConformance('SQLite', openInlineFixture, { modelRuns: proofSize(12, 300) });
