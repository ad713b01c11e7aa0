import { findAnswerContent, readAnswer, type AiAnswer } from '../../ai-answer/read-answer.js';
import { readCitations } from '../../ai-answer/citations.js';
import { ancestry, type ResultsPage } from '../results-page.js';

/** What the engine's model has written above the results, with its sources; their indexes begin with 0. */
export const readAiOverview = (page: ResultsPage): AiAnswer | undefined => {
  for (const root of page.regions.get('overview') ?? []) {
    if (ancestry(root).some(({ attribs }) => attribs['data-q'] !== undefined)) continue;
    const content = findAnswerContent(root);
    if (!content) continue;
    const answer = readAnswer(root, content, { url: page.url, citations: readCitations(page.text) }, 0);
    if (answer.textBlocks.length > 0) return answer;
  }
  return undefined;
};
