export type * from './port.js';
export { createFetcher, type FetcherOptions } from './fetcher.js';
export { createTargetRule, type TargetRule, type TargetRuleOptions } from './target-rule.js';
