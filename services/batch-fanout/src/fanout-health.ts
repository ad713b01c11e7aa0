import type { Config } from '@quarry/config';
import {
  createReadyCheck,
  startHealthServer,
  type HealthServer,
  type Logger,
  type Metrics,
} from '@quarry/observability';
import type { JobQueue } from '@quarry/queue';
import type { Store } from '@quarry/store';
import type { Fanout } from './fanout.js';

export interface FanoutHealthOptions {
  readonly common: Config<'common'>['common'];
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly queue: Pick<JobQueue, 'ping'>;
  readonly store: Pick<Store, 'ping'>;
  readonly fanout: Pick<Fanout, 'isStuck'>;
}

/** Ready while all parts respond, alive while no step is stuck. If a part is unavailable, steps fail and are repeated. */
export const startFanoutHealth = async (options: FanoutHealthOptions): Promise<HealthServer> => {
  const { common, metrics, log, queue, store, fanout } = options;
  const health = await startHealthServer({
    host: common.healthHost,
    port: common.healthPort,
    metrics,
    ready: createReadyCheck({ queue: () => queue.ping(), store: () => store.ping() }, { log, metrics }),
    alive: () => !fanout.isStuck() || ['batches'],
  });
  log.info('health and metrics are served', { healthPort: health.port });
  return health;
};
