import type { Config } from '@quarry/config';
import { operationById, REPARSE_ID, type QueueName } from '@quarry/contracts';
import type { ProxyType } from '@quarry/egress';
import type { Scraper, Scrapers } from '@quarry/scrapers/scraper';
import type { Logger } from '@quarry/observability';
import { createTokenSeals } from '@quarry/tokens';
import type { ExecuteOperation } from '../port.js';
import { startWorker, type WorkerConfig, type WorkerOperations, type WorkerParts } from '../start-worker.js';
import { timeTasks } from '../time-work.js';
import { withTrustedOrigins } from '../trusted-origins.js';
import { createContinuation } from './continuation.js';
import { createFindingsReport } from './count-findings.js';
import { createScraperReader } from './scraper-reader.js';
import { createScraperReparse } from './scraper-reparse.js';
import { createScraperRun } from './scraper-run.js';

export type ScraperConfig = WorkerConfig & Config<'origins'>;

export interface ScraperWorkerOptions {
  readonly config: ScraperConfig;
  readonly queue: QueueName;
  readonly scrapers: Scrapers;
  /** Module whose default export is `readTaskOf(scrapers)`. */
  readonly taskFile: URL;
  readonly log: Logger;
}

/** Name under which the origin of a scraper's target is configured. */
const originNameOf = ({ id }: Scraper): string => operationById(id)?.target?.name ?? '';

/** The proxy types that the deployment has. */
const exitsOf = ({ egress }: Pick<Config<'egress'>, 'egress'>): ReadonlySet<ProxyType> =>
  new Set<ProxyType>(egress.proxyResidential === undefined ? ['datacenter'] : ['datacenter', 'residential']);

const openScrapers = (
  { config, scrapers, taskFile }: ScraperWorkerOptions,
  { metrics, threads, store, files, maxFileBytes, log }: WorkerParts,
): WorkerOperations => {
  const { origins, common } = config;
  const reader = timeTasks(createScraperReader({ ...threads, taskFile }), ({ operation }, seconds) =>
    metrics.observe('extract_duration_seconds', { operation }, seconds),
  );
  const seals = createTokenSeals({ secret: common.secret?.reveal(), previous: common.secretPrevious?.reveal() });
  const isContinued = [...scrapers.values()].some(({ continuation }) => continuation !== undefined);
  if (!seals && isContinued) log.warn('no QUARRY_SECRET: answers have no tokens of further pages');
  const shared = { reader, exits: exitsOf(config), report: createFindingsReport(scrapers, metrics) };
  const runOf = (scraper: Scraper): ExecuteOperation => {
    const { id } = scraper;
    const continuation = createContinuation({
      operation: operationById(id) ?? { id },
      plan: scraper.continuation,
      seals,
    });
    return createScraperRun({ ...shared, scraper, continuation, origin: origins[originNameOf(scraper)] });
  };
  const runs = Object.fromEntries([...scrapers].map(([id, scraper]) => [id, runOf(scraper)]));
  const reparse = { requests: store.requests, items: store.items, files, maxFileBytes };
  return {
    operations: { ...runs, [REPARSE_ID]: createScraperReparse({ ...reparse, scrapers, reader }) },
    close: () => reader.close(),
  };
};

/** Wires a worker that runs scrapers and starts taking jobs. `close` drains first. */
export const startScraperWorker = (options: ScraperWorkerOptions): Promise<{ close(): Promise<void> }> => {
  const { config, queue, scrapers, log } = options;
  return startWorker({
    config: withTrustedOrigins(config, [...new Set([...scrapers.values()].map(originNameOf))]),
    queue,
    log,
    openOperations: (parts) => openScrapers(options, parts),
  });
};
