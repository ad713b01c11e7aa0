export { createFairPlaces, type FairPlaces, type Sharer } from './fair-places.js';
export { MAX_FORM_BYTES } from './port.js';
export type * from './port.js';
export { MAX_ADBLOCK_LIST_CHARS, readAdblockList, type AdRules } from './browser/blocking/ad-rules.js';
export { findChromium } from './browser/process/find-chromium.js';
export type { ExitSettings } from './exits/exit-pools.js';
export type { ChromiumSettings, FetcherOptions } from './fetch/fetcher-options.js';
export { createFetcher } from './fetch/fetcher.js';
export { createTargetRule, type TargetRule, type TargetRuleOptions } from './target/target-rule.js';
