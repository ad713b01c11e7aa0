import { parseConfig } from '@quarry/config';
import { createLogger, runService } from '@quarry/observability';
import { DRAIN_MS } from './bounds.js';
import { startGateway } from './start-gateway.js';

const CLOSING_MS = 10_000;

const parsed = parseConfig(
  ['common', 'tracing', 'parts', 'addresses', 'gateway', 'allowances', 'targets', 'origins'],
  process.env,
);
if (!parsed.ok) {
  process.stderr.write(`The configuration is not valid:\n${parsed.problems.map((line) => `  ${line}\n`).join('')}`);
  process.exit(1);
}
const { config } = parsed;
const log = createLogger({ service: 'gateway', level: config.common.logLevel });

await runService({
  start: () => startGateway(config, log),
  log,
  service: 'gateway',
  graceMs: config.gateway.shutdownNoticeMs + DRAIN_MS + CLOSING_MS,
  parentPipe: config.common.isParentWatched,
});
