export type * from './port.js';
export { findChromium } from './browser/find-chromium.js';
export { createFetcher, type ChromiumSettings, type FetcherOptions } from './fetcher.js';
export { createTargetRule, type TargetRule, type TargetRuleOptions } from './target-rule.js';
