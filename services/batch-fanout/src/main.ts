import { parseConfig } from '@quarry/config';
import { createLogger, runService } from '@quarry/observability';
import { DRAIN_GRACE_MS } from './bounds.js';
import { build } from './build.js';

const parsed = parseConfig(['common', 'tracing', 'parts', 'addresses', 'targets', 'egress', 'batch'], process.env);
if (!parsed.ok) {
  process.stderr.write(`The configuration is not valid:\n${parsed.problems.map((line) => `  ${line}\n`).join('')}`);
  process.exit(1);
}
const { config } = parsed;
const log = createLogger({ service: 'batch-fanout', level: config.common.logLevel });

await runService({
  start: () => build(config, log),
  log,
  service: 'batch-fanout',
  graceMs: DRAIN_GRACE_MS,
  parentPipe: config.common.isParentWatched,
});
