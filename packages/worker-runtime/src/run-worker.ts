import { configOrExit, type ServiceConfig } from '@quarry/config';
import type { QueueName } from '@quarry/contracts';
import { createLogger, runService, type Logger } from '@quarry/observability';
import { DRAIN_GRACE_MS } from './start-worker.js';

/** Longest time for the parts of a worker to close once its jobs have ended. */
const CLOSING_MS = 10_000;

export interface RunWorkerOptions<S extends QueueName> {
  readonly service: S;
  readonly start: (config: ServiceConfig<S>, log: Logger) => Promise<{ close(): Promise<void> }>;
}

/** Runs a worker as this process: reads its settings, takes jobs, and closes on a stop signal. */
export const runWorker = async <S extends QueueName>({ service, start }: RunWorkerOptions<S>): Promise<void> => {
  const config = configOrExit(service);
  const log = createLogger({ service, level: config.common.logLevel });
  await runService({
    start: () => start(config, log),
    log,
    service,
    graceMs: DRAIN_GRACE_MS + CLOSING_MS,
    parentPipe: config.common.isParentWatched,
  });
};
