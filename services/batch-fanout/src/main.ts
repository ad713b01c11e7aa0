import { configOrExit } from '@quarry/config';
import { createLogger, runService } from '@quarry/observability';
import { DRAIN_GRACE_MS } from './bounds.js';
import { build } from './build.js';

const config = configOrExit('batch-fanout');
const log = createLogger({ service: 'batch-fanout', level: config.common.logLevel });

await runService({
  start: () => build(config, log),
  log,
  service: 'batch-fanout',
  graceMs: DRAIN_GRACE_MS,
  parentPipe: config.common.isParentWatched,
});
