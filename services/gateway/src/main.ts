import { configOrExit } from '@quarry/config';
import { createLogger, runService } from '@quarry/observability';
import { DRAIN_MS } from './bounds.js';
import { startGateway } from './start-gateway.js';

const CLOSING_MS = 10_000;

const config = configOrExit('gateway');
const log = createLogger({ service: 'gateway', level: config.common.logLevel });

await runService({
  start: () => startGateway(config, log),
  log,
  service: 'gateway',
  graceMs: config.gateway.shutdownNoticeMs + DRAIN_MS + CLOSING_MS,
  parentPipe: config.common.isParentWatched,
});
