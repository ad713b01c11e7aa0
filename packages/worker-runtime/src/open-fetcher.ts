import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { isSelfHosted, type Config } from '@quarry/config';
import {
  createFetcher,
  createTargetRule,
  MAX_ADBLOCK_LIST_CHARS,
  readAdblockList,
  type AdRules,
  type Fetcher,
  type FetcherOptions,
} from '@quarry/egress';
import type { Logger, Metrics } from '@quarry/observability';
import type { SiteTurns } from '@quarry/queue';
import type { MemoryPlan } from './memory/memory-plan.js';
import { timeFetches } from './time-work.js';

/** The file's first characters, at most as many as are read of a list. */
const readStart = async (path: string): Promise<string> => {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw new Error(`The file of ADBLOCK_LIST cannot be read (${error.code ?? 'unknown'}).`);
  });
  const chunks: Buffer[] = [];
  for await (const chunk of file.createReadStream({ end: MAX_ADBLOCK_LIST_CHARS })) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
};

const readAdRules = async (path: string | undefined, log: Logger): Promise<AdRules | undefined> => {
  if (path === undefined) return undefined;
  const rules = readAdblockList(await readStart(path));
  const { taken, skipped, isCut } = rules;
  log.info('ad list', { rulesTaken: taken, rulesSkipped: skipped, isCut });
  return rules;
};

const templates = (setting: { reveal(): string } | undefined): readonly string[] | undefined =>
  setting?.reveal().split(',');

/** The operator's settings for requests to targets. */
const egressOptions = async (
  { parts, targets, egress }: Config<'parts' | 'targets' | 'egress'>,
  log: Logger,
): Promise<Pick<FetcherOptions, 'rule' | 'adRules' | 'exits' | 'robots' | 'siteRequestsPerSecond'>> => ({
  rule: createTargetRule({ allow: targets.egressAllow, isSelfHosted: isSelfHosted(parts) }),
  adRules: await readAdRules(egress.adblockList, log),
  exits: {
    datacenter: templates(egress.proxyDatacenter),
    residential: templates(egress.proxyResidential),
    countries: egress.proxyCountries,
  },
  robots: egress.robots,
  siteRequestsPerSecond: egress.siteRequestsPerSecond,
});

export interface FetcherReports {
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly onPagesOpen: (count: number) => void;
}

interface WorkerFetcher {
  readonly name: string;
  readonly plan: MemoryPlan;
  readonly siteTurns: SiteTurns;
}

/** The fetcher of the worker `name` by the operator's settings, within its memory plan. Rejects if the ad list cannot be read. */
export const openFetcher = async (
  config: Config<'common' | 'parts' | 'targets' | 'egress' | 'worker'>,
  { name, plan, siteTurns }: WorkerFetcher,
  { log, metrics, onPagesOpen }: FetcherReports,
): Promise<Fetcher> => {
  const fetcher = createFetcher({
    ...(await egressOptions(config, log)),
    reserveTurn: (turn) => siteTurns.reserve(turn),
    maxBodyBytes: config.worker.maxBodyBytes,
    maxInFlight: plan.slots,
    maxInFlightPerHost: plan.slots,
    chromium: {
      executablePath: config.worker.chromiumPath,
      profileRoot: join(config.common.dataDir, 'chromium', name),
      maxContexts: plan.contexts,
      maxMemoryBytes: plan.browserBytes,
      notice: (text) => log.warn('browser', { reason: text }),
      report: {
        replaced: (reason) => metrics.increment('browser_recycles_total', { reason }),
        pagesOpen: (count) => {
          metrics.set('browser_pages_open', {}, count);
          onPagesOpen(count);
        },
      },
    },
  });
  return timeFetches(fetcher, metrics);
};
