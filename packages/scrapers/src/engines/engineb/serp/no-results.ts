import type { Element } from 'domhandler';
import { allBelow, ancestors, firstBelow, hasClass, normalizeText, readText } from '@quarry/html';
import { queryOf, type ResultsPage } from './results-page.js';

const repeatsQuery = (element: Element, query: string): boolean => {
  const repeated = firstBelow(element, ({ name }) => name === 'strong' || name === 'b' || name === 'em');
  return repeated !== undefined && normalizeText(readText(repeated)).toLowerCase() === query;
};

const NAMED: ReadonlySet<string> = new Set(['b_no']);

const isStatement = (element: Element): boolean => hasClass(element, NAMED) && readText(element) !== '';

/** The heading of an item of a list repeats the query, in a layout that names nothing. */
const hasRepeatingItem = (root: ResultsPage['root'], query: string): boolean =>
  allBelow(root, ({ name }) => name === 'h1').some(
    (heading) => ancestors(heading).some(({ name }) => name === 'li') && repeatsQuery(heading, query),
  );

/**
 * True where the page itself says that it found nothing: in a part named so, at whatever depth, or in a heading that
 * repeats the query.
 */
export const saysNoResults = (page: ResultsPage): boolean => {
  const query = normalizeText(queryOf(page)).toLowerCase();
  const main = page.parts.filter(({ column }) => column === 'main');
  const isSaid = main.some(({ kind, element }) => {
    if (kind === 'ad') return false;
    if (isStatement(element) || firstBelow(element, isStatement)) return true;
    const heading = kind === 'nothing' ? firstBelow(element, ({ name }) => name === 'h1') : undefined;
    return heading !== undefined && query !== '' && repeatsQuery(heading, query);
  });
  return isSaid || (main.length === 0 && query !== '' && hasRepeatingItem(page.root, query));
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
 * True where a page with the status and title of a normal one contains a challenge. For
 * pages without results only: good pages have the same words and scripts.
 */
export const isChallenge = ({ root }: ResultsPage): boolean => firstBelow(root, isQuestion) !== undefined;
