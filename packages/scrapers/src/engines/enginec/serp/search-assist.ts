import type { Element } from 'domhandler';
import { firstBelow, readText, walk } from '@quarry/html';
import { readTarget } from '../link-target.js';
import { testIdOf, type ResultsPage } from './results-page.js';

interface Source {
  readonly title: string;
  readonly link: string;
}

export interface SearchAssist {
  readonly answer: string;
  readonly sources?: readonly Source[];
}

/** Most sources of one answer. */
const MAX_SOURCES = 20;

const readSources = (answer: Element, pageUrl: string): Source[] => {
  const sources: Source[] = [];
  walk(answer, {
    enter: (element) => {
      if (element.name !== 'a' || sources.length >= MAX_SOURCES) return true;
      const target = readTarget(element.attribs['href'], pageUrl);
      const title = readText(element);
      if (target?.kind === 'site' && title !== '') sources.push({ title, link: target.url });
      return false;
    },
  });
  return sources;
};

/** The engine's short answer above its results. */
export const readSearchAssist = ({ root, url }: ResultsPage): SearchAssist | undefined => {
  const found = firstBelow(root, (element) => testIdOf(element) === 'duckassist-answer-content');
  if (!found) return undefined;
  const answer = readText(found, { isLeftOut: ({ name }) => name === 'a' || name === 'button' });
  if (answer === '') return undefined;
  const sources = readSources(found, url);
  return sources.length > 0 ? { answer, sources } : { answer };
};
