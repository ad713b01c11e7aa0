import type { AdRules } from '../browser/blocking/ad-rules.js';
import type { BrowserPool, BrowserReport } from '../browser/browser-pool.js';
import type { BrowserIdentity } from '../identity/browser-identity.js';
import type { ExitSettings } from '../exits/exit-pools.js';
import type { ReserveTurn } from '../politeness/shared-gaps.js';
import type { Resolver } from '../target/guarded-lookup.js';
import type { Tier } from '../port.js';
import type { RobotsPolicy } from '../robots/robots-gate.js';
import type { TargetRule } from '../target/target-rule.js';

/** Browsers that outlive one fetcher: whoever started them ends them. */
export interface SharedBrowser {
  readonly pool: BrowserPool;
  readonly identity: BrowserIdentity;
}

/** How Chromium is run; the pool has the defaults of the bounds. */
export interface ChromiumSettings {
  /** Absent: the usual places are searched. */
  readonly executablePath?: string | undefined;
  /** Local folder for browser profiles. At start, browsers and profiles that crashed workers left in it are ended and removed. */
  readonly profileRoot: string;
  readonly maxContexts?: number | undefined;
  readonly maxPages?: number | undefined;
  readonly maxAgeMs?: number | undefined;
  readonly maxMemoryBytes?: number | undefined;
  readonly report?: BrowserReport | undefined;
  /** Called with a sentence for the operator: the browser does not start, or is less confined than it could be. */
  readonly notice?: ((text: string) => void) | undefined;
}

export interface FetcherOptions {
  readonly rule: TargetRule;
  /** Absent: a request for the browser tier ends in `internal_error`. */
  readonly chromium?: ChromiumSettings | SharedBrowser | undefined;
  readonly resolver?: Resolver | undefined;
  /** PEM roots in addition to the system's. */
  readonly certificateAuthorities?: readonly string[] | undefined;
  /** The operator's rules in addition to our own, see `readAdblockList`; they apply to fetches with `blockAds`. */
  readonly adRules?: AdRules | undefined;
  /** Proxies; absent: every fetch leaves by the deployment's own address. */
  readonly exits?: ExitSettings | undefined;
  /** Time limits of proxies. Default: those of `dial-target.ts`. */
  readonly exitTimeouts?: { readonly connectTimeoutMs?: number; readonly answerTimeoutMs?: number } | undefined;
  /** What robots.txt means for fetches of purpose `page`. Default: `ignore`. */
  readonly robots?: RobotsPolicy | undefined;
  /** Requests to one site in a second, evenly spaced. Default: 0, no limit. */
  readonly siteRequestsPerSecond?: number | undefined;
  /** Shares gaps between requests to a site, such as a crawl-delay, with other processes. Default: each process keeps its own. */
  readonly reserveTurn?: ReserveTurn | undefined;
  readonly maxBodyBytes?: number | undefined;
  readonly maxInFlight?: number | undefined;
  readonly maxInFlightPerHost?: number | undefined;
  readonly pageTimeoutMs?: Readonly<Partial<Record<Tier, number>>> | undefined;
}
