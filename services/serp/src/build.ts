import type { Config } from '@quarry/config';
import { REPARSE_ID } from '@quarry/contracts';
import { SERP_BLOCKS } from '@quarry/extract';
import type { Logger, Metrics } from '@quarry/observability';
import { startWorker, type WorkerConfig, type WorkerOperations, type WorkerParts } from '@quarry/worker-runtime';
import { createEngineaSerp } from './enginea-serp.js';
import { createReparse } from './reparse.js';
import { createSerpParser } from './serp-parser.js';

export type SerpConfig = WorkerConfig & Config<'origins'>;

/** Where an operator sends engines is trusted, private or not. */
const withTrustedOrigins = (config: SerpConfig): SerpConfig => {
  const { targets, origins } = config;
  const hosts = Object.values(origins).flatMap((origin) => (origin === undefined ? [] : [trustedHost(origin)]));
  return { ...config, targets: { ...targets, egressAllow: [...targets.egressAllow, ...hosts] } };
};

const trustedHost = (origin: string): string => {
  const { hostname, port, protocol } = new URL(origin);
  return `${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`;
};

/** Counts what parsers found: a block that falls out of pages shows as a curve that falls. */
const countBlocks =
  (metrics: Metrics) =>
  (operation: string, blocks: readonly string[]): void => {
    for (const block of SERP_BLOCKS) {
      metrics.increment('parser_blocks_total', { operation, block, found: String(blocks.includes(block)) });
    }
  };

const openOperations = ({ origins }: SerpConfig, parts: WorkerParts): WorkerOperations => {
  const { metrics, threads, store, files, maxFileBytes } = parts;
  const parser = createSerpParser(threads);
  const report = countBlocks(metrics);
  return {
    operations: {
      'enginea/serp': createEngineaSerp({ parser, report, origin: origins.enginea }),
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
    config: withTrustedOrigins(config),
    queue: 'serp',
    log,
    drainGraceMs,
    openOperations: (parts) => openOperations(config, parts),
  });
