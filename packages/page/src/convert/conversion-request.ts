import type { WebScrapeParams } from '@quarry/contracts';
import type { ConversionRequest } from '../source/page-content.js';

type Asked = Pick<
  WebScrapeParams,
  | 'outputFormat'
  | 'extractLinks'
  | 'extractEmails'
  | 'includeOnlyTags'
  | 'excludeTags'
  | 'removeBase64Images'
  | 'onlyMainContent'
  | 'extractRules'
  | 'aiExtractRules'
  | 'dropLinks'
  | 'dropImages'
  | 'tokenCount'
  | 'chunks'
>;

/** The conversion that checked parameters of page scraping request. */
export const conversionRequestOf = (params: Asked): ConversionRequest => ({
  formats: params.outputFormat,
  links: params.extractLinks,
  emails: params.extractEmails,
  includeOnlyTags: params.includeOnlyTags,
  excludeTags: params.excludeTags,
  removeBase64Images: params.removeBase64Images,
  onlyMainContent: params.onlyMainContent,
  extractRules: params.extractRules,
  aiExtractRules: params.aiExtractRules,
  dropLinks: params.dropLinks,
  dropImages: params.dropImages,
  tokenCount: params.tokenCount,
  chunks: params.chunks,
});
