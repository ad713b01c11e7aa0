import type { Config } from '@quarry/config';
import { operationById, REPARSE_ID } from '@quarry/contracts';
import { ENGINE_OPERATIONS } from '@quarry/extract/engines';
import type { Logger } from '@quarry/observability';
import { createTokenSeals } from '@quarry/tokens';
import {
  startWorker,
  timeTasks,
  withTrustedOrigins,
  type WorkerConfig,
  type WorkerOperations,
  type WorkerParts,
} from '@quarry/worker-runtime';
import { createContinuation } from './continuation.js';
import { createFindingsReport } from './count-findings.js';
import { createReparse } from './reparse.js';
import { createSearch } from './search.js';
import { createSerpParser } from './serp-parser.js';

export type SerpConfig = WorkerConfig & Config<'origins'>;

const ENGINES = ['enginea', 'engineb', 'enginec'] as const;

const originOf = (operation: string, origins: Config<'origins'>['origins']): string | undefined => {
  if (operation === 'enginea/scholar') return origins.engineaScholar;
  const engine = ENGINES.find((name) => operation.startsWith(`${name}/`));
  return engine && origins[engine];
};

const openOperations = ({ origins, common }: SerpConfig, parts: WorkerParts): WorkerOperations => {
  const { metrics, threads, store, files, maxFileBytes, log } = parts;
  const parser = timeTasks(createSerpParser(threads), ({ operation }, seconds) =>
    metrics.observe('extract_duration_seconds', { operation }, seconds),
  );
  const report = createFindingsReport(metrics);
  const seals = createTokenSeals({ secret: common.secret?.reveal(), previous: common.secretPrevious?.reveal() });
  if (!seals) log.warn('no QUARRY_SECRET: answers have no tokens of further pages');
  const searches = Object.fromEntries(
    [...ENGINE_OPERATIONS].map(([id, engine]) => {
      const continuation = createContinuation(operationById(id) ?? { id }, seals);
      return [id, createSearch({ engine, parser, continuation, report, origin: originOf(id, origins) })];
    }),
  );
  return {
    operations: {
      ...searches,
      [REPARSE_ID]: createReparse({ requests: store.requests, items: store.items, files, maxFileBytes, parser }),
    },
    close: () => parser.close(),
  };
};

export interface BuildOptions {
  /** Default: that of every worker. */
  readonly drainGraceMs?: number;
}

/** Wires the worker and starts taking jobs. `close` drains first. */
export const build = (
  config: SerpConfig,
  log: Logger,
  { drainGraceMs }: BuildOptions = {},
): Promise<{ close(): Promise<void> }> =>
  startWorker({
    config: withTrustedOrigins(config, [...ENGINES, 'engineaScholar']),
    queue: 'serp',
    log,
    drainGraceMs,
    openOperations: (parts) => openOperations(config, parts),
  });
