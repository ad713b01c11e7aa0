import type { AdRules } from '../browser/blocking/ad-rules.js';
import type { BrowserPool, BrowserReport } from '../browser/browser-pool.js';
import type { BrowserIdentity } from '../identity/browser-identity.js';
import type { ExitSettings } from '../exits/exit-pools.js';
import type { Resolver } from '../target/guarded-lookup.js';
import type { Tier } from '../port.js';
import type { RobotsPolicy } from '../robots/robots-gate.js';
import type { TargetRule } from '../target/target-rule.js';

/** Browsers that outlive one fetcher: it uses them and leaves their end to whoever started them. */
export interface SharedBrowser {
  readonly pool: BrowserPool;
  readonly identity: BrowserIdentity;
}

/** How Chromium is run, see the pool for the defaults of its bounds. */
export interface ChromiumSettings {
  /** Absent: the usual places are searched. */
  readonly executablePath?: string | undefined;
  /** Local folder for browser profiles; leftovers of crashed workers in it are ended and removed at start. */
  readonly profileRoot: string;
  readonly maxContexts?: number | undefined;
  readonly maxPages?: number | undefined;
  readonly maxAgeMs?: number | undefined;
  readonly maxMemoryBytes?: number | undefined;
  readonly report?: BrowserReport | undefined;
  /** Hears in a sentence what whoever runs this should know of the browser: that it does not start, or is less safe than it could be. */
  readonly notice?: ((text: string) => void) | undefined;
}

export interface FetcherOptions {
  readonly rule: TargetRule;
  /** Absent: a request for the browser tier ends in `internal_error`. */
  readonly chromium?: ChromiumSettings | SharedBrowser | undefined;
  readonly resolver?: Resolver | undefined;
  /** Extra PEM roots beside the system's. */
  readonly certificateAuthorities?: readonly string[] | undefined;
  /** The operator's rules beside our own, see `readAdblockList`; they apply to fetches with `blockAds`. */
  readonly adRules?: AdRules | undefined;
  /** Proxies; absent: every fetch leaves by the deployment's own address. */
  readonly exits?: ExitSettings | undefined;
  /** Waits for proxies, where the defaults of `dial-target.ts` do not fit. */
  readonly exitTimeouts?: { readonly connectTimeoutMs?: number; readonly answerTimeoutMs?: number } | undefined;
  /** What robots.txt means for fetches of purpose `page`. Default: `ignore`. */
  readonly robots?: RobotsPolicy | undefined;
  /** Requests to one site in a second, evenly spaced. Default: 0, no limit. */
  readonly siteRequestsPerSecond?: number | undefined;
  readonly maxBodyBytes?: number | undefined;
  readonly maxInFlight?: number | undefined;
  readonly maxInFlightPerHost?: number | undefined;
  readonly pageTimeoutMs?: Readonly<Partial<Record<Tier, number>>> | undefined;
}
