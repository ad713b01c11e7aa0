import type { Element } from 'domhandler';
import { allBelow, ancestors, firstBelow, hasClass, normalizeText, readText } from '@quarry/html';
import { readTarget } from '../link-target.js';
import { queryOf, type ResultsPage } from './results-page.js';

const QUOTES = /["'“”„«»‹›‘’「」『』]/;

const isQuotedIn = (text: string, query: string): boolean => {
  const at = text.indexOf(query);
  const before = text.slice(0, Math.max(0, at)).trimEnd().at(-1) ?? '';
  const after = text
    .slice(at + query.length)
    .trimStart()
    .charAt(0);
  return QUOTES.test(before) && QUOTES.test(after);
};

/** In bold, or in quotes. */
const repeatsQuery = (element: Element, query: string): boolean => {
  const repeated = firstBelow(element, ({ name }) => name === 'strong' || name === 'b' || name === 'em');
  if (repeated !== undefined && normalizeText(readText(repeated)).toLowerCase() === query) return true;
  return isQuotedIn(normalizeText(readText(element)).toLowerCase(), query);
};

const NAMED: ReadonlySet<string> = new Set(['b_no']);

const isStatement = (element: Element): boolean => hasClass(element, NAMED) && readText(element) !== '';

const ADS: ReadonlySet<string> = new Set(['b_ad', 'b_adTop', 'b_adBottom']);
const SIDES: ReadonlySet<string> = new Set(['b_context', 'b_dynRail']);

const isBeside = (element: Element): boolean => hasClass(element, ADS) || SIDES.has(element.attribs['id'] ?? '');

/** A part named so at whatever depth, also around the list, but not in an advertisement or beside the results. */
const hasStatement = (root: ResultsPage['root']): boolean => allBelow(root, isStatement, isBeside).length > 0;

const isHeading = ({ name, attribs }: Element): boolean =>
  name === 'h1' || name === 'h2' || attribs['role'] === 'heading';

const leadsOut = (around: Element, url: string): boolean =>
  firstBelow(around, ({ name, attribs }) => name === 'a' && readTarget(attribs['href'], url)?.kind === 'site') !==
  undefined;

/** The heading of an item of a list repeats the query, in a layout that names nothing, and nothing of the list leads out. */
const hasRepeatingItem = ({ root, url }: ResultsPage, query: string): boolean =>
  allBelow(root, isHeading, isBeside).some((heading) => {
    const around = ancestors(heading);
    const item = around.findIndex(({ name }) => name === 'li');
    const list = around[item + 1] ?? around[item];
    return item !== -1 && list !== undefined && repeatsQuery(heading, query) && !leadsOut(list, url);
  });

/**
 * True where the page itself says that it found nothing: in a part named so, or in a heading that repeats the query. The words
 * are in any language, so that only where they stand is looked at.
 */
export const saysNoResults = (page: ResultsPage): boolean => {
  const query = normalizeText(queryOf(page)).toLowerCase();
  const main = page.parts.filter(({ column }) => column === 'main');
  const isSaid = main.some(({ kind, element }) => {
    const heading = kind === 'nothing' ? firstBelow(element, ({ name }) => name === 'h1') : undefined;
    return heading !== undefined && query !== '' && repeatsQuery(heading, query);
  });
  return isSaid || hasStatement(page.root) || (main.length === 0 && query !== '' && hasRepeatingItem(page, query));
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
