import type { ConversionRequest, PageContent } from '../page-content.js';

const nulls = (rules: object | undefined): Record<string, null> | undefined => {
  const names = Object.keys(rules ?? {});
  return names.length === 0 ? undefined : Object.fromEntries(names.map((name) => [name, null]));
};

/** What rules find where there is nothing for them to read: null for each. */
export const unreadRules = (request: ConversionRequest): Pick<PageContent, 'extractedData' | 'aiResponse'> => {
  const extractedData = nulls(request.extractRules);
  const aiResponse = nulls(request.aiExtractRules);
  return { ...(extractedData ? { extractedData } : {}), ...(aiResponse ? { aiResponse } : {}) };
};
