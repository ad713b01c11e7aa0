import { describeBatchConformance } from '../conformance/batch-conformance.js';
import { openInlineFixture } from './testing/open-inline-fixture.js';

describeBatchConformance('SQLite', openInlineFixture, { modelRuns: 60 });
