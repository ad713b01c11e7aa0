import { defined } from '@quarry/html';
import { nothingOf } from '../select/read-rules.js';
import type { ConversionRequest, PageContent } from '../source/page-content.js';

const eachOf = <R, T>(rules: Readonly<Record<string, R>> = {}, read: (rule: R) => T): Record<string, T> | undefined => {
  const entries = Object.entries(rules);
  return entries.length === 0 ? undefined : Object.fromEntries(entries.map(([name, rule]) => [name, read(rule)]));
};

/** The result of rules where there is nothing to read: null for each, or an empty list. */
export const unreadRules = (request: ConversionRequest): Pick<PageContent, 'extractedData' | 'aiResponse'> =>
  defined({
    extractedData: eachOf(request.extractRules, nothingOf),
    aiResponse: eachOf(request.aiExtractRules, () => null),
  });
