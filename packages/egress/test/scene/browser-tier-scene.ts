import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AdRules } from '../../src/browser/blocking/ad-rules.js';
import { createBrowserPool, type BrowserPool, type BrowserPoolOptions } from '../../src/browser/browser-pool.js';
import { createBrowserTier } from '../../src/browser/browser-tier.js';
import type { ChromiumProcess } from '../../src/browser/process/chromium-process.js';
import type { PageLimits } from '../../src/browser/page/page-limits.js';
import { createGuardedLookup, type Resolver } from '../../src/target/guarded-lookup.js';
import { createHopClient } from '../../src/http/http-hop.js';
import { createHttpTier } from '../../src/http/http-tier.js';
import type { FetchRequest } from '../../src/port.js';
import type { TierResult } from '../../src/fetch/raw-page.js';
import { createTargetRule } from '../../src/target/target-rule.js';
import { startTimeBudget } from '../../src/fetch/time-budget.js';
import { createLoopbackScene } from './loopback-scene.js';
import { launchTestBrowser, sharedBrowser, TEST_IDENTITY } from './shared-browser.js';

export const MAX_BODY = 3_000_000;
const PAGE_TIMEOUT_MS = 60_000;

export interface BrowseOptions extends Partial<FetchRequest> {
  readonly url: string;
  /** Loopback ports that may be fetched; by default the URL's own. */
  readonly allow?: readonly number[];
  readonly resolver?: Resolver;
  readonly pageTimeoutMs?: number;
  readonly signal?: AbortSignal;
  /** Default: the browser of all tests. */
  readonly on?: BrowserPool;
  readonly adRules?: AdRules;
  readonly limits?: PageLimits;
}

/** The message of a fetch that ended without an answer. */
export const messageOf = (result: TierResult): string | undefined => (result.isAnswered ? undefined : result.message);

/** The browser tier, with the Chromium of all tests or one of its own, against loopback servers. */
export const createBrowserTierScene = () => {
  const scene = createLoopbackScene();

  const browse = async (options: BrowseOptions): Promise<TierResult & { stopped: string | undefined }> => {
    const { url, allow, resolver, pageTimeoutMs = PAGE_TIMEOUT_MS, signal, on, adRules, limits, ...rest } = options;
    const pool = on ?? (await sharedBrowser()).pool;
    const rule = createTargetRule({ allow: (allow ?? [Number(new URL(url).port)]).map((port) => `127.0.0.1:${port}`) });
    const lookup = createGuardedLookup({ rule, resolver });
    const client = createHopClient({ lookup });
    scene.onClose(() => client.close());
    const identity = TEST_IDENTITY;
    const http = createHttpTier({ rule, client, identity, maxBodyBytes: MAX_BODY });
    const tier = createBrowserTier({ pool, rule, lookup, identity, http, maxBodyBytes: MAX_BODY, adRules, limits });
    const deadlineAtMs = Date.now() + pageTimeoutMs + 1_000;
    const budget = startTimeBudget({ signal: signal ?? new AbortController().signal, deadlineAtMs, pageTimeoutMs });
    const result = await tier.fetch({ url, tier: 'browser', purpose: 'page', deadlineAtMs, ...rest }, budget);
    budget.end();
    return { ...result, stopped: budget.stopReason() };
  };

  /** Browsers of a test's own, for what is done to them, with a folder of theirs for profiles. */
  const startPool = async (options: Partial<BrowserPoolOptions> = {}) => {
    const profileRoot = await mkdtemp(join(tmpdir(), 'profiles-'));
    const launched: ChromiumProcess[] = [];
    const launch = async () => {
      const one = await launchTestBrowser(profileRoot);
      launched.push(one);
      return one;
    };
    const pool = createBrowserPool({ launch, ...options });
    scene.onClose(() => rm(profileRoot, { recursive: true, force: true }));
    scene.onClose(() => pool.close());
    return { pool, launched, profileRoot };
  };

  return { ...scene, browse, startPool };
};
