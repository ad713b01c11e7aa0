import { configOrExit } from '@quarry/config';
import { createLogger, runService } from '@quarry/observability';
import { CLOSE_GRACE_MS } from './bounds.js';
import { startConsole } from './start-console.js';

const config = configOrExit('console');
const log = createLogger({ service: 'console', level: config.common.logLevel });

await runService({
  start: () => startConsole(config, log),
  log,
  service: 'console',
  graceMs: CLOSE_GRACE_MS,
  parentPipe: config.common.isParentWatched,
});
