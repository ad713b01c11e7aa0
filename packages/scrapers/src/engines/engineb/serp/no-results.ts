import type { Element } from 'domhandler';
import { fold, readText, firstBelow, hasClass } from '@quarry/html';
import { queryOf, type ResultsPage } from './results-page.js';

const repeatsQuery = (element: Element, query: string): boolean => {
  const repeated = firstBelow(element, ({ name }) => name === 'strong' || name === 'b' || name === 'em');
  return repeated !== undefined && fold(readText(repeated)).toLowerCase() === query;
};

const NAMED: ReadonlySet<string> = new Set(['b_no']);

/** True where the page itself says that it has found nothing: in a part named so, or in a heading that repeats the query. */
export const saysNoResults = (page: ResultsPage): boolean => {
  const query = fold(queryOf(page)).toLowerCase();
  return page.parts.some(({ kind, column, element }) => {
    if (kind !== 'nothing' || column !== 'main') return false;
    if (hasClass(element, NAMED)) return readText(element) !== '';
    const heading = firstBelow(element, ({ name }) => name === 'h1');
    return heading !== undefined && query !== '' && repeatsQuery(heading, query);
  });
};

const CHALLENGE_CLASSES: ReadonlySet<string> = new Set(['captcha', 'captcha_header']);
const CHALLENGE_IDS: ReadonlySet<string> = new Set(['turnstile-widget', 'captcha']);
const CHALLENGE_ADDRESS = /\/(?:turing\/captcha|captcha\/challenge)/;

const isQuestion = (element: Element): boolean => {
  const { id = '', name, src, action } = element.attribs;
  return (
    hasClass(element, CHALLENGE_CLASSES) ||
    CHALLENGE_IDS.has(id) ||
    name === 'cf-turnstile-response' ||
    (element.name !== 'script' && CHALLENGE_ADDRESS.test(src ?? action ?? ''))
  );
};

/**
 * True where a question for people stands on a page, which has the status and the title of a normal one. To be asked only of
 * pages without results: the same words and scripts stand on good ones.
 */
export const isChallenge = ({ root }: ResultsPage): boolean => firstBelow(root, isQuestion) !== undefined;
