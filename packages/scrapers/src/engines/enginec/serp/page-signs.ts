import type { Element } from 'domhandler';
import { isElement, normalizeText, readText, walk } from '@quarry/html';
import { classesOf, testIdOf, type ResultsPage } from './results-page.js';

/** Longest sentence around the repeated query. */
const MAX_WORDS_CHARS = 120;
/** Longest query that is searched for. */
const MAX_QUERY_CHARS = 2_048;

const anyElement = (root: ResultsPage['root'], isWanted: (element: Element) => boolean): boolean => {
  let isFound = false;
  walk(root, {
    enter: (element) => {
      isFound ||= isWanted(element);
      return !isFound && element.name !== 'head';
    },
  });
  return isFound;
};

/** The engine's challenge. */
export const isAnomaly = ({ root }: ResultsPage): boolean =>
  anyElement(
    root,
    (element) =>
      /\/anomaly\.js\?/.test(element.attribs['action'] ?? '') ||
      testIdOf(element) === 'anomaly-modal' ||
      / anomaly-modal__modal /.test(classesOf(element)),
  );

const queryOf = (root: ResultsPage['root']): string => {
  let query: string | undefined;
  walk(root, {
    enter: ({ name, attribs }) => {
      if (name === 'input' && attribs['name'] === 'q') query ??= attribs['value'];
      return query === undefined;
    },
  });
  return normalizeText(query ?? '').slice(0, MAX_QUERY_CHARS);
};

/** A heading that says something short and repeats the query. */
const isSentence = (element: Element, query: string): boolean => {
  if (!/^h[1-4]$/.test(element.name) || query === '') return false;
  const text = readText(element);
  return text.includes(query) && text.length > query.length && text.length <= query.length + MAX_WORDS_CHARS;
};

const hasHintsAfter = (element: Element): boolean => {
  for (let next = element.next; next; next = next.next) if (isElement(next) && next.name === 'ul') return true;
  return false;
};

/** True where the page itself says that nothing was found: by the name of the message, or by its structure. */
export const saysNoResults = ({ root }: ResultsPage): boolean => {
  const query = queryOf(root);
  return anyElement(
    root,
    (element) =>
      / (?:no-results|no-results__message|result--no-result) /.test(classesOf(element)) ||
      /^no-?results/.test(testIdOf(element)) ||
      (isSentence(element, query) && hasHintsAfter(element)),
  );
};

/** A page that its own scripts would fill: it names the data to load. */
export const isShell = (text: string): boolean => /\/d\.js\?q=/.test(text);
