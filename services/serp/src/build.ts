import type { Config } from '@quarry/config';
import { REPARSE_ID } from '@quarry/contracts';
import { ENGINE_OPERATIONS } from '@quarry/extract';
import type { Logger, Metrics } from '@quarry/observability';
import { startWorker, type WorkerConfig, type WorkerOperations, type WorkerParts } from '@quarry/worker-runtime';
import { createReparse } from './reparse.js';
import { createSearch } from './search.js';
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
    for (const block of ENGINE_OPERATIONS.get(operation)?.blocks ?? []) {
      metrics.increment('parser_blocks_total', { operation, block, found: String(blocks.includes(block)) });
    }
  };

const ENGINES = ['enginea', 'engineb', 'enginec'] as const;

const originOf = (operation: string, origins: Config<'origins'>['origins']): string | undefined => {
  const engine = ENGINES.find((name) => operation.startsWith(`${name}/`));
  return engine && origins[engine];
};

const openOperations = ({ origins }: SerpConfig, parts: WorkerParts): WorkerOperations => {
  const { metrics, threads, store, files, maxFileBytes } = parts;
  const parser = createSerpParser(threads);
  const report = countBlocks(metrics);
  const searches = Object.fromEntries(
    [...ENGINE_OPERATIONS].map(([id, engine]) => [
      id,
      createSearch({ engine, parser, report, origin: originOf(id, origins) }),
    ]),
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
    config: withTrustedOrigins(config),
    queue: 'serp',
    log,
    drainGraceMs,
    openOperations: (parts) => openOperations(config, parts),
  });
