import { estimateTokens } from '../rules/model/token-estimate.js';
import type { ConversionRequest, PageContent } from '../source/page-content.js';

/** Adds the estimated tokens of the markdown, if both are asked for. */
export const addTokenCount = (content: PageContent, { tokenCount }: ConversionRequest): void => {
  if (tokenCount === true && content.markdown !== undefined) content.tokenCount = estimateTokens(content.markdown);
};
