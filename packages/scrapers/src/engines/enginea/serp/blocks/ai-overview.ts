import { ancestors } from '@quarry/html';
import { findAnswerContent, readAnswer, type AiAnswer } from '../../ai-answer/read-answer.js';
import { readCitations } from '../../ai-answer/citations.js';
import type { ResultsPage } from '../results-page.js';

/** The text of the engine's model above the results, with its sources; their indexes begin with 0. */
export const readAiOverview = (page: ResultsPage): AiAnswer | undefined => {
  for (const root of page.regions.get('overview') ?? []) {
    if (ancestors(root).some(({ attribs }) => attribs['data-q'] !== undefined)) continue;
    const content = findAnswerContent(root);
    if (!content) continue;
    const answer = readAnswer(root, content, { url: page.url, citations: readCitations(page.text) }, 0);
    if (answer.textBlocks.length > 0) return answer;
  }
  return undefined;
};
