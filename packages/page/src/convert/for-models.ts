import { chunkMarkdown } from '../chunks/chunk-markdown.js';
import { estimateTokens } from '../rules/model/token-estimate.js';
import type { ConversionRequest, PageContent } from '../source/page-content.js';

/** Adds what was asked of the markdown for language models: its tokens and its chunks. */
export const addForModels = (content: PageContent, request: ConversionRequest): void => {
  const { markdown } = content;
  const { tokenCount, chunks, countTokens = estimateTokens } = request;
  if (markdown === undefined) return;
  if (tokenCount === true) content.tokenCount = countTokens(markdown);
  if (chunks) content.chunks = chunkMarkdown(markdown, { ...chunks, countTokens });
};
