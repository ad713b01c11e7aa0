import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AdRules } from '../browser/ad-rules.js';
import { createBrowserPool, type BrowserPool } from '../browser/browser-pool.js';
import { createBrowserTier } from '../browser/browser-tier.js';
import { launchChromium } from '../browser/chromium-process.js';
import { findChromium } from '../browser/find-chromium.js';
import type { PageLimits } from '../browser/page-limits.js';
import { createBrowserIdentity } from '../browser-identity.js';
import { createGuardedLookup, type Resolver } from '../guarded-lookup.js';
import { createHopClient } from '../http-hop.js';
import { createHttpTier } from '../http-tier.js';
import type { FetchRequest } from '../port.js';
import type { TierResult } from '../raw-page.js';
import { createTargetRule } from '../target-rule.js';
import { startTimeBudget } from '../time-budget.js';
import { createLoopbackScene } from './loopback-scene.js';

const MAX_BODY = 3_000_000;
const PAGE_TIMEOUT_MS = 60_000;

export interface BrowseOptions extends Partial<FetchRequest> {
  readonly url: string;
  /** Loopback ports that may be fetched; by default the URL's own. */
  readonly allow?: readonly number[];
  readonly resolver?: Resolver;
  readonly pageTimeoutMs?: number;
  readonly adRules?: AdRules;
  readonly limits?: PageLimits;
}

/** The message of a fetch that ended without an answer. */
export const messageOf = (result: TierResult): string | undefined => (result.isAnswered ? undefined : result.message);

/** The browser tier, with one real Chromium, against loopback servers. */
export const createBrowserTierScene = () => {
  const scene = createLoopbackScene();
  const identity = createBrowserIdentity(140);
  let started: Promise<{ pool: BrowserPool; profileRoot: string }> | undefined;
  let launches = 0;

  const start = async () => {
    const profileRoot = await mkdtemp(join(tmpdir(), 'profiles-'));
    const executablePath = (await findChromium()) ?? '';
    const launch = () => {
      launches += 1;
      return launchChromium({ executablePath, profileRoot, identity });
    };
    return { pool: createBrowserPool({ launch }), profileRoot };
  };

  const browse = async (options: BrowseOptions): Promise<TierResult & { stopped: string | undefined }> => {
    const { url, allow, resolver, pageTimeoutMs = PAGE_TIMEOUT_MS, adRules, limits, ...rest } = options;
    started ??= start();
    const { pool } = await started;
    const rule = createTargetRule({ allow: (allow ?? [Number(new URL(url).port)]).map((port) => `127.0.0.1:${port}`) });
    const lookup = createGuardedLookup({ rule, resolver });
    const client = createHopClient({ lookup });
    scene.onClose(() => client.close());
    const http = createHttpTier({ rule, client, identity, maxBodyBytes: MAX_BODY });
    const tier = createBrowserTier({ pool, rule, lookup, identity, http, maxBodyBytes: MAX_BODY, adRules, limits });
    const deadlineAtMs = Date.now() + pageTimeoutMs + 1_000;
    const budget = startTimeBudget({ signal: new AbortController().signal, deadlineAtMs, pageTimeoutMs });
    const result = await tier.fetch({ url, tier: 'browser', purpose: 'page', deadlineAtMs, ...rest }, budget);
    budget.end();
    return { ...result, stopped: budget.stopReason() };
  };

  return {
    ...scene,
    browse,
    /** Browsers started so far. */
    launches: () => launches,
    /** Ends the browser; the servers are closed by `close`. */
    quit: async () => {
      const running = await started;
      await running?.pool.close();
      if (running) await rm(running.profileRoot, { recursive: true, force: true });
    },
  };
};
