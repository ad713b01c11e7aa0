import { configOrExit, type Config, type SettingGroup } from '@quarry/config';
import type { QueueName } from '@quarry/contracts';
import { createLogger, runService, type Logger } from '@quarry/observability';
import { DRAIN_GRACE_MS, type WorkerConfig } from './start-worker.js';

/** Longest that the parts of a worker take to close once its jobs have ended. */
const CLOSING_MS = 10_000;
/** What every worker reads. */
const GROUPS = [...(['common', 'tracing', 'parts', 'addresses', 'allowances', 'targets', 'egress', 'worker'] as const)];

export interface RunWorkerOptions<G extends SettingGroup> {
  readonly service: QueueName;
  /** Groups of settings that it reads beside those of every worker. */
  readonly groups: readonly G[];
  readonly start: (config: WorkerConfig & Config<G>, log: Logger) => Promise<{ close(): Promise<void> }>;
}

/** Runs a worker as this process: reads its settings, takes jobs, and closes when it is told to stop. */
export const runWorker = async <G extends SettingGroup>({
  service,
  groups,
  start,
}: RunWorkerOptions<G>): Promise<void> => {
  const config = configOrExit([...GROUPS, ...groups]);
  const log = createLogger({ service, level: config.common.logLevel });
  await runService({
    start: () => start(config, log),
    log,
    service,
    graceMs: DRAIN_GRACE_MS + CLOSING_MS,
    parentPipe: config.common.isParentWatched,
  });
};
