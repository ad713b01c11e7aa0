import { filled, readText } from '@quarry/html';
import { contentParts, passageOf } from './content-parts.js';
import type { ResultBlock } from './find-results.js';
import { readHead } from './head-texts.js';
import { readPassage } from './read-passage.js';
import { readImages, readRichSnippet, readSitelinks } from './result-extras.js';
import type { ResultsPage } from './results-page.js';
import type { RowOf } from './serp-body.js';

export type OrganicResult = RowOf<'organicResults'>;

/** Reads one web result. */
export const readOrganic = (result: ResultBlock, position: number, page: ResultsPage): OrganicResult => {
  const content = contentParts(result);
  const passage = passageOf(result, content);
  const { snippet, date, highlights } = readPassage(passage, page.language);
  const sitelinks = readSitelinks({ ...result, content, passage }, page);
  const images = readImages(content, page);
  const rich = readRichSnippet(content, passage);
  return {
    position,
    title: readText(result.title.heading),
    link: result.title.target.url,
    ...readHead(result),
    ...filled<Partial<OrganicResult>>({
      snippet,
      date,
      snippetHighlitedWords: highlights,
      sitelinks,
      images,
      richSnippet: rich && { top: rich },
    }),
  };
};
