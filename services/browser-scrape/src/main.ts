import { parseConfig } from '@quarry/config';
import { createLogger, runService } from '@quarry/observability';
import { DRAIN_GRACE_MS } from '@quarry/worker-runtime';
import { build } from './build.js';

const parsed = parseConfig(
  ['common', 'tracing', 'parts', 'addresses', 'allowances', 'targets', 'egress', 'model', 'worker'],
  process.env,
);
if (!parsed.ok) {
  process.stderr.write(`The configuration is not valid:\n${parsed.problems.map((line) => `  ${line}\n`).join('')}`);
  process.exit(1);
}
const { config } = parsed;
const log = createLogger({ service: 'browser-scrape', level: config.common.logLevel });

await runService({
  start: () => build(config, log),
  log,
  service: 'browser-scrape',
  graceMs: DRAIN_GRACE_MS + 10_000,
  parentPipe: config.common.isParentWatched,
});
