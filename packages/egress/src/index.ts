export type * from './port.js';
export { findChromium } from './browser/find-chromium.js';
export type { ChromiumSettings, FetcherOptions } from './fetcher-options.js';
export { createFetcher } from './fetcher.js';
export { createTargetRule, type TargetRule, type TargetRuleOptions } from './target-rule.js';
