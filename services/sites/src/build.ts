import type { Config } from '@quarry/config';
import { REPARSE_ID } from '@quarry/contracts';
import { SITE_OPERATIONS } from '@quarry/extract/sites';
import type { Logger } from '@quarry/observability';
import {
  countFilledFields,
  startWorker,
  timeTasks,
  withTrustedOrigins,
  type WorkerConfig,
  type WorkerOperations,
  type WorkerParts,
} from '@quarry/worker-runtime';
import { createReparse } from './reparse.js';
import { createSiteRun } from './run-site.js';
import { exitsOf, originOf, SITES } from './site-config.js';
import { createSiteReader } from './site-reader.js';

export type SitesConfig = WorkerConfig & Config<'origins'>;

const openOperations = (config: SitesConfig, parts: WorkerParts): WorkerOperations => {
  const { origins } = config;
  const { metrics, threads, store, files, maxFileBytes } = parts;
  const exits = exitsOf(config);
  const reader = timeTasks(createSiteReader(threads), ({ operation }, seconds) =>
    metrics.observe('extract_duration_seconds', { operation }, seconds),
  );
  const runs = Object.fromEntries(
    [...SITE_OPERATIONS].map(([id, site]) => [
      id,
      createSiteRun({
        ...{ site, reader, exits, origin: originOf(id, origins) },
        report: (result) => {
          countFilledFields(metrics, id, site.main, result);
        },
      }),
    ]),
  );
  return {
    operations: {
      ...runs,
      [REPARSE_ID]: createReparse({ requests: store.requests, items: store.items, files, maxFileBytes, reader }),
    },
    close: () => reader.close(),
  };
};

export interface BuildOptions {
  /** Default: that of every worker. */
  readonly drainGraceMs?: number;
}

/** Wires the worker and starts taking jobs. `close` drains first. */
export const build = (
  config: SitesConfig,
  log: Logger,
  { drainGraceMs }: BuildOptions = {},
): Promise<{ close(): Promise<void> }> =>
  startWorker({
    config: withTrustedOrigins(config, SITES),
    queue: 'sites',
    log,
    drainGraceMs,
    openOperations: (parts) => openOperations(config, parts),
  });
