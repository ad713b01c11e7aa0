import { headerSecretsOf, type Config } from '@quarry/config';
import { REPARSE_ID } from '@quarry/contracts';
import type { Logger } from '@quarry/observability';
import { startWorker, type WorkerConfig, type WorkerOperations, type WorkerParts } from '@quarry/worker-runtime';
import { createSessions } from '@quarry/sessions';
import { createSessionSeals } from '@quarry/tokens';
import { createFollowPage } from './crawl/follow-page.js';
import { createMapWeb } from './map/map-web.js';
import { openExtraction } from './open-extraction.js';
import { createReparse } from './reparse.js';
import { createScrapeWeb } from './scrape-web.js';
import { createCallSessions } from './session/call-session.js';

export type BrowserScrapeConfig = WorkerConfig & Config<'model'>;

const openOperations = (
  config: BrowserScrapeConfig,
  { store, files, metrics, log, threads, maxFileBytes }: WorkerParts,
): WorkerOperations => {
  const extraction = openExtraction(config, threads, metrics);
  const { startReading, extractPage, extractAgain } = extraction;
  const seals = createSessionSeals(headerSecretsOf(config.common));
  const sessions = createSessions({ records: store.records, seals, clock: Date.now });
  return {
    operations: {
      'scrape/web': createScrapeWeb(
        extractPage,
        startReading,
        createFollowPage({ readAddresses: extraction.readAddresses }),
        createCallSessions(sessions, log),
      ),
      'map/web': createMapWeb({ readAddresses: extraction.readAddresses }),
      [REPARSE_ID]: createReparse({
        requests: store.requests,
        items: store.items,
        files,
        extractPage: extractAgain,
        maxFileBytes,
      }),
    },
    close: () => extraction.close(),
  };
};

export interface BuildOptions {
  /** Default: that of every worker. */
  readonly drainGraceMs?: number;
}

/** Wires the worker and starts taking jobs. `close` drains first. */
export const build = (
  config: BrowserScrapeConfig,
  log: Logger,
  { drainGraceMs }: BuildOptions = {},
): Promise<{ close(): Promise<void> }> =>
  startWorker({
    config,
    queue: 'browser-scrape',
    log,
    drainGraceMs,
    openOperations: (parts) => openOperations(config, parts),
  });
